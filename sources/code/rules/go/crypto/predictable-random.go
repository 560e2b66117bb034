package main

import (
	"fmt"
	"math/rand"
)

func makeToken() string {
	// ruleid: go/crypto/predictable-random
	return fmt.Sprint(rand.Int63())
}

func reset() string {
	// ruleid: go/crypto/predictable-random
	password := fmt.Sprint(rand.Intn(999999))
	return password
}

func salt(size int) []byte {
	letters := []byte("abc")
	out := make([]byte, size)
	for i := range out {
		// ruleid: go/crypto/predictable-random
		out[i] = letters[rand.Intn(len(letters))]
	}
	return out
}

func place(items []string) string {
	// ok: go/crypto/predictable-random
	return items[rand.Intn(len(items))]
}

func wait() int {
	// ok: go/crypto/predictable-random
	seconds := rand.Intn(10)
	return seconds
}

func dice() int {
	// ok: go/crypto/predictable-random
	return rand.Int()
}
