package main

import (
	"fmt"
	"net/http"
	"net/url"
)

func preview(w http.ResponseWriter, r *http.Request) {
	// ruleid: go/ssrf/url-from-request
	http.Get(r.FormValue("url"))
}

func status(w http.ResponseWriter, r *http.Request) {
	address := fmt.Sprintf("https://%s/status", r.URL.Query().Get("host"))
	// ruleid: go/ssrf/url-from-request
	http.Get(address)
}

func hook(w http.ResponseWriter, r *http.Request) {
	// ruleid: go/ssrf/url-from-request
	http.NewRequest("POST", r.Header.Get("X-Callback"), nil)
}

func ownHost(w http.ResponseWriter, r *http.Request) {
	// ok: go/ssrf/url-from-request
	http.Get("https://api.example.org/items/" + r.FormValue("id"))
}

func encoded(w http.ResponseWriter, r *http.Request) {
	query := url.QueryEscape(r.FormValue("q"))
	// ok: go/ssrf/url-from-request
	http.Get("https://api.example.org?q=" + query)
}

func oneOf(w http.ResponseWriter, r *http.Request) {
	address := r.FormValue("url")
	if address == "https://a.example.org" {
		// ok: go/ssrf/url-from-request
		http.Get(address)
	}
}
