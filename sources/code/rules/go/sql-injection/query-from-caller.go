package main

import (
	"database/sql"
	"fmt"
)

var db *sql.DB

func byName(name string) {
	// ruleid: go/sql-injection/query-from-caller
	db.Query("SELECT * FROM items WHERE name = '" + name + "'")
}

func byOwner(owner string) {
	query := fmt.Sprintf("SELECT * FROM items WHERE owner = '%s'", owner)
	// ruleid: go/sql-injection/query-from-caller
	db.QueryRow(query)
}

func remove(table string) error {
	// ruleid: go/sql-injection/query-from-caller
	_, err := db.Exec("DELETE FROM " + table)
	return err
}

func withPlaceholder(name string) {
	// ok: go/sql-injection/query-from-caller
	db.Query("SELECT * FROM items WHERE name = ?", name)
}

func number(id int) {
	// ok: go/sql-injection/query-from-caller
	db.Query(fmt.Sprintf("SELECT * FROM items WHERE id = %d", id))
}

func fixed() {
	order := "id"
	// ok: go/sql-injection/query-from-caller
	db.Query("SELECT * FROM items ORDER BY " + order)
}
