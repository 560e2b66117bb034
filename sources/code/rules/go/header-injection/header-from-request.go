package main

import (
	"net/http"
	"net/url"
)

func language(w http.ResponseWriter, r *http.Request) {
	// ruleid: go/header-injection/header-from-request
	w.Header().Set("Content-Language", r.FormValue("language"))
}

func name(w http.ResponseWriter, r *http.Request) {
	value := "attachment; filename=" + r.URL.Query().Get("name")
	// ruleid: go/header-injection/header-from-request
	w.Header().Set("Content-Disposition", value)
}

func added(w http.ResponseWriter, r *http.Request) {
	// ruleid: go/header-injection/header-from-request
	w.Header().Add("X-Trace", r.Header.Get("X-Trace"))
}

func encoded(w http.ResponseWriter, r *http.Request) {
	// ok: go/header-injection/header-from-request
	w.Header().Set("X-Name", url.QueryEscape(r.FormValue("name")))
}

func fixed(w http.ResponseWriter) {
	language := "en"
	// ok: go/header-injection/header-from-request
	w.Header().Set("Content-Language", language)
}

func oneOf(w http.ResponseWriter, r *http.Request) {
	language := r.FormValue("language")
	if language == "de" {
		// ok: go/header-injection/header-from-request
		w.Header().Set("Content-Language", language)
	}
}
