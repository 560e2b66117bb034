package main

import (
	"net/http"
	"regexp"
)

func search(w http.ResponseWriter, r *http.Request) {
	// ruleid: go/redos/expression-from-request
	regexp.MatchString(r.FormValue("q"), "text")
}

func starts(w http.ResponseWriter, r *http.Request) {
	start := "^" + r.URL.Query().Get("start")
	// ruleid: go/redos/expression-from-request
	regexp.MustCompile(start)
}

func compiled(w http.ResponseWriter, r *http.Request) {
	// ruleid: go/redos/expression-from-request
	regexp.Compile(r.Header.Get("X-Pattern"))
}

func quoted(w http.ResponseWriter, r *http.Request) {
	start := regexp.QuoteMeta(r.FormValue("start"))
	// ok: go/redos/expression-from-request
	regexp.MustCompile("^" + start)
}

func fixed(w http.ResponseWriter, r *http.Request) {
	digits := "^[0-9]{1,9}$"
	// ok: go/redos/expression-from-request
	regexp.MatchString(digits, r.FormValue("q"))
}

func oneOf(w http.ResponseWriter, r *http.Request) {
	kind := r.FormValue("kind")
	if kind == "a" {
		// ok: go/redos/expression-from-request
		regexp.MustCompile(kind)
	}
}
