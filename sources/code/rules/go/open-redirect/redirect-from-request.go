package main

import (
	"net/http"
	"net/url"
)

func afterLogin(w http.ResponseWriter, r *http.Request) {
	// ruleid: go/open-redirect/redirect-from-request
	http.Redirect(w, r, r.FormValue("next"), http.StatusFound)
}

func back(w http.ResponseWriter, r *http.Request) {
	target := r.Header.Get("Referer")
	// ruleid: go/open-redirect/redirect-from-request
	w.Header().Set("Location", target)
}

func site(w http.ResponseWriter, r *http.Request) {
	// ruleid: go/open-redirect/redirect-from-request
	http.Redirect(w, r, "https://"+r.URL.Query().Get("site"), 302)
}

func fixed(w http.ResponseWriter, r *http.Request) {
	target := "/home"
	// ok: go/open-redirect/redirect-from-request
	http.Redirect(w, r, target, http.StatusFound)
}

func page(w http.ResponseWriter, r *http.Request) {
	// ok: go/open-redirect/redirect-from-request
	http.Redirect(w, r, "/pages/"+url.PathEscape(r.FormValue("page")), 302)
}

func oneOf(w http.ResponseWriter, r *http.Request) {
	target := r.FormValue("next")
	if target != "/cart" {
		target = "/home"
	}
	// ok: go/open-redirect/redirect-from-request
	http.Redirect(w, r, target, 302)
}
