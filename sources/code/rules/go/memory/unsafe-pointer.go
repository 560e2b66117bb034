package main

import (
	"encoding/binary"
	"unsafe"
)

func cast(value *int64) *float64 {
	// ruleid: go/memory/unsafe-pointer
	return (*float64)(unsafe.Pointer(value))
}

func text(data []byte) string {
	// ruleid: go/memory/unsafe-pointer
	return unsafe.String(&data[0], len(data))
}

func throughVariable(value *int64) uintptr {
	// ruleid: go/memory/unsafe-pointer
	address := unsafe.Pointer(value)
	return uintptr(address)
}

func size(value int64) uintptr {
	// ok: go/memory/unsafe-pointer
	return unsafe.Sizeof(value)
}

func read(data []byte) uint32 {
	// ok: go/memory/unsafe-pointer
	return binary.LittleEndian.Uint32(data)
}

func convert(data []byte) string {
	same := data
	// ok: go/memory/unsafe-pointer
	return string(same)
}
