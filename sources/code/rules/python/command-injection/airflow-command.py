from airflow.operators.bash import BashOperator


def tasks(dag, name):
    # ruleid: python/command-injection/airflow-command
    BashOperator(task_id="a", bash_command="echo " + name, dag=dag)
    # ruleid: python/command-injection/airflow-command
    BashOperator(task_id="b", bash_command="echo {}".format(name), dag=dag)
    command = f"echo {name}"
    # ruleid: python/command-injection/airflow-command
    BashOperator(task_id="c", bash_command=command, dag=dag)

    # ok: python/command-injection/airflow-command
    BashOperator(task_id="d", bash_command="uptime", dag=dag)
    fixed = "df -h"
    # ok: python/command-injection/airflow-command
    BashOperator(task_id="e", bash_command=fixed, dag=dag)
    # ok: python/command-injection/airflow-command
    BashOperator(task_id="f", bash_command="echo $NAME", env={"NAME": name}, dag=dag)
