package main

import (
	"github.com/golang-jwt/jwt/v5"
	"os"
)

func sign(token *jwt.Token) (string, error) {
	// ruleid: go/jwt/hard-coded-key
	return token.SignedString([]byte("only-we-know-this"))
}

func signThroughVariable(token *jwt.Token) (string, error) {
	key := "only-we-know-this"
	// ruleid: go/jwt/hard-coded-key
	return token.SignedString([]byte(key))
}

func read(text string) {
	jwt.Parse(text, func(token *jwt.Token) (interface{}, error) {
		// ruleid: go/jwt/hard-coded-key
		return []byte("only-we-know-this"), nil
	})
}

func environment(token *jwt.Token) (string, error) {
	// ok: go/jwt/hard-coded-key
	return token.SignedString([]byte(os.Getenv("JWT_KEY")))
}

func given(token *jwt.Token, key []byte) (string, error) {
	same := key
	// ok: go/jwt/hard-coded-key
	return token.SignedString(same)
}

func readWith(text string, key []byte) {
	jwt.Parse(text, func(token *jwt.Token) (interface{}, error) {
		// ok: go/jwt/hard-coded-key
		return key, nil
	})
}
