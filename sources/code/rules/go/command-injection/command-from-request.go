package main

import (
	"net/http"
	"os/exec"
	"slices"
	"strconv"
)

func shell(w http.ResponseWriter, r *http.Request) {
	// ruleid: go/command-injection/command-from-request
	exec.Command("sh", "-c", "ls "+r.FormValue("folder")).Run()
}

func program(w http.ResponseWriter, r *http.Request) {
	tool := r.URL.Query().Get("tool")
	// ruleid: go/command-injection/command-from-request
	exec.Command(tool, "--version").Run()
}

func built(w http.ResponseWriter, r *http.Request) {
	command := "convert "
	command += r.Header.Get("X-File")
	// ruleid: go/command-injection/command-from-request
	exec.CommandContext(r.Context(), "bash", "-c", command).Run()
}

func listed(w http.ResponseWriter, r *http.Request) {
	// ok: go/command-injection/command-from-request
	exec.Command("ls", "--", r.FormValue("folder")).Run()
}

func number(w http.ResponseWriter, r *http.Request) {
	count, _ := strconv.Atoi(r.FormValue("count"))
	// ok: go/command-injection/command-from-request
	exec.Command("sh", "-c", "sleep "+strconv.Itoa(count)).Run()
}

func oneOf(w http.ResponseWriter, r *http.Request) {
	unit := r.FormValue("unit")
	if !slices.Contains([]string{"web", "worker"}, unit) {
		return
	}
	// ok: go/command-injection/command-from-request
	exec.Command("sh", "-c", "systemctl restart "+unit).Run()
}
