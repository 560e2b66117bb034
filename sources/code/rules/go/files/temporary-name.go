package main

import (
	"os"
	"path/filepath"
)

func fixed(data []byte) {
	// ruleid: go/files/temporary-name
	os.WriteFile("/tmp/report.txt", data, 0o600)
}

func throughVariable() {
	path := "/tmp/cache.bin"
	// ruleid: go/files/temporary-name
	os.Create(path)
}

func inFolder() {
	// ruleid: go/files/temporary-name
	os.Create(filepath.Join(os.TempDir(), "report.txt"))
}

func made() {
	// ok: go/files/temporary-name
	os.CreateTemp("", "report")
}

func own() {
	path := "/var/lib/app/cache.bin"
	// ok: go/files/temporary-name
	os.Create(path)
}

func read() {
	// ok: go/files/temporary-name
	os.ReadFile("/tmp/report.txt")
}
