import type { Dialect } from '../dialect.js';

/** net/http. */
export const go: Dialect = {
  language: 'go',
  framework: 'net/http',
  extension: 'go',
  sources: [
    'r.URL.Query().Get("name")',
    'r.FormValue("name")',
    'r.PostFormValue("name")',
    'r.Header.Get("X-Name")',
    'r.URL.Query()["name"][0]',
    'r.URL.Path',
    'strings.TrimSpace(r.FormValue("name"))',
  ],
  declare: (name, value) => `${name} := ${value}`,
  steps: [
    {
      name: 'condition',
      passes: (from, to, n) => ({
        lines: [
          `var ${to} string`,
          `num${n} := 86`,
          `if 7*42-num${n} > 200 {`,
          `\t${to} = ${from}`,
          '} else {',
          `\t${to} = "fixed"`,
          '}',
        ],
      }),
      stops: (from, to, n) => ({
        lines: [
          `var ${to} string`,
          `num${n} := 106`,
          `if 7*18+num${n} > 200 {`,
          `\t${to} = "fixed"`,
          '} else {',
          `\t${to} = ${from}`,
          '}',
        ],
      }),
    },
    {
      name: 'slice',
      passes: (from, to, n) => ({ lines: [`l${n} := []string{"safe", ${from}, "more"}`, `${to} := l${n}[1]`] }),
      stops: (from, to, n) => ({ lines: [`l${n} := []string{"safe", ${from}, "more"}`, `${to} := l${n}[0]`] }),
    },
    {
      name: 'append',
      passes: (from, to, n) => ({
        lines: [
          `var l${n} []string`,
          `l${n} = append(l${n}, "safe")`,
          `l${n} = append(l${n}, ${from})`,
          `${to} := l${n}[1]`,
        ],
      }),
      stops: (from, to, n) => ({
        lines: [
          `var l${n} []string`,
          `l${n} = append(l${n}, "safe")`,
          `l${n} = append(l${n}, ${from})`,
          `${to} := l${n}[0]`,
        ],
      }),
    },
    {
      name: 'map',
      passes: (from, to, n) => ({
        lines: [`m${n} := map[string]string{}`, `m${n}["a"] = "safe"`, `m${n}["b"] = ${from}`, `${to} := m${n}["b"]`],
      }),
      stops: (from, to, n) => ({
        lines: [`m${n} := map[string]string{}`, `m${n}["a"] = "safe"`, `m${n}["b"] = ${from}`, `${to} := m${n}["a"]`],
      }),
    },
    {
      name: 'switch',
      passes: (from, to, n) => ({
        lines: [
          `var ${to} string`,
          `k${n} := "B"`,
          `switch k${n} {`,
          'case "A":',
          `\t${to} = "fixed"`,
          'case "B":',
          `\t${to} = ${from}`,
          'default:',
          `\t${to} = "other"`,
          '}',
        ],
      }),
      stops: (from, to, n) => ({
        lines: [
          `var ${to} string`,
          `k${n} := "A"`,
          `switch k${n} {`,
          'case "A":',
          `\t${to} = "fixed"`,
          'case "B":',
          `\t${to} = ${from}`,
          'default:',
          `\t${to} = "other"`,
          '}',
        ],
      }),
    },
    {
      name: 'helper',
      passes: (from, to, n) => ({
        lines: [`${to} := keep${n}(${from})`],
        functions: [`func keep${n}(value string) string {\n\tkept := value + ""\n\treturn kept\n}`],
      }),
      stops: (from, to, n) => ({
        lines: [`${to} := keep${n}(${from})`],
        functions: [`func keep${n}(value string) string {\n\tkept := value\n\tkept = "constant"\n\treturn kept\n}`],
      }),
    },
    {
      name: 'two results',
      passes: (from, to, n) => ({
        lines: [`${to}, _ := both${n}(${from})`],
        functions: [`func both${n}(value string) (string, error) {\n\treturn value, nil\n}`],
      }),
      stops: (from, to, n) => ({
        lines: [`_, ${to} := both${n}(${from})`],
        functions: [`func both${n}(value string) (string, string) {\n\treturn value, "constant"\n}`],
      }),
    },
    {
      name: 'struct',
      passes: (from, to, n) => ({
        lines: [`o${n} := thing${n}{held: ${from}, other: "safe"}`, `${to} := o${n}.held`],
        functions: [`type thing${n} struct {\n\theld  string\n\tother string\n}`],
      }),
      stops: (from, to, n) => ({
        lines: [`o${n} := thing${n}{held: ${from}, other: "safe"}`, `${to} := o${n}.other`],
        functions: [`type thing${n} struct {\n\theld  string\n\tother string\n}`],
      }),
    },
    {
      name: 'builder',
      passes: (from, to, n) => ({
        lines: [
          `var b${n} strings.Builder`,
          `b${n}.WriteString("a")`,
          `b${n}.WriteString(${from})`,
          `${to} := b${n}.String()`,
        ],
      }),
      stops: (from, to, n) => ({
        lines: [
          `var b${n} strings.Builder`,
          `b${n}.WriteString("a")`,
          `${to} := b${n}.String()`,
          `fmt.Println(len(${from}))`,
        ],
      }),
    },
    {
      name: 'number',
      passes: (from, to) => ({ lines: [`${to} := strings.ToLower(${from})`] }),
      stops: (from, to, n) => ({
        lines: [
          `i${n}, err${n} := strconv.Atoi(${from})`,
          `if err${n} != nil {`,
          '\treturn',
          '}',
          `${to} := strconv.Itoa(i${n})`,
        ],
      }),
    },
    {
      name: 'check',
      passes: (from, to) => ({
        lines: [`if slices.Contains([]string{"a", "b"}, ${from}) {`, '\tfmt.Println("known")', '}', `${to} := ${from}`],
      }),
      stops: (from, to) => ({
        lines: [`if !slices.Contains([]string{"a", "b"}, ${from}) {`, '\treturn', '}', `${to} := ${from}`],
      }),
    },
  ],
  sinks: [
    {
      name: 'command',
      cwe: 78,
      bad: v => [`exec.Command("sh", "-c", "ls "+${v}).Run()`],
      good: v => [`exec.Command("ls", "--", ${v}).Run()`],
      cleansOther: v => `html.EscapeString(${v})`,
    },
    {
      name: 'sql',
      cwe: 89,
      bad: v => [`db.Query("SELECT * FROM users WHERE name = '" + ${v} + "'")`],
      good: v => [`db.Query("SELECT * FROM users WHERE name = ?", ${v})`],
      cleansOther: v => `html.EscapeString(${v})`,
    },
    {
      name: 'sql by format',
      cwe: 89,
      bad: v => [
        `query := fmt.Sprintf("SELECT * FROM users WHERE name = '%s'", ${v})`,
        'db.QueryRowContext(r.Context(), query)',
      ],
      good: v => ['query := "SELECT * FROM users WHERE name = $1"', `db.QueryRowContext(r.Context(), query, ${v})`],
    },
    {
      name: 'path',
      cwe: 22,
      bad: v => [`os.ReadFile("/srv/files/" + ${v})`],
      good: v => [`os.ReadFile("/srv/files/" + filepath.Base(${v}))`],
      cleans: v => `filepath.Base(${v})`,
      cleansOther: v => `html.EscapeString(${v})`,
    },
    {
      name: 'xss',
      cwe: 79,
      bad: v => [`fmt.Fprintf(w, "<p>%s</p>", ${v})`],
      good: v => [`fmt.Fprintf(w, "<p>%s</p>", html.EscapeString(${v}))`],
      cleans: v => `html.EscapeString(${v})`,
    },
    {
      name: 'template',
      cwe: 79,
      bad: v => [`page.Execute(w, template.HTML(${v}))`],
      good: v => [`page.Execute(w, ${v})`],
    },
    {
      name: 'ssrf',
      cwe: 918,
      bad: v => [`http.Get(${v})`],
      good: v => [`http.Get("https://api.example.org/?q=" + url.QueryEscape(${v}))`],
    },
    {
      name: 'redirect',
      cwe: 601,
      bad: v => [`http.Redirect(w, r, ${v}, http.StatusFound)`],
      good: v => [`http.Redirect(w, r, "/home?name="+url.QueryEscape(${v}), http.StatusFound)`],
    },
    {
      name: 'hash',
      cwe: 328,
      isFlow: false,
      bad: v => [`fmt.Println(md5.Sum([]byte(${v})))`],
      good: v => [`fmt.Println(sha256.Sum256([]byte(${v})))`],
    },
    {
      name: 'cookie',
      cwe: 614,
      isFlow: false,
      bad: () => ['http.SetCookie(w, &http.Cookie{Name: "s", Value: "1", HttpOnly: true, Secure: false})'],
      good: () => ['http.SetCookie(w, &http.Cookie{Name: "s", Value: "1", HttpOnly: true, Secure: true})'],
    },
  ],
  file: (lines, functions, n) => `package main

import (
	"crypto/md5"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"html"
	"html/template"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

var db *sql.DB
var page *template.Template

${functions.join('\n\n')}

func handler${n}(w http.ResponseWriter, r *http.Request) {
${lines.map(line => `\t${line}`).join('\n')}
}
`,
};
