package main

import (
	"fmt"
	"html"
	"net/http"
)

type page struct{ title, body string }

func show(w http.ResponseWriter, one page) {
	// ruleid: go/xss/written-directly
	fmt.Fprintf(w, "<h1>%s</h1>", one.title)
}

func raw(w http.ResponseWriter, one page) {
	// ruleid: go/xss/written-directly
	w.Write([]byte("<p>" + one.body))
}

func formatted(w http.ResponseWriter, one page) {
	body := one.body
	// ruleid: go/xss/written-directly
	w.Write([]byte(fmt.Sprintf("<div>%s</div>", body)))
}

func fixed(w http.ResponseWriter) {
	// ok: go/xss/written-directly
	w.Write([]byte("<hr>"))
}

func escaped(w http.ResponseWriter, one page) {
	// ok: go/xss/written-directly
	fmt.Fprintf(w, "<h1>%s</h1>", html.EscapeString(one.title))
}

func plain(w http.ResponseWriter) {
	text := "ok"
	// ok: go/xss/written-directly
	fmt.Fprint(w, text)
}
