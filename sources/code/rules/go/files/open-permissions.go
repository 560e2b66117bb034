package main

import (
	"os"
)

func share(path string) {
	// ruleid: go/files/open-permissions
	os.Chmod(path, 0o777)
}

func writable(path string, data []byte) {
	// ruleid: go/files/open-permissions
	os.WriteFile(path, data, 0666)
}

func throughVariable(path string) {
	mode := 0o777
	// ruleid: go/files/open-permissions
	os.MkdirAll(path, mode)
}

func private(path string) {
	// ok: go/files/open-permissions
	os.Chmod(path, 0o600)
}

func readable(path string, data []byte) {
	// ok: go/files/open-permissions
	os.WriteFile(path, data, 0644)
}

func folder(path string) {
	mode := 0o755
	// ok: go/files/open-permissions
	os.MkdirAll(path, mode)
}
