package main

import (
	"fmt"
	"net/http"
	"strconv"
)

func byName(r *http.Request) string {
	// ruleid: go/sql-injection/query-text-from-request
	return "SELECT * FROM items WHERE name = '" + r.FormValue("name")
}

func byOwner(r *http.Request) string {
	owner := r.URL.Query().Get("owner")
	// ruleid: go/sql-injection/query-text-from-request
	return fmt.Sprintf("SELECT * FROM items WHERE owner = '%s'", owner)
}

func remove(r *http.Request) string {
	table := r.Header.Get("X-Table")
	// ruleid: go/sql-injection/query-text-from-request
	return "DELETE FROM " + table
}

func number(r *http.Request) string {
	id, _ := strconv.Atoi(r.FormValue("id"))
	// ok: go/sql-injection/query-text-from-request
	return fmt.Sprintf("SELECT * FROM items WHERE id = %d", id)
}

func fixed(r *http.Request) string {
	order := "id"
	// ok: go/sql-injection/query-text-from-request
	return "SELECT * FROM items ORDER BY " + order
}

func words(r *http.Request) string {
	// ok: go/sql-injection/query-text-from-request
	return "select one of " + r.FormValue("kind")
}
