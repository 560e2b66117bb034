package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
)

func short() {
	// ruleid: go/crypto/short-key
	rsa.GenerateKey(rand.Reader, 1024)
}

func throughVariable() {
	bits := 1536
	// ruleid: go/crypto/short-key
	rsa.GenerateKey(rand.Reader, bits)
}

func primes() {
	// ruleid: go/crypto/short-key
	rsa.GenerateMultiPrimeKey(rand.Reader, 3, 1024)
}

func long() {
	// ok: go/crypto/short-key
	rsa.GenerateKey(rand.Reader, 3072)
}

func longThroughVariable() {
	bits := 4096
	// ok: go/crypto/short-key
	rsa.GenerateKey(rand.Reader, bits)
}

func curve() {
	// ok: go/crypto/short-key
	ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
}
