import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../cli/mcp.js';
import { temporaryFolder } from '../support/engine.js';

/** A handler that writes what came in as HTML, in the ways it can be written. */
interface Handlers {
  readonly extension: string;
  readonly file: (body: string, beside: string) => string;
  /** By what was done to the handler: its body, and what stands beside it. */
  readonly faulty: Readonly<Record<string, readonly [body: string, beside?: string]>>;
  readonly harmless: Readonly<Record<string, readonly [body: string, beside?: string]>>;
}

/** The same handler in JavaScript and TypeScript: only what is declared about types differs. */
function express(extension: string, text: string, declared: string): Handlers {
  const file = (body: string, beside: string) => `import express${declared} from 'express';
import escapeHtml from 'escape-html';
import path from 'node:path';

const app = express();
${beside}
app.get('/hello', (req, res) => {
${body}
});
`;
  return {
    extension,
    file,
    faulty: {
      'as it was': [`res.send('<p>' + req.query.name + '</p>');`],
      'the sink in a function': [
        `show(res, req.query.name);`,
        `function show(out${text && ': express.Response'}, what${text}) {\n  out.send('<p>' + what + '</p>');\n}`,
      ],
      renamed: [`const grault = req.query.name;\nres.send(\`<p>\${grault}</p>\`);`],
      'the statement in pieces': [`let page = '<p>';\npage += req.query.name;\npage += '</p>';\nres.send(page);`],
      'made async': [
        `later(req.query.name).then(found => res.send('<p>' + found + '</p>'));`,
        `async function later(what${text}) {\n  await null;\n  return what;\n}`,
      ],
      'in a class': [
        `new Page(res).show(req.query.name);`,
        `class Page {\n  constructor(out) {\n    this.out = out;\n  }\n  show(what) {\n    this.out.send('<p>' + what + '</p>');\n  }\n}`,
      ],
      'through an object': [`const held = { a: 'x', b: req.query.name };\nres.send('<p>' + held.b + '</p>');`],
      'through a list': [`const held = ['x'];\nheld.push(req.query.name);\nres.send('<p>' + held[1] + '</p>');`],
      'through a ternary': [
        `const name = req.query.name ? req.query.name : 'nobody';\nres.send('<p>' + name + '</p>');`,
      ],
      'through a loop': [
        `let page = '';\nfor (const part of req.query.name.split(',')) {\n  page += part;\n}\nres.send('<p>' + page + '</p>');`,
      ],
      'with the wrong sanitizer': [`res.send('<p>' + path.basename(req.query.name) + '</p>');`],
    },
    harmless: {
      'with the right sanitizer': [`res.send('<p>' + escapeHtml(req.query.name) + '</p>');`],
      'with the right sanitizer in a function': [
        `res.send('<p>' + clean(req.query.name) + '</p>');`,
        `function clean(what${text}) {\n  return escapeHtml(what);\n}`,
      ],
    },
  };
}

