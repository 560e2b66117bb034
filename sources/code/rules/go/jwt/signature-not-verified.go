package main

import (
	"github.com/golang-jwt/jwt/v5"
)

func read(text string) {
	parser := jwt.NewParser()
	// ruleid: go/jwt/signature-not-verified
	parser.ParseUnverified(text, jwt.MapClaims{})
}

func unsigned(claims jwt.Claims) *jwt.Token {
	// ruleid: go/jwt/signature-not-verified
	return jwt.NewWithClaims(jwt.SigningMethodNone, claims)
}

func none(token *jwt.Token) (string, error) {
	// ruleid: go/jwt/signature-not-verified
	return token.SignedString(jwt.UnsafeAllowNoneSignatureType)
}

func verified(text string, key jwt.Keyfunc) (*jwt.Token, error) {
	// ok: go/jwt/signature-not-verified
	return jwt.Parse(text, key, jwt.WithValidMethods([]string{"HS256"}))
}

func signed(claims jwt.Claims) *jwt.Token {
	method := jwt.SigningMethodHS256
	// ok: go/jwt/signature-not-verified
	return jwt.NewWithClaims(method, claims)
}

func text(token *jwt.Token, key []byte) (string, error) {
	// ok: go/jwt/signature-not-verified
	return token.SignedString(key)
}
