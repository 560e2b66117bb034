def count(connection, table):
    cursor = connection.cursor()
    # ruleid: python/sql-injection/table-of-unknown
    cursor.execute("SELECT COUNT(*) FROM " + table)


def order(cursor, column):
    text = "SELECT * FROM users ORDER BY {}".format(column)
    # ruleid: python/sql-injection/table-of-unknown
    cursor.execute(text)


def drop(cursor, names):
    for name in names:
        # ruleid: python/sql-injection/table-of-unknown
        cursor.execute(f"DROP TABLE {name}")


def find(cursor, name):
    # ok: python/sql-injection/table-of-unknown
    cursor.execute("SELECT * FROM users WHERE name = ?", (name,))


def known(cursor, column):
    if column not in ("name", "age"):
        raise ValueError(column)
    # ok: python/sql-injection/table-of-unknown
    cursor.execute("SELECT * FROM users ORDER BY " + column)


def limited(cursor, limit):
    limit = int(limit)
    # ok: python/sql-injection/table-of-unknown
    cursor.execute("SELECT * FROM users LIMIT %d" % limit)
