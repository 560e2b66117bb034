package main

import (
	"fmt"
	"html"
	"net/http"
	"strconv"
)

func greet(r *http.Request) string {
	// ruleid: go/xss/html-text-from-request
	return "<p>Hello " + r.FormValue("name")
}

func link(r *http.Request) string {
	page := r.URL.Query().Get("page")
	// ruleid: go/xss/html-text-from-request
	return fmt.Sprintf("<a href='%s'>more</a>", page)
}

func cell(r *http.Request) string {
	// ruleid: go/xss/html-text-from-request
	text := "<td>" + r.Header.Get("X-Cell")
	return text
}

func escaped(r *http.Request) string {
	// ok: go/xss/html-text-from-request
	return "<p>Hello " + html.EscapeString(r.FormValue("name"))
}

func number(r *http.Request) string {
	page, _ := strconv.Atoi(r.FormValue("page"))
	// ok: go/xss/html-text-from-request
	return fmt.Sprintf("<p>page %d</p>", page)
}

func plain(r *http.Request) string {
	name := r.FormValue("name")
	// ok: go/xss/html-text-from-request
	return "Hello " + name
}
