package main

import (
	"html"
	"html/template"
)

type page struct{ title, script string }

func title(one page) template.HTML {
	// ruleid: go/xss/trusted-html
	return template.HTML(one.title)
}

func script(one page) template.JS {
	text := "run(" + one.script + ")"
	// ruleid: go/xss/trusted-html
	return template.JS(text)
}

func address(where string) template.URL {
	// ruleid: go/xss/trusted-html
	return template.URL(where)
}

func fixed() template.HTML {
	// ok: go/xss/trusted-html
	return template.HTML("<hr>")
}

func escaped(one page) template.HTML {
	// ok: go/xss/trusted-html
	return template.HTML(html.EscapeString(one.title))
}

func constant() template.HTML {
	text := "<b>new</b>"
	// ok: go/xss/trusted-html
	return template.HTML(text)
}
