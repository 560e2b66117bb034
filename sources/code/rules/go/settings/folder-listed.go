package main

import (
	"embed"
	"net/http"
)

var files embed.FS

func serve() http.Handler {
	// ruleid: go/settings/folder-listed
	return http.FileServer(http.Dir("/srv/site"))
}

func throughVariable() {
	folder := http.Dir("/srv/site")
	// ruleid: go/settings/folder-listed
	http.Handle("/", http.FileServer(folder))
}

func stripped() http.Handler {
	// ruleid: go/settings/folder-listed
	return http.StripPrefix("/static/", http.FileServer(http.Dir("static")))
}

func embedded() http.Handler {
	// ok: go/settings/folder-listed
	return http.FileServer(http.FS(files))
}

func one(w http.ResponseWriter, r *http.Request) {
	name := "index.html"
	// ok: go/settings/folder-listed
	http.ServeFile(w, r, name)
}

func nothing() http.Handler {
	// ok: go/settings/folder-listed
	return http.NotFoundHandler()
}
