import type { Dialect } from '../dialect.js';

/** Flask. */
export const python: Dialect = {
  language: 'python',
  framework: 'Flask',
  extension: 'py',
  sources: [
    'request.args.get("name", "")',
    'request.form["name"]',
    'request.values.get("name")',
    'request.headers.get("X-Name", "")',
    'request.cookies.get("name", "")',
    'urllib.parse.unquote_plus(request.cookies.get("name"))',
    'request.get_json()["name"]',
    'request.args.getlist("name")[0]',
  ],
  declare: (name, value) => `${name} = ${value}`,
  steps: [
    {
      name: 'condition',
      passes: (from, to, n) => ({
        lines: [`num${n} = 86`, `if 7 * 42 - num${n} > 200:`, `    ${to} = ${from}`, 'else:', `    ${to} = "fixed"`],
      }),
      stops: (from, to, n) => ({
        lines: [`num${n} = 106`, `if 7 * 18 + num${n} > 200:`, `    ${to} = "fixed"`, 'else:', `    ${to} = ${from}`],
      }),
    },
    {
      name: 'ternary',
      passes: (from, to, n) => ({ lines: [`num${n} = 5`, `${to} = "fixed" if num${n} > 9 else ${from}`] }),
      stops: (from, to, n) => ({ lines: [`num${n} = 12`, `${to} = "fixed" if num${n} > 9 else ${from}`] }),
    },
    {
      name: 'list',
      passes: (from, to, n) => ({
        lines: [
          `l${n} = []`,
          `l${n}.append("safe")`,
          `l${n}.append(${from})`,
          `l${n}.append("more")`,
          `l${n}.pop(0)`,
          `${to} = l${n}[0]`,
        ],
      }),
      stops: (from, to, n) => ({
        lines: [
          `l${n} = []`,
          `l${n}.append("safe")`,
          `l${n}.append(${from})`,
          `l${n}.append("more")`,
          `l${n}.pop(0)`,
          `${to} = l${n}[1]`,
        ],
      }),
    },
    {
      name: 'dict',
      passes: (from, to, n) => ({
        lines: [
          `m${n} = {}`,
          `m${n}["a"] = "safe"`,
          `m${n}["b"] = ${from}`,
          `m${n}["c"] = "other"`,
          `${to} = m${n}["b"]`,
        ],
      }),
      stops: (from, to, n) => ({
        lines: [
          `m${n} = {}`,
          `m${n}["a"] = "safe"`,
          `m${n}["b"] = ${from}`,
          `${to} = m${n}["b"]`,
          `${to} = m${n}["a"]`,
        ],
      }),
    },
    {
      name: 'match',
      passes: (from, to, n) => ({
        lines: [
          `guess${n} = "ABC"[1]`,
          `match guess${n}:`,
          '    case "A":',
          `        ${to} = "fixed"`,
          '    case "B":',
          `        ${to} = ${from}`,
          '    case _:',
          `        ${to} = "other"`,
        ],
      }),
      stops: (from, to, n) => ({
        lines: [
          `guess${n} = "ABC"[0]`,
          `match guess${n}:`,
          '    case "A":',
          `        ${to} = "fixed"`,
          '    case "B":',
          `        ${to} = ${from}`,
          '    case _:',
          `        ${to} = ${from}`,
        ],
      }),
    },
    {
      name: 'helper',
      passes: (from, to, n) => ({
        lines: [`${to} = keep${n}(${from})`],
        functions: [`def keep${n}(value):\n    kept = value + ""\n    return kept`],
      }),
      stops: (from, to, n) => ({
        lines: [`${to} = keep${n}(${from})`],
        functions: [`def keep${n}(value):\n    kept = {"given": value}\n    kept = "constant"\n    return kept`],
      }),
    },
    {
      name: 'class',
      passes: (from, to, n) => ({
        lines: [`o${n} = Thing${n}()`, `o${n}.put(${from})`, `${to} = o${n}.held`],
        functions: [
          `class Thing${n}:\n    def __init__(self):\n        self.held = ""\n        self.other = ""\n\n    def put(self, value):\n        self.held = value`,
        ],
      }),
      stops: (from, to, n) => ({
        lines: [`o${n} = Thing${n}()`, `o${n}.put(${from})`, `${to} = o${n}.other`],
        functions: [
          `class Thing${n}:\n    def __init__(self):\n        self.held = ""\n        self.other = ""\n\n    def put(self, value):\n        self.held = value`,
        ],
      }),
    },
    {
      name: 'encoding',
      passes: (from, to) => ({
        lines: [`${to} = base64.b64decode(base64.b64encode(${from}.encode("utf-8"))).decode("utf-8")`],
      }),
      stops: (from, to, n) => ({ lines: [`length${n} = len(${from})`, `${to} = "x" * length${n}`] }),
    },
    {
      name: 'loop',
      passes: (from, to, n) => ({ lines: [`${to} = ""`, `for c${n} in ${from}.split(","):`, `    ${to} += c${n}`] }),
      stops: (from, to, n) => ({
        lines: [`${to} = ""`, `for c${n} in ["a", "b"]:`, `    ${to} += c${n}`, `print(len(${from}))`],
      }),
    },
    {
      name: 'check',
      passes: (from, to) => ({ lines: [`if ${from} in ["a", "b"]:`, '    print("known")', `${to} = ${from}`] }),
      stops: (from, to) => ({
        lines: [`if ${from} not in ["a", "b"]:`, '    return "no such thing", 400', `${to} = ${from}`],
      }),
    },
    {
      name: 'format',
      passes: (from, to) => ({ lines: [`${to} = f"{${from}}.txt"`] }),
      stops: (from, to) => ({ lines: [`${to} = f"{int(${from})}.txt"`] }),
    },
  ],
  sinks: [
    {
      name: 'command',
      cwe: 78,
      bad: v => [`subprocess.run("ls " + ${v}, shell=True)`],
      good: v => [`subprocess.run(["ls", "--", ${v}])`],
      cleans: v => `shlex.quote(${v})`,
      cleansOther: v => `html.escape(${v})`,
    },
    {
      name: 'command of a list',
      cwe: 78,
      bad: v => [
        `args = ["sh", "-c", "echo " + ${v}]`,
        'proc = subprocess.Popen(args, stdout=subprocess.PIPE)',
        'print(proc)',
      ],
      good: v => [`args = ["echo", ${v}]`, 'proc = subprocess.Popen(args, stdout=subprocess.PIPE)', 'print(proc)'],
    },
    {
      name: 'sql',
      cwe: 89,
      bad: v => ['cur = sqlite3.connect("db").cursor()', `cur.execute(f"SELECT * FROM users WHERE name = '{${v}}'")`],
      good: v => ['cur = sqlite3.connect("db").cursor()', `cur.execute("SELECT * FROM users WHERE name = ?", (${v},))`],
      cleansOther: v => `shlex.quote(${v})`,
    },
    {
      name: 'path',
      cwe: 22,
      bad: v => [`with open("/srv/files/" + ${v}) as f:`, '    print(f.read())'],
      good: v => [`with open("/srv/files/" + secure_filename(${v})) as f:`, '    print(f.read())'],
      cleans: v => `os.path.basename(${v})`,
      cleansOther: v => `html.escape(${v})`,
    },
    {
      name: 'xss',
      cwe: 79,
      bad: v => [`return "<p>" + ${v} + "</p>"`],
      good: v => [`return "<p>" + html.escape(${v}) + "</p>"`],
      cleans: v => `markupsafe.escape(${v})`,
      cleansOther: v => `shlex.quote(${v})`,
    },
    {
      name: 'ldap',
      cwe: 90,
      bad: v => ['conn = ldap3.Connection(ldap3.Server("localhost"))', `conn.search("dc=x", f"(uid={${v}})")`],
      good: v => [
        'conn = ldap3.Connection(ldap3.Server("localhost"))',
        `conn.search("dc=x", "(uid=" + ldap3.utils.conv.escape_filter_chars(${v}) + ")")`,
      ],
    },
    {
      name: 'xpath',
      cwe: 643,
      bad: v => ['root = lxml.etree.parse("employees.xml")', `print(root.xpath("/e[@id='" + ${v} + "']"))`],
      good: v => ['root = lxml.etree.parse("employees.xml")', `print(root.xpath("/e[@id=$id]", id=${v}))`],
    },
    {
      name: 'code',
      cwe: 95,
      bad: v => [`print(eval(${v}))`],
      good: v => [`print(ast.literal_eval(${v}))`],
    },
    {
      name: 'deserialization',
      cwe: 502,
      bad: v => [`print(pickle.loads(base64.urlsafe_b64decode(${v})))`],
      good: v => [`print(json.loads(base64.urlsafe_b64decode(${v})))`],
    },
    {
      name: 'yaml',
      cwe: 502,
      bad: v => [`print(yaml.load(${v}, Loader=yaml.Loader))`],
      good: v => [`print(yaml.load(${v}, Loader=yaml.SafeLoader))`],
    },
    {
      name: 'redirect',
      cwe: 601,
      bad: v => [`return flask.redirect(${v})`],
      good: v => [`return flask.redirect(url_for("page", name=${v}))`],
    },
    {
      name: 'ssrf',
      cwe: 918,
      bad: v => [`print(requests.get(${v}, timeout=5).text)`],
      good: v => [`print(requests.get("https://api.example.org/", params={"q": ${v}}, timeout=5).text)`],
    },
    {
      name: 'template',
      cwe: 1336,
      bad: v => [`return render_template_string("Hello " + ${v})`],
      good: v => [`return render_template_string("Hello {{ name }}", name=${v})`],
    },
    {
      name: 'trust boundary',
      cwe: 501,
      bad: v => [`session[${v}] = "10340"`],
      good: v => [`session["known"] = len(${v})`],
    },
    {
      name: 'xxe',
      cwe: 611,
      bad: v => [
        'parser = xml.sax.make_parser()',
        'parser.setFeature(xml.sax.handler.feature_external_ges, True)',
        `print(xml.dom.minidom.parseString(${v}, parser))`,
      ],
      good: v => [`print(defusedxml.minidom.parseString(${v}))`],
    },
    {
      name: 'hash',
      cwe: 328,
      isFlow: false,
      bad: v => [`print(hashlib.md5(${v}.encode()).hexdigest())`],
      good: v => [`print(hashlib.sha384(${v}.encode()).hexdigest())`],
    },
    {
      name: 'random',
      cwe: 330,
      isFlow: false,
      bad: () => ['token = str(random.random())[2:]', 'session["token"] = token'],
      good: () => ['token = str(random.SystemRandom().random())[2:]', 'session["token"] = token'],
    },
    {
      name: 'cookie',
      cwe: 614,
      isFlow: false,
      bad: () => [
        'resp = make_response("ok")',
        'resp.set_cookie("s", "1", secure=False, httponly=True)',
        'return resp',
      ],
      good: () => [
        'resp = make_response("ok")',
        'resp.set_cookie("s", "1", secure=True, httponly=True, samesite="Lax")',
        'return resp',
      ],
    },
  ],
  file: (lines, functions, n) => `import ast
import base64
import hashlib
import html
import json
import os
import pickle
import random
import shlex
import sqlite3
import subprocess
import urllib.parse
import xml.dom.minidom
import xml.sax
import xml.sax.handler

import defusedxml.minidom
import flask
import ldap3
import ldap3.utils.conv
import lxml.etree
import markupsafe
import requests
import yaml
from flask import Flask, make_response, redirect, render_template_string, request, session, url_for
from werkzeug.utils import secure_filename

app = Flask(__name__)

${functions.map(each => `${each}\n\n`).join('\n')}
@app.route("/handler${n}", methods=["GET", "POST"])
def handler${n}():
${lines.map(line => `    ${line}`).join('\n')}
    return "done"
`,
};
