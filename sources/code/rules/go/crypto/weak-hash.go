package main

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"fmt"
)

func fingerprint(data []byte) [16]byte {
	// ruleid: go/crypto/weak-hash
	return md5.Sum(data)
}

func writer(data []byte) string {
	// ruleid: go/crypto/weak-hash
	hash := sha1.New()
	hash.Write(data)
	return fmt.Sprintf("%x", hash.Sum(nil))
}

func other(data []byte) string {
	// ruleid: go/crypto/weak-hash
	return fmt.Sprintf("%x", sha1.Sum(data))
}

func strong(data []byte) [32]byte {
	// ok: go/crypto/weak-hash
	return sha256.Sum256(data)
}

func strongWriter() {
	// ok: go/crypto/weak-hash
	hash := sha256.New()
	hash.Write(nil)
}

func given(data []byte, sum func([]byte) string) string {
	// ok: go/crypto/weak-hash
	return sum(data)
}
