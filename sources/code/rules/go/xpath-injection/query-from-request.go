package main

import (
	"fmt"
	"github.com/antchfx/xmlquery"
	"net/http"
	"strconv"
)

func person(r *http.Request, staff *xmlquery.Node) {
	// ruleid: go/xpath-injection/query-from-request
	xmlquery.Find(staff, "//person[@id='"+r.FormValue("id")+"']")
}

func team(r *http.Request, staff *xmlquery.Node) {
	query := fmt.Sprintf("//team[name='%s']", r.URL.Query().Get("name"))
	// ruleid: go/xpath-injection/query-from-request
	xmlquery.FindOne(staff, query)
}

func all(r *http.Request, staff *xmlquery.Node) {
	// ruleid: go/xpath-injection/query-from-request
	xmlquery.QueryAll(staff, "//"+r.Header.Get("X-Kind"))
}

func number(r *http.Request, staff *xmlquery.Node) {
	place, _ := strconv.Atoi(r.FormValue("place"))
	// ok: go/xpath-injection/query-from-request
	xmlquery.FindOne(staff, fmt.Sprintf("//person[%d]", place))
}

func fixed(staff *xmlquery.Node) {
	query := "//person"
	// ok: go/xpath-injection/query-from-request
	xmlquery.Find(staff, query)
}

func oneOf(r *http.Request, staff *xmlquery.Node) {
	kind := r.FormValue("kind")
	if kind == "person" {
		// ok: go/xpath-injection/query-from-request
		xmlquery.Find(staff, "//"+kind)
	}
}
