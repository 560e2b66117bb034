package main

import (
	"fmt"
	"github.com/go-ldap/ldap/v3"
	"net/http"
)

func person(r *http.Request) *ldap.SearchRequest {
	// ruleid: go/ldap-injection/filter-from-request
	return ldap.NewSearchRequest("ou=people", 2, 0, 0, 0, false, "(uid="+r.FormValue("uid")+")", nil, nil)
}

func group(r *http.Request) *ldap.SearchRequest {
	filter := fmt.Sprintf("(cn=%s)", r.URL.Query().Get("name"))
	// ruleid: go/ldap-injection/filter-from-request
	return ldap.NewSearchRequest("ou=groups", 2, 0, 0, 0, false, filter, nil, nil)
}

func base(r *http.Request) *ldap.SearchRequest {
	// ruleid: go/ldap-injection/filter-from-request
	return ldap.NewSearchRequest("ou="+r.FormValue("unit"), 2, 0, 0, 0, false, "(a=b)", nil, nil)
}

func escaped(r *http.Request) *ldap.SearchRequest {
	uid := ldap.EscapeFilter(r.FormValue("uid"))
	// ok: go/ldap-injection/filter-from-request
	return ldap.NewSearchRequest("ou=people", 2, 0, 0, 0, false, "(uid="+uid+")", nil, nil)
}

func fixed() *ldap.SearchRequest {
	filter := "(objectClass=person)"
	// ok: go/ldap-injection/filter-from-request
	return ldap.NewSearchRequest("ou=people", 2, 0, 0, 0, false, filter, nil, nil)
}

func oneOf(r *http.Request) *ldap.SearchRequest {
	kind := r.FormValue("kind")
	if kind != "person" {
		kind = "group"
	}
	// ok: go/ldap-injection/filter-from-request
	return ldap.NewSearchRequest("ou=people", 2, 0, 0, 0, false, "(objectClass="+kind+")", nil, nil)
}