const languages: Readonly<Record<string, Handlers>> = {
  python: {
    extension: 'py',
    file: (body, beside) => `import html
import shlex

from flask import Flask, request

app = Flask(__name__)


${beside}


@app.route("/hello")
def hello():
${body.replace(/^/gm, '    ')}
`,
    faulty: {
      'as it was': ['return "<p>" + request.args["name"] + "</p>"'],
      'the sink in a function': [
        'return show(request.args["name"])',
        'def show(what):\n    return make_response("<p>" + what + "</p>")\n\n\nfrom flask import make_response',
      ],
      renamed: ['grault = request.args["name"]\nreturn f"<p>{grault}</p>"'],
      'the statement in pieces': ['page = "<p>"\npage += request.args["name"]\npage += "</p>"\nreturn page'],
      'made async': [
        'pass',
        '@app.route("/later")\nasync def later():\n    name = await found(request.args["name"])\n    return "<p>" + name + "</p>"\n\n\nasync def found(what):\n    return what',
      ],
      'in a class': [
        'return Page("en").show(request.args["name"])',
        'class Page:\n    def __init__(self, language):\n        self.language = language\n\n    def show(self, what):\n        return "<p>" + what + "</p>"',
      ],
      'through a dict': ['held = {"a": "x", "b": request.args["name"]}\nreturn "<p>" + held["b"] + "</p>"'],
      'through a list': ['held = ["x"]\nheld.append(request.args["name"])\nreturn "<p>" + held[1] + "</p>"'],
      'through a ternary': [
        'name = request.args["name"] if "name" in request.args else "nobody"\nreturn "<p>" + name + "</p>"',
      ],
      'through a loop': [
        'page = ""\nfor part in request.args["name"].split(","):\n    page += part\nreturn "<p>" + page + "</p>"',
      ],
      'with the wrong sanitizer': ['return "<p>" + shlex.quote(request.args["name"]) + "</p>"'],
    },
    harmless: {
      'with the right sanitizer': ['return "<p>" + html.escape(request.args["name"]) + "</p>"'],
      'with the right sanitizer in a function': [
        'return "<p>" + clean(request.args["name"]) + "</p>"',
        'def clean(what):\n    return html.escape(what)',
      ],
    },
  },
  javascript: express('js', '', ''),
  typescript: express('ts', ': any', ', { type Request, type Response }'),
  java: {
    extension: 'java',
    file: (body, beside) => `import java.io.IOException;
import java.util.*;
import javax.servlet.http.*;
import org.apache.commons.io.FilenameUtils;
import org.owasp.encoder.Encode;

public class Hello extends HttpServlet {
  @Override
  public void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
${body}
  }
${beside}
}
`,
    faulty: {
      'as it was': [`response.getWriter().println("<p>" + request.getParameter("name") + "</p>");`],
      'the sink in a function': [
        `show(response, request.getParameter("name"));`,
        `private static void show(HttpServletResponse out, String what) throws IOException {\n  out.getWriter().println("<p>" + what + "</p>");\n}`,
      ],
      renamed: [
        `String grault = request.getParameter("name");\nresponse.getWriter().println("<p>" + grault + "</p>");`,
      ],
      'the statement in pieces': [
        `StringBuilder page = new StringBuilder("<p>");\npage.append(request.getParameter("name"));\npage.append("</p>");\nresponse.getWriter().println(page.toString());`,
      ],
      'in a class': [
        `new Page(response).show(request.getParameter("name"));`,
        `static class Page {\n  private final HttpServletResponse out;\n  Page(HttpServletResponse out) { this.out = out; }\n  void show(String what) throws IOException { this.out.getWriter().println("<p>" + what + "</p>"); }\n}`,
      ],
      'through a map': [
        `Map<String, String> held = new HashMap<>();\nheld.put("a", "x");\nheld.put("b", request.getParameter("name"));\nresponse.getWriter().println("<p>" + held.get("b") + "</p>");`,
      ],
      'through a list': [
        `List<String> held = new ArrayList<>();\nheld.add("x");\nheld.add(request.getParameter("name"));\nresponse.getWriter().println("<p>" + held.get(1) + "</p>");`,
      ],
      'through a ternary': [
        `String given = request.getParameter("name");\nString name = given != null ? given : "nobody";\nresponse.getWriter().println("<p>" + name + "</p>");`,
      ],
      'through a loop': [
        `String page = "";\nfor (String part : request.getParameter("name").split(",")) {\n  page += part;\n}\nresponse.getWriter().println("<p>" + page + "</p>");`,
      ],
      'with the wrong sanitizer': [
        `response.getWriter().println("<p>" + FilenameUtils.getName(request.getParameter("name")) + "</p>");`,
      ],
    },
    harmless: {
      'with the right sanitizer': [
        `response.getWriter().println("<p>" + Encode.forHtml(request.getParameter("name")) + "</p>");`,
      ],
      'with the right sanitizer in a function': [
        `response.getWriter().println("<p>" + clean(request.getParameter("name")) + "</p>");`,
        `private static String clean(String what) {\n  return Encode.forHtml(what);\n}`,
      ],
    },
  },
  go: {
    extension: 'go',
    file: (body, beside) => `package main

import (
	"fmt"
	"html"
	"net/http"
	"path/filepath"
	"strings"
)

${beside}

func hello(w http.ResponseWriter, r *http.Request) {
${body}
}
`,
    faulty: {
      'as it was': [`fmt.Fprint(w, "<p>"+r.FormValue("name")+"</p>")`],
      'the sink in a function': [
        `show(w, r.FormValue("name"))`,
        `func show(out http.ResponseWriter, what string) {\n\tfmt.Fprint(out, "<p>"+what+"</p>")\n}`,
      ],
      renamed: [`grault := r.FormValue("name")\nfmt.Fprintf(w, "<p>%s</p>", grault)`],
      'the statement in pieces': [`page := "<p>"\npage += r.FormValue("name")\npage += "</p>"\nfmt.Fprint(w, page)`],
      'made async': [
        `found := make(chan string, 1)\ngo func() { found <- r.FormValue("name") }()\nname := <-found\nfmt.Fprint(w, "<p>"+name+"</p>")`,
      ],
      'in a type': [
        `(&page{out: w}).show(r.FormValue("name"))`,
        `type page struct {\n\tout http.ResponseWriter\n}\n\nfunc (p *page) show(what string) {\n\tfmt.Fprint(p.out, "<p>"+what+"</p>")\n}`,
      ],
      'through a map': [
        `held := map[string]string{"a": "x"}\nheld["b"] = r.FormValue("name")\nfmt.Fprint(w, "<p>"+held["b"]+"</p>")`,
      ],
      'through a list': [
        `held := []string{"x"}\nheld = append(held, r.FormValue("name"))\nfmt.Fprint(w, "<p>"+held[1]+"</p>")`,
      ],
      'through a condition': [
        `name := "nobody"\nif given := r.FormValue("name"); given != "" {\n\tname = given\n}\nfmt.Fprint(w, "<p>"+name+"</p>")`,
      ],
      'through a loop': [
        `page := ""\nfor _, part := range strings.Split(r.FormValue("name"), ",") {\n\tpage += part\n}\nfmt.Fprint(w, "<p>"+page+"</p>")`,
      ],
      'with the wrong sanitizer': [`fmt.Fprint(w, "<p>"+filepath.Base(r.FormValue("name"))+"</p>")`],
    },
    harmless: {
      'with the right sanitizer': [`fmt.Fprint(w, "<p>"+html.EscapeString(r.FormValue("name"))+"</p>")`],
      'with the right sanitizer in a function': [
        `fmt.Fprint(w, "<p>"+clean(r.FormValue("name"))+"</p>")`,
        `func clean(what string) string {\n\treturn html.EscapeString(what)\n}`,
      ],
    },
  },
  csharp: {
    extension: 'cs',
    file: (body, beside) => `using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Text.Encodings.Web;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;

public class HelloController : Controller
{
    public async Task<IActionResult> Hello()
    {
${body}
        return new EmptyResult();
    }
${beside}
}
`,
    faulty: {
      'as it was': [`await Response.WriteAsync("<p>" + Request.Query["name"] + "</p>");`],
      'the sink in a function': [
        `await Show(Request.Query["name"]);`,
        `private async Task Show(string what)\n{\n    await Response.WriteAsync("<p>" + what + "</p>");\n}`,
      ],
      renamed: [`string grault = Request.Query["name"];\nawait Response.WriteAsync($"<p>{grault}</p>");`],
      'the statement in pieces': [
        `var page = new StringBuilder("<p>");\npage.Append(Request.Query["name"]);\npage.Append("</p>");\nawait Response.WriteAsync(page.ToString());`,
      ],
      'made async': [
        `var name = await Later(Request.Query["name"]);\nawait Response.WriteAsync("<p>" + name + "</p>");`,
        `private static async Task<string> Later(string what)\n{\n    await Task.Yield();\n    return what;\n}`,
      ],
      'in a class': [
        `await new Page(Response).Show(Request.Query["name"]);`,
        `private class Page\n{\n    private readonly HttpResponse _out;\n    public Page(HttpResponse o) { _out = o; }\n    public async Task Show(string what) { await _out.WriteAsync("<p>" + what + "</p>"); }\n}`,
      ],
      'through a dictionary': [
        `var held = new Dictionary<string, string>();\nheld["a"] = "x";\nheld["b"] = Request.Query["name"];\nawait Response.WriteAsync("<p>" + held["b"] + "</p>");`,
      ],
      'through a list': [
        `var held = new List<string>();\nheld.Add("x");\nheld.Add(Request.Query["name"]);\nawait Response.WriteAsync("<p>" + held[1] + "</p>");`,
      ],
      'through a ternary': [
        `string given = Request.Query["name"];\nvar name = given != null ? given : "nobody";\nawait Response.WriteAsync("<p>" + name + "</p>");`,
      ],
      'through a loop': [
        `string given = Request.Query["name"];\nvar page = "";\nforeach (var part in given.Split(','))\n{\n    page += part;\n}\nawait Response.WriteAsync("<p>" + page + "</p>");`,
      ],
      'with the wrong sanitizer': [
        `await Response.WriteAsync("<p>" + Path.GetFileName(Request.Query["name"]) + "</p>");`,
      ],
    },
    harmless: {
      'with the right sanitizer': [
        `await Response.WriteAsync("<p>" + HtmlEncoder.Default.Encode(Request.Query["name"]) + "</p>");`,
      ],
      'with the right sanitizer in a function': [
        `await Response.WriteAsync("<p>" + Clean(Request.Query["name"]) + "</p>");`,
        `private static string Clean(string what)\n{\n    return HtmlEncoder.Default.Encode(what);\n}`,
      ],
    },
  },
};

