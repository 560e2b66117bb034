package main

import (
	"github.com/robertkrimen/otto"
	"io"
	"os"
)

func run(text string) {
	vm := otto.New()
	// ruleid: go/code-injection/code-from-caller
	vm.Run(text)
}

func wrapped(text string) {
	whole := "return " + text
	// ruleid: go/code-injection/code-from-caller
	otto.New().Run(whole)
}

func input() {
	text, _ := io.ReadAll(os.Stdin)
	// ruleid: go/code-injection/code-from-caller
	otto.New().Run(text)
}

func fixed() {
	text := "1 + 1"
	// ok: go/code-injection/code-from-caller
	otto.New().Run(text)
}

func values(vm *otto.Otto, name string) {
	// ok: go/code-injection/code-from-caller
	vm.Set("name", name)
}

func again(vm *otto.Otto) {
	// ok: go/code-injection/code-from-caller
	vm.Run("reset()")
}
