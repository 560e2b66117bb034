package main

import (
	"fmt"
	"go.mongodb.org/mongo-driver/bson"
	"net/http"
	"strconv"
)

func where(r *http.Request) bson.M {
	// ruleid: go/nosql-injection/query-from-request
	return bson.M{"$where": "this.name == '" + r.FormValue("name") + "'"}
}

func condition(r *http.Request) bson.M {
	text := fmt.Sprintf("this.owner == '%s'", r.Header.Get("X-Owner"))
	// ruleid: go/nosql-injection/query-from-request
	return bson.M{"$where": text}
}

func document(r *http.Request) error {
	var query bson.M
	// ruleid: go/nosql-injection/query-from-request
	return bson.UnmarshalExtJSON([]byte(r.FormValue("query")), true, &query)
}

func field(r *http.Request) bson.M {
	// ok: go/nosql-injection/query-from-request
	return bson.M{"name": r.FormValue("name")}
}

func number(r *http.Request) bson.M {
	age, _ := strconv.Atoi(r.FormValue("age"))
	// ok: go/nosql-injection/query-from-request
	return bson.M{"$where": fmt.Sprintf("this.age > %d", age)}
}

func fixed() bson.M {
	text := "this.a == this.b"
	// ok: go/nosql-injection/query-from-request
	return bson.M{"$where": text}
}
