package main

import (
	"os"
)

// ruleid: go/secrets/hard-coded-password
var dbPassword = "tr0ub4dor-and-3"

// ruleid: go/secrets/hard-coded-password
const apiKey = "k9f8s7d6f5g4h3j2"

type settings struct{ User, Password string }

func given() settings {
	// ruleid: go/secrets/hard-coded-password
	return settings{User: "shop", Password: "correct-horse-9"}
}

// ok: go/secrets/hard-coded-password
var otherPassword = os.Getenv("DB_PASSWORD")

func environment() settings {
	password := os.Getenv("DB_PASSWORD")
	// ok: go/secrets/hard-coded-password
	return settings{User: "shop", Password: password}
}

func names() string {
	// ok: go/secrets/hard-coded-password
	tokenHeader := "X-Csrf-Token"
	return tokenHeader
}

// ok: go/secrets/hard-coded-password
const keyPath = "/etc/app/key.pem"
