package main

import "crypto/tls"

func configs(trusted bool) {
	// ruleid: go/transport/tls-not-verified
	_ = tls.Config{InsecureSkipVerify: true}
	// ruleid: go/transport/tls-not-verified
	_ = &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: true}
	config := &tls.Config{}
	// ruleid: go/transport/tls-not-verified
	config.InsecureSkipVerify = true

	// ok: go/transport/tls-not-verified
	_ = tls.Config{MinVersion: tls.VersionTLS12}
	// ok: go/transport/tls-not-verified
	_ = tls.Config{InsecureSkipVerify: false}
	other := &tls.Config{}
	// ok: go/transport/tls-not-verified
	other.InsecureSkipVerify = false
}
