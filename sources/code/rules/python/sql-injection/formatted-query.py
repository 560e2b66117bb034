import sqlite3


def find(database, name, table):
    # ruleid: python/sql-injection/formatted-query
    database.execute("SELECT * FROM users WHERE name = '" + name + "'")
    query = f"SELECT * FROM users WHERE name = '{name}'"
    # ruleid: python/sql-injection/formatted-query
    database.cursor().execute(query)
    # ruleid: python/sql-injection/formatted-query
    database.execute("DELETE FROM %s" % table)

    # ok: python/sql-injection/formatted-query
    database.execute("SELECT * FROM users WHERE name = ?", (name,))
    fixed = "SELECT " + "name"
    # ok: python/sql-injection/formatted-query
    database.execute(fixed)
    count = int(name)
    # ok: python/sql-injection/formatted-query
    database.execute("SELECT * FROM users LIMIT %d" % count)
    marks = ", ".join("?" for _ in name)
    # ok: python/sql-injection/formatted-query
    database.execute(f"SELECT * FROM users WHERE name IN ({marks})", name)
