package main

import (
	"net/http"
	"os"
	"strings"
)

// ruleid: go/secrets/token-in-code
const stripe = "sk_live_4eC39HqLyjWDarjtT1zdp7dc"

func key() string {
	// ruleid: go/secrets/token-in-code
	return "AKIAIOSFODNN7QWERTYU"
}

func header(r *http.Request) {
	// ruleid: go/secrets/token-in-code
	r.Header.Set("Authorization", "Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345")
}

func environment() string {
	// ok: go/secrets/token-in-code
	return os.Getenv("STRIPE_KEY")
}

func words() string {
	// ok: go/secrets/token-in-code
	text := "the token is asked for at the start"
	return text
}

func prefix(token string) bool {
	// ok: go/secrets/token-in-code
	return strings.HasPrefix(token, "ghp_")
}
