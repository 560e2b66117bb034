package main

import (
	"database/sql"
	"fmt"
	"net/http"
	"strconv"
)

var db *sql.DB

func byName(w http.ResponseWriter, r *http.Request) {
	// ruleid: go/sql-injection/query-from-request
	db.Query("SELECT * FROM items WHERE name = '" + r.FormValue("name") + "'")
}

func byOwner(w http.ResponseWriter, r *http.Request) {
	query := fmt.Sprintf("SELECT * FROM items WHERE owner = '%s'", r.URL.Query().Get("owner"))
	// ruleid: go/sql-injection/query-from-request
	db.QueryRowContext(r.Context(), query)
}

func remove(w http.ResponseWriter, r *http.Request) {
	table := r.Header.Get("X-Table")
	// ruleid: go/sql-injection/query-from-request
	db.Exec("DELETE FROM " + table)
}

func withPlaceholder(w http.ResponseWriter, r *http.Request) {
	// ok: go/sql-injection/query-from-request
	db.Query("SELECT * FROM items WHERE name = ?", r.FormValue("name"))
}

func number(w http.ResponseWriter, r *http.Request) {
	id, _ := strconv.Atoi(r.FormValue("id"))
	// ok: go/sql-injection/query-from-request
	db.Query(fmt.Sprintf("SELECT * FROM items WHERE id = %d", id))
}

func oneOf(w http.ResponseWriter, r *http.Request) {
	order := r.FormValue("order")
	if order != "name" {
		order = "id"
	}
	// ok: go/sql-injection/query-from-request
	db.Query("SELECT * FROM items ORDER BY " + order)
}
