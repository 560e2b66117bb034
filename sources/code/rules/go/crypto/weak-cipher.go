package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"crypto/rc4"
)

func old(key []byte) (cipher.Block, error) {
	// ruleid: go/crypto/weak-cipher
	return des.NewCipher(key)
}

func triple(key []byte) (cipher.Block, error) {
	// ruleid: go/crypto/weak-cipher
	block, err := des.NewTripleDESCipher(key)
	return block, err
}

func stream(key []byte) (*rc4.Cipher, error) {
	// ruleid: go/crypto/weak-cipher
	return rc4.NewCipher(key)
}

func good(key []byte) (cipher.Block, error) {
	// ok: go/crypto/weak-cipher
	return aes.NewCipher(key)
}

func gcm(block cipher.Block) (cipher.AEAD, error) {
	// ok: go/crypto/weak-cipher
	mode, err := cipher.NewGCM(block)
	return mode, err
}

func given(make func([]byte) cipher.Block, key []byte) cipher.Block {
	// ok: go/crypto/weak-cipher
	return make(key)
}
