package main

import (
	"net/http"
	"os"
	"text/template"
)

func show(w http.ResponseWriter, page *template.Template) {
	// ruleid: go/xss/text-template-for-html
	page.Execute(w, "name")
}

func named(w http.ResponseWriter, pages *template.Template) {
	name := "a"
	// ruleid: go/xss/text-template-for-html
	pages.ExecuteTemplate(w, name, nil)
}

func read() (*template.Template, error) {
	// ruleid: go/xss/text-template-for-html
	return template.ParseFiles("index.html")
}

func mail(page *template.Template) {
	// ok: go/xss/text-template-for-html
	page.Execute(os.Stdout, "name")
}

func readText() (*template.Template, error) {
	// ok: go/xss/text-template-for-html
	return template.ParseFiles("mail.txt")
}

func made() *template.Template {
	name := "mail"
	// ok: go/xss/text-template-for-html
	return template.New(name)
}
