package main

import (
	"database/sql"
	"fmt"
	"net/http"
	"strconv"
)

func one(db *sql.DB, r *http.Request) {
	// ruleid: go/sql-injection/formatted-query
	db.Query("SELECT * FROM users WHERE name = '" + r.FormValue("name") + "'")
}

func two(db *sql.DB, r *http.Request) {
	name := r.FormValue("name")
	query := fmt.Sprintf("SELECT * FROM users WHERE name = '%s'", name)
	// ruleid: go/sql-injection/formatted-query
	db.QueryRow(query)
}

func three(db *sql.DB, r *http.Request) {
	values := r.URL.Query()
	// ruleid: go/sql-injection/formatted-query
	db.Exec("DELETE FROM users WHERE name = '" + values.Get("name") + "'")
}

func parameter(db *sql.DB, r *http.Request) {
	// ok: go/sql-injection/formatted-query
	db.Query("SELECT * FROM users WHERE name = ?", r.FormValue("name"))
}

func number(db *sql.DB, r *http.Request) {
	page, _ := strconv.Atoi(r.FormValue("page"))
	// ok: go/sql-injection/formatted-query
	db.Query(fmt.Sprintf("SELECT * FROM users LIMIT 20 OFFSET %d", page))
}

func constant(db *sql.DB) {
	table := "users"
	// ok: go/sql-injection/formatted-query
	db.Query("SELECT * FROM " + table)
}
