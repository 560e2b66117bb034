package main

import (
	"archive/tar"
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
)

func file(entry *zip.File, folder string) {
	// ruleid: go/path-traversal/entry-of-archive
	os.Create(filepath.Join(folder, entry.Name))
}

func header(entry *tar.Header) {
	path := "/srv/site/" + entry.Name
	// ruleid: go/path-traversal/entry-of-archive
	os.MkdirAll(path, 0o755)
}

func all(reader *zip.Reader, folder string) {
	for _, entry := range reader.File {
		// ruleid: go/path-traversal/entry-of-archive
		os.OpenFile(filepath.Join(folder, entry.Name), os.O_CREATE, 0o600)
	}
}

func local(entry *zip.File, folder string) {
	name := entry.Name
	if !filepath.IsLocal(name) {
		return
	}
	// ok: go/path-traversal/entry-of-archive
	os.Create(filepath.Join(folder, name))
}

func checked(entry *tar.Header, folder string) {
	path := filepath.Join(folder, entry.Name)
	if strings.HasPrefix(path, folder) {
		// ok: go/path-traversal/entry-of-archive
		os.MkdirAll(path, 0o755)
	}
}

func base(entry *zip.File, folder string) {
	// ok: go/path-traversal/entry-of-archive
	os.Create(filepath.Join(folder, filepath.Base(entry.Name)))
}
