package main

import (
	"crypto/md5"
	"crypto/sha1"
	"encoding/hex"
	"golang.org/x/crypto/bcrypt"
)

type account struct{ Password, Etag string }

func (a *account) SetPassword(word string) {}

func register(a *account, word string) {
	sum := md5.Sum([]byte(word))
	// ruleid: go/crypto/hash-as-password
	a.Password = hex.EncodeToString(sum[:])
}

func change(a *account, word string) {
	hash := sha1.New()
	hash.Write([]byte(word))
	// ruleid: go/crypto/hash-as-password
	a.SetPassword(hex.EncodeToString(hash.Sum(nil)))
}

func direct(a *account, word string) {
	// ruleid: go/crypto/hash-as-password
	a.SetPassword(string(md5.New().Sum([]byte(word))))
}

func stretched(a *account, word string) {
	hash, _ := bcrypt.GenerateFromPassword([]byte(word), 12)
	// ok: go/crypto/hash-as-password
	a.Password = string(hash)
}

func etag(a *account, body []byte) {
	sum := md5.Sum(body)
	// ok: go/crypto/hash-as-password
	a.Etag = hex.EncodeToString(sum[:])
}

func given(a *account, word string) {
	// ok: go/crypto/hash-as-password
	a.SetPassword(word)
}
