package main

import (
	"html/template"
	"net/http"
	"strconv"
)

func hello(w http.ResponseWriter, r *http.Request) {
	// ruleid: go/template-injection/template-from-request
	template.New("hello").Parse("Hello " + r.FormValue("name"))
}

func page(w http.ResponseWriter, r *http.Request) {
	layout := r.URL.Query().Get("layout")
	// ruleid: go/template-injection/template-from-request
	template.Must(template.New("page").Parse(layout))
}

func added(w http.ResponseWriter, r *http.Request, pages *template.Template) {
	// ruleid: go/template-injection/template-from-request
	pages.Parse(r.Header.Get("X-Layout"))
}

func fixed() {
	layout := "Hello {{.}}"
	// ok: go/template-injection/template-from-request
	template.New("hello").Parse(layout)
}

func value(w http.ResponseWriter, r *http.Request, page *template.Template) {
	// ok: go/template-injection/template-from-request
	page.Execute(w, r.FormValue("name"))
}

func number(w http.ResponseWriter, r *http.Request) {
	page, _ := strconv.Atoi(r.FormValue("page"))
	// ok: go/template-injection/template-from-request
	template.New("page").Parse("page " + strconv.Itoa(page))
}
