package main

import (
	"database/sql"
	"fmt"
	"strconv"
)

var db *sql.DB

type item struct{ name, owner string }

func byName(one item) {
	// ruleid: go/sql-injection/formatted-query
	db.Query("SELECT * FROM items WHERE name = '" + one.name)
}

func byOwner(one item) {
	// ruleid: go/sql-injection/formatted-query
	db.QueryRow(fmt.Sprintf("SELECT * FROM items WHERE owner = '%s'", one.owner))
}

func remove(all map[string]item) {
	first := all["first"]
	// ruleid: go/sql-injection/formatted-query
	db.Exec(fmt.Sprintf("DELETE FROM items WHERE name = %v", first.name))
}

func withPlaceholder(one item) {
	// ok: go/sql-injection/formatted-query
	db.Query("SELECT * FROM items WHERE name = ?", one.name)
}

func number(id int) {
	// ok: go/sql-injection/formatted-query
	db.Query("SELECT * FROM items WHERE id = " + strconv.Itoa(id))
}

func fixed() {
	order := "id"
	// ok: go/sql-injection/formatted-query
	db.Query("SELECT * FROM items ORDER BY " + order)
}
