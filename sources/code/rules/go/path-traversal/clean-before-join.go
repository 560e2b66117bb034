package main

import (
	"net/http"
	"path"
	"path/filepath"
)

func address(w http.ResponseWriter, r *http.Request) string {
	// ruleid: go/path-traversal/clean-before-join
	return filepath.Clean(r.URL.Path)
}

func throughVariable(w http.ResponseWriter, r *http.Request) string {
	name := r.URL.Path
	// ruleid: go/path-traversal/clean-before-join
	return path.Clean(name)
}

func value(w http.ResponseWriter, r *http.Request) string {
	// ruleid: go/path-traversal/clean-before-join
	return filepath.Clean(r.FormValue("name"))
}

func rooted(w http.ResponseWriter, r *http.Request) string {
	// ok: go/path-traversal/clean-before-join
	return path.Clean("/" + r.URL.Path)
}

func base(w http.ResponseWriter, r *http.Request) string {
	name := r.URL.Path
	// ok: go/path-traversal/clean-before-join
	return filepath.Base(name)
}

func fixed() string {
	// ok: go/path-traversal/clean-before-join
	return filepath.Clean("/srv/files")
}
