package main

import (
	"fmt"
	"github.com/dop251/goja"
	"github.com/robertkrimen/otto"
	"net/http"
	"strconv"
)

func calculate(w http.ResponseWriter, r *http.Request) {
	vm := otto.New()
	// ruleid: go/code-injection/code-from-request
	vm.Run(r.FormValue("formula"))
}

func script(w http.ResponseWriter, r *http.Request) {
	vm := goja.New()
	text := "price * " + r.URL.Query().Get("factor")
	// ruleid: go/code-injection/code-from-request
	vm.RunString(text)
}

func body(w http.ResponseWriter, r *http.Request, vm *goja.Runtime) {
	// ruleid: go/code-injection/code-from-request
	vm.RunScript("given", r.Header.Get("X-Script"))
}

func fixed() {
	vm := otto.New()
	text := "1 + 1"
	// ok: go/code-injection/code-from-request
	vm.Run(text)
}

func number(w http.ResponseWriter, r *http.Request) {
	factor, _ := strconv.Atoi(r.FormValue("factor"))
	// ok: go/code-injection/code-from-request
	goja.New().RunString(fmt.Sprintf("2 * %d", factor))
}

func oneOf(w http.ResponseWriter, r *http.Request) {
	formula := r.FormValue("formula")
	if formula == "a + b" {
		// ok: go/code-injection/code-from-request
		otto.New().Run(formula)
	}
}
