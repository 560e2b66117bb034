package main

import (
	"compress/gzip"
	"compress/zlib"
	"io"
	"os"
)

func unpack(in io.Reader, out io.Writer) {
	reader, _ := gzip.NewReader(in)
	// ruleid: go/resources/unbounded-decompression
	io.Copy(out, reader)
}

func whole(in io.Reader) []byte {
	reader, _ := zlib.NewReader(in)
	// ruleid: go/resources/unbounded-decompression
	data, _ := io.ReadAll(reader)
	return data
}

func buffered(in io.Reader, out io.Writer, buffer []byte) {
	reader, _ := gzip.NewReader(in)
	// ruleid: go/resources/unbounded-decompression
	io.CopyBuffer(out, reader, buffer)
}

func limited(in io.Reader, out io.Writer) {
	reader, _ := gzip.NewReader(in)
	// ok: go/resources/unbounded-decompression
	io.CopyN(out, reader, 1<<20)
}

func limitedWhole(in io.Reader) []byte {
	reader, _ := gzip.NewReader(in)
	// ok: go/resources/unbounded-decompression
	data, _ := io.ReadAll(io.LimitReader(reader, 1<<20))
	return data
}

func file(out io.Writer) {
	in, _ := os.Open("a")
	// ok: go/resources/unbounded-decompression
	io.Copy(out, in)
}
