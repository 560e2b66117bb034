package main

import (
	"crypto/tls"
	"crypto/x509"
	"golang.org/x/crypto/ssh"
)

func config() *tls.Config {
	// ruleid: go/transport/tls-not-verified
	return &tls.Config{InsecureSkipVerify: true}
}

func later() *tls.Config {
	given := &tls.Config{}
	// ruleid: go/transport/tls-not-verified
	given.InsecureSkipVerify = true
	return given
}

func host() *ssh.ClientConfig {
	// ruleid: go/transport/tls-not-verified
	return &ssh.ClientConfig{HostKeyCallback: ssh.InsecureIgnoreHostKey()}
}

func good(roots *x509.CertPool) *tls.Config {
	// ok: go/transport/tls-not-verified
	return &tls.Config{RootCAs: roots}
}

func verified() *tls.Config {
	skip := false
	// ok: go/transport/tls-not-verified
	return &tls.Config{InsecureSkipVerify: skip}
}

func known(key ssh.PublicKey) *ssh.ClientConfig {
	// ok: go/transport/tls-not-verified
	return &ssh.ClientConfig{HostKeyCallback: ssh.FixedHostKey(key)}
}
