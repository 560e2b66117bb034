// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows are code as text
import { describe, expect, it } from 'vitest';
import { languageOf } from '../syntax/languages/index.js';
import { parse } from '../syntax/parse.js';
import { findMatches } from './find-matches.js';
import { type MatchOptions, PatternFault } from './match.js';
import { readPattern } from './read-pattern.js';

/** The lines on which a pattern is found; lines that should be end in `!`. */
async function check(name: string, pattern: string, code: string, options: MatchOptions = {}): Promise<void> {
  const language = languageOf(name)!;
  const wanted = code.split('\n').flatMap((line, at) => (/(?:#|\/\/)!$/.test(line) ? [at + 1] : []));
  const tree = await parse(code, language);
  const read = await readPattern(pattern, language);
  const found = findMatches(read, { path: 'file', text: code, language, tree }, options);
  const lines = [...new Set(found.map(({ start }) => code.slice(0, start).split('\n').length))];
  expect(lines).toEqual(wanted);
}

type Row = readonly [what: string, pattern: string, code: string, options?: MatchOptions];

const python: readonly Row[] = [
  ['calls by name', 'eat($X)', 'eat(1) #!\neat(1, 2)\ndrink(1)\ny = eat(z) #!'],
  ['dots among arguments', 'eat(..., salt)', 'eat(salt) #!\neat(a, b, salt) #!\neat(salt, a)'],
  ['several by name', 'eat($...ALL, 1)', 'eat(1) #!\neat(2, 3, 1) #!\neat(1, 2)'],
  ['the same metavariable twice', '$A == $A', 'x == x #!\nx == y\nf(1) == f(1) #!'],
  ['keyword arguments in any order', 'cook(b=$B, a=1)', 'cook(a=1, b=2) #!\ncook(b=3, a=1) #!\ncook(a=1)'],
  ['more keyword arguments with dots', 'cook(heat=$H, ...)', 'cook(pot, heat=3) #!\ncook(lid=1, heat=2) #!\ncook(pot)'],
  ['strings of any text', 'say("...")', 'say("a") #!\nsay(\'b\') #!\nsay(c)\nsay(r"d") #!'],
  ['strings by regular expression', 'say("=~/^a+$/")', 'say("aa") #!\nsay("ab")'],
  ['text of strings', 'say("$T")', 'say("a") #!\nsay(b)'],
  ['constants by name', 'say("hello")', 'x = "hello"\nsay(x) #!\nx = other()\nsay(x)'],
  ['joined constants', 'say("ab")', 'a = "a"\nsay(a + "b") #!\nsay("a" "b") #!'],
  [
    'constants only where they are certain',
    'say(1)',
    'def f(c):\n  x = 1\n  if c:\n    x = 2\n  say(x)\n  x = 1\n  say(x) #!',
  ],
  [
    'import by another name',
    'shop.buy($X)',
    'import shop as s\ns.buy(1) #!\nfrom shop import buy\nbuy(2) #!\nfrom shop import buy as b\nb(3) #!\nother.buy(4)',
  ],
  ['members of imported modules', 'a.b.c()', 'from a import b\nb.c() #!\nimport a.b as x\nx.c() #!'],
  ['sequences with dots', '$F = open($P)\n...\n$F.read()', 'f = open(p) #!\nprint(1)\nf.read()\n'],
  ['sequences into blocks', 'a()\n...\nb()', 'a() #!\nif x:\n  while y:\n    b()\n'],
  [
    'functions with any body',
    'def $F(..., $A, ...):\n    ...',
    'def f(): pass\ndef g(a): pass #!\ndef h(a, b=1): #!\n  pass',
  ],
  ['decorated functions', '@route(...)\ndef $F(...):\n    ...', '@route("/") #!\ndef f(): pass\n@other\ndef g(): pass'],
  ['decorators may be left out', 'def f(...):\n    ...', '@a #!\ndef f(): pass'],
  ['deep expressions', 'if <... danger() ...>:\n    ...', 'if not danger() or x: #!\n  pass\nif safe():\n  pass'],
  ['chains with dots', '$O. ... .close()', 'a.close() #!\na.b().c.close() #!\na.closed()'],
  ['members of dictionaries in any order', '{..., "k": $V, ...}', 'x = {"a": 1, "k": 2} #!\ny = {"a": 1}'],
  [
    'bases of classes',
    'class $C(Base):\n    ...',
    'class A(Base): #!\n  pass\nclass B(Other, Base): #!\n  pass\nclass D: pass',
  ],
  ['exceptions', 'try:\n    ...\nexcept $E:\n    pass', 'try: #!\n  a()\nexcept ValueError:\n  pass'],
  ['interpolated strings', 'f"...{$X}..."', 'a = f"hi {x} there" #!\nb = "hi"'],
  ['conjunctions regardless of nesting', 'a and $X', 'a and b #!\na and b and c #!\nb and c'],
  ['imports', 'import $X', 'import a #!\nimport b.c #!\nfrom d import e'],
  ['what is returned', 'return $X', 'def f():\n  return 1 #!\ndef g():\n  return'],
  [
    'what is given through a name',
    'run(start($X))',
    'p = start(1)\nrun(p) #!\nrun(start(2)) #!',
    { symbolic_propagation: true },
  ],
  ['a metavariable for nothing in particular', 'f($_, $_)', 'f(1, 2) #!\nf(1)'],
  ['typed names', 'use(($X : Session))', 'def f(a: Session, b: int):\n  use(a) #!\n  use(b)'],
  ['comparisons with None', '$X == None', 'a == None #!\na is None'],
  ['with statements', 'with open($F) as $H:\n    ...', 'with open(p) as f: #!\n  pass\nwith lock: pass'],
  ['statements after each other only', 'a()\nb()', 'a() #!\nb()\na()\nc()\nb()'],
  ['lambdas', 'lambda $X: $X', 'f = lambda a: a #!\ng = lambda a: b'],
  ['comprehensions', '[$X for $X in $L]', 'a = [x for x in l] #!\nb = [y for x in l]'],
];

const javascript: readonly Row[] = [
  [
    'functions by any form',
    'function $F($A) { ... }',
    'function f(a) {} //!\nconst g = a => a; //!\nconst h = (a, b) => a;',
  ],
  [
    'functions that are arguments',
    'on(..., function ($E) { ... })',
    'on("x", e => { f(e); }); //!\non("x", function (e) {}); //!\non("x", f);',
  ],
  [
    'objects with further members',
    'send({secure: false})',
    'send({ secure: false, a: 1 }); //!\nsend({ secure: true });',
  ],
  ['members in any order', '{a: $X, b: $Y}', 'x = { b: 1, a: 2 }; //!\ny = { a: 1 };'],
  [
    'required modules by any name',
    'fs.readFile(...)',
    'const f = require("fs");\nf.readFile("x"); //!\ng.readFile("x");',
  ],
  [
    'parts of modules',
    'crypto.createHash("md5")',
    'const { createHash } = require("crypto");\ncreateHash("md5"); //!\ncreateHash("sha256");',
  ],
  ['imports', "import $X from 'm'", "import a from 'm'; //!\nimport b from 'n';\nconst c = require('m'); //!"],
  ['declarations as assignments', '$X = source()', 'const a = source(); //!\nlet b;\nb = source(); //!'],
  ['statements with a semicolon', 'stop();', 'stop(); //!\nconst a = stop(); //!\nreturn_(stop);'],
  ['template strings', '`...${$X}...`', 'a = `x${y}z`; //!\nb = `x`;'],
  ['elements with attributes', '<$T href={$X} />', 'a = <a href={b} title="c">d</a>; //!\ne = <p />;'],
  ['spread attributes', '<$T {...$P} />', 'a = <a {...b} c={d} />; //!\ne = <a b={c} />;'],
  ['classes with any members', 'class $C extends Base { ... }', 'class A extends Base { f() {} } //!\nclass B {}'],
  ['chains with dots', '$APP. ... .listen(...)', 'app.use(a).get(b).listen(80); //!\napp.use(a);'],
  ['regular expressions', '/$R/.test(...)', '/a+/.test(b); //!\nconst r = /c/;\nr.test(d); //!\ne.test(f);'],
  [
    'loops over declared names',
    'for (const $X of $L) { ... }',
    'for (const a of b) { c(a); } //!\nfor (const a in b) {}',
  ],
  ['catch clauses', 'catch ($E) { ... }', 'try {\n  a();\n} catch (e) { b(e); } //!'],
  ['deep expressions', 'if (<... $X.admin ...>) { ... }', 'if (!a.admin && b) { } //!\nif (a) { }'],
  ['children of elements', '<p ...>$X</p>', 'a = <p b="c">{d}</p>; //!\ne = <p></p>;'],
  ['the end of a block', 'lock();\n...\nunlock();', 'lock(); //!\nif (a) {\n  unlock();\n}'],
];

const typescript: readonly Row[] = [
  ['typed parameters', 'function $F($X: string) { ... }', 'function f(a: string) {} //!\nfunction g(a: number) {}'],
  ['types that patterns leave out', 'function $F($X) { ... }', 'function f(a: string): void {} //!'],
  ['typed names', 'eat(($X: Apple))', 'function f(a: Apple, b: Pear) {\n  eat(a); //!\n  eat(b);\n}'],
  ['conversions', '$X as any', 'const a = b as any; //!\nconst c = b as string;'],
  ['decorated classes', '@Injectable()\nclass $C { ... }', '@Injectable() //!\nclass A {}\nclass B {}'],
  ['interfaces', 'interface $I { ... }', 'interface A { b: string } //!\ntype C = string;'],
];

const java: readonly Row[] = [
  [
    'calls in any place',
    'Runtime.getRuntime().exec(...)',
    'class A { void f() {\n Runtime.getRuntime().exec("a"); //!\n Process p = Runtime.getRuntime().exec(b); //!\n} }',
  ],
  [
    'methods',
    '$T $M(..., String $P, ...) { ... }',
    'class A {\n int f(String a) { return 1; } //!\n void g(int b, String c) {} //!\n void h(int d) {}\n}',
  ],
  [
    'modifiers as a part',
    'public $T $M(...) { ... }',
    'class A {\n public static int f() { return 1; } //!\n int g() { return 2; }\n}',
  ],
  [
    'annotations',
    '@Get(...)\n$T $M(...) { ... }',
    'class A {\n @Get("/") //!\n String f() { return a; }\n String g() { return b; }\n}',
  ],
  [
    'types by import',
    'new java.util.Random(...)',
    'import java.util.Random;\nclass A { Random a = new Random(); //!\n Object b = new Object(); }',
  ],
  [
    'all of a package',
    'java.util.Arrays.fill(...)',
    'import java.util.*;\nclass A { void f() {\n Arrays.fill(a, b); //!\n} }',
  ],
  [
    'typed names',
    '(HttpServletRequest $R).getParameter(...)',
    'class A { void f(HttpServletRequest r, Other o) {\n r.getParameter("a"); //!\n o.getParameter("b");\n} }',
  ],
  [
    'declared values',
    'String $X = $Y.read();',
    'class A { void f() {\n String a = b.read(); //!\n int c = b.read();\n} }',
  ],
  [
    'assignments to declared types',
    '(Process $P) = ...;',
    'class A { void f() {\n Process p = start(); //!\n int q = 1;\n} }',
  ],
  [
    'constants of a class',
    'open("a")',
    'class A {\n private static final String B = "a";\n void f() {\n open(B); //!\n open(C);\n} }',
  ],
  [
    'catch clauses',
    'try { ... } catch ($E $X) { }',
    'class A { void f() {\n try { g(); } catch (Exception e) { } //!\n try { g(); } catch (Exception e) { h(); }\n} }',
  ],
  [
    'anonymous classes',
    'new Task() { ... }',
    'class A { Object a = new Task() { void run() {} }; //!\n Object b = new Task(); }',
  ],
  ['conversions', '($T) $X.get(...)', 'class A { Object f() {\n return (String) a.get(1); //!\n} }'],
];

const go: readonly Row[] = [
  ['short declarations', '$X := open(...)', 'package p\nfunc f() {\n a := open(b) //!\n a = shut(b)\n}'],
  ['declarations as assignments', '$X = open(...)', 'package p\nfunc f() {\n a := open(b) //!\n c = open(d) //!\n}'],
  ['several results', '$X, $E := open(...)', 'package p\nfunc f() {\n a, err := open(b) //!\n c := open(d)\n}'],
  [
    'handlers',
    'func $F(..., $W http.ResponseWriter, ...) { ... }',
    'package p\nfunc f(w http.ResponseWriter, r *http.Request) { //!\n}\nfunc g(a int) {\n}',
  ],
  [
    'packages by another name',
    'fmt.Println(...)',
    'package p\nimport f "fmt"\nfunc g() {\n f.Println(1) //!\n h.Println(2)\n}',
  ],
  [
    'members of literals',
    'Config{..., Skip: true, ...}',
    'package p\nvar a = Config{Name: "b", Skip: true} //!\nvar c = Config{Name: "d"}',
  ],
  ['typed names', '($C : *Client).Get(...)', 'package p\nfunc f(c *Client, d Other) {\n c.Get(1) //!\n d.Get(2)\n}'],
  ['imports below a path', 'import "crypto"', 'package p\nimport "crypto/md5" //!\nimport "fmt"'],
  ['conditions', 'if $E != nil { ... }', 'package p\nfunc f() {\n if err != nil { //!\n  return\n }\n}'],
  ['loops without a condition', 'for { ... }', 'package p\nfunc f() {\n for { //!\n }\n}'],
  ['functions that run later', 'defer $X.Close()', 'package p\nfunc f() {\n defer a.Close() //!\n b.Close()\n}'],
];

const csharp: readonly Row[] = [
  [
    'methods',
    'public $T $M(..., string $P, ...) { ... }',
    'class A {\n public int F(string a) { return 1; } //!\n int G(string b) { return 2; }\n}',
  ],
  [
    'attributes',
    '[Route(...)]\n$T $M(...) { ... }',
    'class A {\n [Route("/")] //!\n public int F() { return 1; }\n int G() { return 2; }\n}',
  ],
  [
    'names by using',
    'System.Diagnostics.Process.Start(...)',
    'using System.Diagnostics;\nclass A { void F() {\n Process.Start("a"); //!\n Other.Start("b");\n} }',
  ],
  ['interpolated strings', 'Log($"...")', 'class A { void F() {\n Log($"a{b}"); //!\n Log("c");\n} }'],
  [
    'members of new objects',
    'new Options { ..., Secure = false, ... }',
    'class A { object a = new Options { Path = "b", Secure = false }; //!\n object c = new Options { Path = "d" }; }',
  ],
  [
    'typed names',
    '(SqlCommand $C).Execute()',
    'class A { void F(SqlCommand c, Other d) {\n c.Execute(); //!\n d.Execute();\n} }',
  ],
  ['blocks that close', 'using (var $X = $Y) { ... }', 'class A { void F() {\n using (var a = b()) { } //!\n} }'],
  ['lambdas', '$X => $X.Name', 'class A { object a = b.Select(c => c.Name); //!\n object d = b.Select(c => e.Name); }'],
  [
    'any statement',
    'if ($E) { $S; } else { $S; }',
    'class A { void F() {\n if (a) { b(); } else { b(); } //!\n if (a) { b(); } else { c(); }\n} }',
  ],
  ['chains that end in dots', '$A.Use(). ...;', 'class A { void F() {\n a.Use().B().C(); //!\n a.D();\n} }'],
];

const tables: readonly (readonly [language: string, rows: readonly Row[]])[] = [
  ['python', python],
  ['javascript', javascript],
  ['typescript', typescript],
  ['java', java],
  ['go', go],
  ['csharp', csharp],
];

describe.each(tables)('patterns of %s', (language, rows) => {
  it.each(rows.map(row => ({ what: row[0], row })))('match $what', ({ row: [, pattern, code, options] }) =>
    check(language, pattern, code, options),
  );
});

it('says where a pattern cannot be read', async () => {
  await expect(readPattern('foo(', languageOf('python')!)).rejects.toThrow(PatternFault);
});
