package main

import (
	"fmt"
	"os/exec"
)

func archive(folder string) error {
	// ruleid: go/command-injection/command-from-caller
	return exec.Command("sh", "-c", "tar czf backup.tgz "+folder).Run()
}

func run(program string) error {
	// ruleid: go/command-injection/command-from-caller
	return exec.Command(program, "--version").Run()
}

func feed(words string) {
	shell := exec.Command("bash")
	input, _ := shell.StdinPipe()
	// ruleid: go/command-injection/command-from-caller
	input.Write([]byte(fmt.Sprintf("echo %s", words)))
}

func listed(folder string) error {
	// ok: go/command-injection/command-from-caller
	return exec.Command("tar", "czf", "backup.tgz", folder).Run()
}

func fixed() error {
	command := "uptime"
	// ok: go/command-injection/command-from-caller
	return exec.Command("sh", "-c", command).Run()
}

func number(seconds int) error {
	// ok: go/command-injection/command-from-caller
	return exec.Command("sh", "-c", fmt.Sprintf("sleep %d", seconds)).Run()
}
