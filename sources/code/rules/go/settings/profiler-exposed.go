package main

import (
	"net/http"
	_ "net/http/pprof"
)

func all() {
	// ruleid: go/settings/profiler-exposed
	http.ListenAndServe(":8080", nil)
}

func throughVariable() {
	address := "0.0.0.0:80"
	// ruleid: go/settings/profiler-exposed
	http.ListenAndServe(address, nil)
}

func encrypted() {
	// ruleid: go/settings/profiler-exposed
	http.ListenAndServeTLS(":443", "cert.pem", "key.pem", nil)
}

func local() {
	// ok: go/settings/profiler-exposed
	http.ListenAndServe("localhost:6060", nil)
}

func localThroughVariable() {
	address := "127.0.0.1:6060"
	// ok: go/settings/profiler-exposed
	http.ListenAndServe(address, nil)
}

func handle(mux *http.ServeMux) {
	// ok: go/settings/profiler-exposed
	mux.Handle("/", nil)
}
