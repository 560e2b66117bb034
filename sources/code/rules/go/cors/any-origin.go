package main

import (
	"github.com/rs/cors"
	"net/http"
)

func header(w http.ResponseWriter) {
	// ruleid: go/cors/any-origin
	w.Header().Set("Access-Control-Allow-Origin", "*")
}

func throughVariable(w http.ResponseWriter) {
	everyone := "*"
	// ruleid: go/cors/any-origin
	w.Header().Add("Access-Control-Allow-Origin", everyone)
}

func options() *cors.Cors {
	// ruleid: go/cors/any-origin
	return cors.New(cors.Options{AllowedOrigins: []string{"*"}})
}

func named(w http.ResponseWriter) {
	// ok: go/cors/any-origin
	w.Header().Set("Access-Control-Allow-Origin", "https://shop.example.org")
}

func namedOptions() *cors.Cors {
	shop := "https://shop.example.org"
	// ok: go/cors/any-origin
	return cors.New(cors.Options{AllowedOrigins: []string{shop}})
}

func other(w http.ResponseWriter) {
	// ok: go/cors/any-origin
	w.Header().Set("Accept-Ranges", "*")
}
