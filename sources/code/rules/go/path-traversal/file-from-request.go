package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

func read(w http.ResponseWriter, r *http.Request) {
	// ruleid: go/path-traversal/file-from-request
	os.ReadFile("/srv/files/" + r.FormValue("name"))
}

func open(w http.ResponseWriter, r *http.Request) {
	path := filepath.Join("/srv/files", r.URL.Query().Get("name"))
	// ruleid: go/path-traversal/file-from-request
	os.Open(path)
}

func serve(w http.ResponseWriter, r *http.Request) {
	// ruleid: go/path-traversal/file-from-request
	http.ServeFile(w, r, r.Header.Get("X-Path"))
}

func named(w http.ResponseWriter, r *http.Request) {
	// ok: go/path-traversal/file-from-request
	os.ReadFile("/srv/files/" + filepath.Base(r.FormValue("name")))
}

func checked(w http.ResponseWriter, r *http.Request) {
	path := filepath.Join("/srv/files", r.FormValue("name"))
	if !strings.HasPrefix(path, "/srv/files/") {
		return
	}
	// ok: go/path-traversal/file-from-request
	os.Open(path)
}

func fixed() {
	name := "terms.txt"
	// ok: go/path-traversal/file-from-request
	os.ReadFile("/srv/files/" + name)
}
