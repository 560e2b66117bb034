package main

import (
	"fmt"
	"html"
	"html/template"
	"io"
	"net/http"
	"strconv"
)

func hello(w http.ResponseWriter, r *http.Request) {
	// ruleid: go/xss/html-from-request
	fmt.Fprintf(w, "<p>Hello %s</p>", r.FormValue("name"))
}

func echo(w http.ResponseWriter, r *http.Request) {
	text := r.URL.Query().Get("text")
	// ruleid: go/xss/html-from-request
	io.WriteString(w, "<pre>"+text)
}

func trusted(w http.ResponseWriter, r *http.Request, page *template.Template) {
	// ruleid: go/xss/html-from-request
	page.Execute(w, template.HTML(r.Header.Get("X-Text")))
}

func escaped(w http.ResponseWriter, r *http.Request) {
	name := html.EscapeString(r.FormValue("name"))
	// ok: go/xss/html-from-request
	fmt.Fprintf(w, "<p>Hello %s</p>", name)
}

func number(w http.ResponseWriter, r *http.Request) {
	page, _ := strconv.Atoi(r.FormValue("page"))
	// ok: go/xss/html-from-request
	fmt.Fprintf(w, "<p>page %d</p>", page)
}

func inTemplate(w http.ResponseWriter, r *http.Request, page *template.Template) {
	// ok: go/xss/html-from-request
	page.Execute(w, r.FormValue("name"))
}