const names = (kind: 'faulty' | 'harmless', language: string) => Object.keys(languages[language]![kind]).sort();

describe.each(Object.keys(languages))('a handler in %s', language => {
  const { extension, file, faulty, harmless } = languages[language]!;

  it('keeps its finding however it is written, and loses it where it is made harmless', async () => {
    const folder = temporaryFolder();
    for (const [kind, handlers] of Object.entries({ faulty, harmless }))
      for (const [name, [body, beside = '']] of Object.entries(handlers)) {
        const path = join(folder, kind, `${name}.${extension}`);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, file(body, beside));
      }
    const { stdout } = await run(['scan', '.', '--json', '--no-cache', '--jobs', '1'], folder);
    const { findings, errors } = JSON.parse(stdout) as {
      findings: { path: string; cwe: string[] }[];
      errors: unknown[];
    };
    expect(errors).toEqual([]);
    const found = (kind: string) => [
      ...new Set(
        findings
          .filter(({ path, cwe }) => path.startsWith(`${kind}/`) && cwe.includes('CWE-79'))
          .map(({ path }) => path.slice(kind.length + 1, -extension.length - 1)),
      ),
    ];
    expect(found('faulty').sort()).toEqual(names('faulty', language));
    expect(found('harmless')).toEqual([]);
  });
});
