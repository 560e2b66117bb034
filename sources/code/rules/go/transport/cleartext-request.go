package main

import (
	"net/http"
)

func get() {
	// ruleid: go/transport/cleartext-request
	http.Get("http://status.example.org/all")
}

func post() {
	address := "http://api.example.org/items"
	// ruleid: go/transport/cleartext-request
	http.Post(address, "text/plain", nil)
}

func made() {
	// ruleid: go/transport/cleartext-request
	http.NewRequest("GET", "http://api.example.org/", nil)
}

func encrypted() {
	// ok: go/transport/cleartext-request
	http.Get("https://status.example.org/all")
}

func local() {
	address := "http://localhost:8080/health"
	// ok: go/transport/cleartext-request
	http.Get(address)
}

func configured(address string) {
	// ok: go/transport/cleartext-request
	http.Get(address)
}
