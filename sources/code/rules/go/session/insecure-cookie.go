package main

import (
	"github.com/gorilla/sessions"
	"net/http"
)

func plain(w http.ResponseWriter) {
	// ruleid: go/session/insecure-cookie
	http.SetCookie(w, &http.Cookie{Name: "session", Value: "1"})
}

func notSecure(w http.ResponseWriter) {
	// ruleid: go/session/insecure-cookie
	cookie := http.Cookie{Name: "session", Value: "1", HttpOnly: true, Secure: false}
	http.SetCookie(w, &cookie)
}

func options(session *sessions.Session) {
	// ruleid: go/session/insecure-cookie
	session.Options = &sessions.Options{Path: "/", HttpOnly: true}
}

func good(w http.ResponseWriter) {
	// ok: go/session/insecure-cookie
	http.SetCookie(w, &http.Cookie{Name: "session", Value: "1", HttpOnly: true, Secure: true})
}

func inAnyOrder(w http.ResponseWriter) {
	on := true
	// ok: go/session/insecure-cookie
	cookie := http.Cookie{Secure: on, Name: "session", HttpOnly: on, Value: "1"}
	http.SetCookie(w, &cookie)
}

func removed(w http.ResponseWriter) {
	// ok: go/session/insecure-cookie
	http.SetCookie(w, &http.Cookie{Name: "session", MaxAge: -1})
}
