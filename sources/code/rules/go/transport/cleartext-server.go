package main

import (
	"net/http"
)

func all() {
	// ruleid: go/transport/cleartext-server
	http.ListenAndServe(":8080", nil)
}

func throughVariable() {
	address := "0.0.0.0:80"
	// ruleid: go/transport/cleartext-server
	http.ListenAndServe(address, nil)
}

func server(s *http.Server) error {
	// ruleid: go/transport/cleartext-server
	return s.ListenAndServe()
}

func encrypted() {
	// ok: go/transport/cleartext-server
	http.ListenAndServeTLS(":443", "cert.pem", "key.pem", nil)
}

func local() {
	address := "127.0.0.1:8080"
	// ok: go/transport/cleartext-server
	http.ListenAndServe(address, nil)
}

func encryptedServer(s *http.Server) error {
	// ok: go/transport/cleartext-server
	return s.ListenAndServeTLS("cert.pem", "key.pem")
}
