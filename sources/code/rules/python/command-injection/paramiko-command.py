import shlex

import paramiko


def run(host, name):
    client = paramiko.SSHClient()
    client.connect(host)
    # ruleid: python/command-injection/paramiko-command
    client.exec_command("systemctl status " + name)
    command = f"tail {name}"
    # ruleid: python/command-injection/paramiko-command
    client.exec_command(command)
    # ruleid: python/command-injection/paramiko-command
    client.exec_command(name, timeout=10)

    # ok: python/command-injection/paramiko-command
    client.exec_command("uptime")
    fixed = "df -h"
    # ok: python/command-injection/paramiko-command
    client.exec_command(fixed)
    # ok: python/command-injection/paramiko-command
    client.exec_command("tail " + shlex.quote(name))
