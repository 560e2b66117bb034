package main

import (
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"
)

func config() *ssh.ClientConfig {
	// ruleid: go/transport/host-key-ignored
	return &ssh.ClientConfig{HostKeyCallback: ssh.InsecureIgnoreHostKey()}
}

func throughVariable() *ssh.ClientConfig {
	// ruleid: go/transport/host-key-ignored
	check := ssh.InsecureIgnoreHostKey()
	return &ssh.ClientConfig{HostKeyCallback: check}
}

func later(config *ssh.ClientConfig) {
	// ruleid: go/transport/host-key-ignored
	config.HostKeyCallback = ssh.InsecureIgnoreHostKey()
}

func fixed(key ssh.PublicKey) *ssh.ClientConfig {
	// ok: go/transport/host-key-ignored
	return &ssh.ClientConfig{HostKeyCallback: ssh.FixedHostKey(key)}
}

func known() ssh.HostKeyCallback {
	// ok: go/transport/host-key-ignored
	check, _ := knownhosts.New("/etc/ssh/known_hosts")
	return check
}

func given(config *ssh.ClientConfig, check ssh.HostKeyCallback) {
	// ok: go/transport/host-key-ignored
	config.HostKeyCallback = check
}
