package main

import (
	"log"
	"net/http"
	"strconv"
	"strings"
)

func login(w http.ResponseWriter, r *http.Request) {
	// ruleid: go/log-injection/log-from-request
	log.Println("login of " + r.FormValue("user"))
}

func failed(w http.ResponseWriter, r *http.Request) {
	user := r.URL.Query().Get("user")
	// ruleid: go/log-injection/log-from-request
	log.Printf("no such user: %s", user)
}

func asked(w http.ResponseWriter, r *http.Request) {
	// ruleid: go/log-injection/log-from-request
	log.Print(r.Header.Get("X-Page"))
}

func quoted(w http.ResponseWriter, r *http.Request) {
	// ok: go/log-injection/log-from-request
	log.Println("login of " + strconv.Quote(r.FormValue("user")))
}

func oneLine(w http.ResponseWriter, r *http.Request) {
	user := strings.ReplaceAll(r.FormValue("user"), "\n", " ")
	// ok: go/log-injection/log-from-request
	log.Println("login of " + user)
}

func fixed() {
	user := "guest"
	// ok: go/log-injection/log-from-request
	log.Println("login of " + user)
}
