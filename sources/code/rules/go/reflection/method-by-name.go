package main

import (
	"net/http"
	"reflect"
)

func call(w http.ResponseWriter, r *http.Request, one any) {
	// ruleid: go/reflection/method-by-name
	reflect.ValueOf(one).MethodByName(r.FormValue("action")).Call(nil)
}

func field(one any, name string) reflect.Value {
	// ruleid: go/reflection/method-by-name
	return reflect.ValueOf(one).FieldByName(name)
}

func throughVariable(r *http.Request, one any) {
	value := reflect.ValueOf(one)
	name := "Do" + r.URL.Query().Get("action")
	// ruleid: go/reflection/method-by-name
	value.MethodByName(name).Call(nil)
}

func fixed(one any) {
	name := "Close"
	// ok: go/reflection/method-by-name
	reflect.ValueOf(one).MethodByName(name).Call(nil)
}

func oneOf(r *http.Request, one any) {
	name := r.FormValue("action")
	if name != "List" {
		name = "Show"
	}
	// ok: go/reflection/method-by-name
	reflect.ValueOf(one).MethodByName(name).Call(nil)
}

func table(r *http.Request, actions map[string]func()) {
	// ok: go/reflection/method-by-name
	actions[r.FormValue("action")]()
}
