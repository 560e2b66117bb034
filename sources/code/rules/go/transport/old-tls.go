package main

import (
	"crypto/tls"
)

func none(roots []tls.Certificate) *tls.Config {
	// ruleid: go/transport/old-tls
	return &tls.Config{Certificates: roots}
}

func old() *tls.Config {
	// ruleid: go/transport/old-tls
	return &tls.Config{MinVersion: tls.VersionTLS10}
}

func later(config *tls.Config) {
	// ruleid: go/transport/old-tls
	config.MinVersion = tls.VersionSSL30
}

func good(roots []tls.Certificate) *tls.Config {
	// ok: go/transport/old-tls
	return &tls.Config{Certificates: roots, MinVersion: tls.VersionTLS13}
}

func goodToo() *tls.Config {
	version := uint16(tls.VersionTLS12)
	// ok: go/transport/old-tls
	return &tls.Config{MinVersion: version}
}

func set(config *tls.Config) {
	// ok: go/transport/old-tls
	config.MinVersion = tls.VersionTLS12
}
