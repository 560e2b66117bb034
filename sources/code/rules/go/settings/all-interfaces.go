package main

import (
	"crypto/tls"
	"net"
)

func all() {
	// ruleid: go/settings/all-interfaces
	net.Listen("tcp", "0.0.0.0:9000")
}

func empty() {
	address := ":9000"
	// ruleid: go/settings/all-interfaces
	net.Listen("tcp", address)
}

func encrypted(config *tls.Config) {
	// ruleid: go/settings/all-interfaces
	tls.Listen("tcp", ":443", config)
}

func local() {
	// ok: go/settings/all-interfaces
	net.Listen("tcp", "127.0.0.1:9000")
}

func socket() {
	path := "/run/app.sock"
	// ok: go/settings/all-interfaces
	net.Listen("unix", path)
}

func named() {
	// ok: go/settings/all-interfaces
	net.Listen("tcp", "localhost:0")
}
