import { describe, expect, it } from 'vitest';
import { findMatches } from '../match/find-matches.js';
import type { Match } from '../match/match.js';
import { readPattern } from '../match/read-pattern.js';
import { languageOf } from '../syntax/languages/index.js';
import { parse } from '../syntax/parse.js';
import { findFlows } from './find-flows.js';
import type { SinkPart, TaintOptions } from './taint.js';

/** The lines of `sink(...)` that taint from `source()` reaches, by way of `clean(...)`; lines that should be end in `!`. */
async function check(name: string, code: string, options: TaintOptions = {}, pattern = 'sink(...)'): Promise<void> {
  const language = languageOf(name)!;
  const tree = await parse(code, language);
  const file = { path: 'file', text: code, language, tree };
  const find = async (pattern: string) => findMatches(await readPattern(pattern, language), file);
  const flows = findFlows(
    {
      sources: [{ matches: await find('source(...)') }],
      sinks: [{ matches: pattern === 'sink(...)' ? await find(pattern) : focused(await find(pattern)) }],
      sanitizers: [{ matches: await find('clean(...)') }],
      propagators: [{ matches: await find('$TO.add($FROM)'), from: '$FROM', to: '$TO' }],
      guards: [
        { matches: await find('allowed($X)'), clears: '$X', when: true },
        { matches: await find('denied($X)'), clears: '$X', when: false },
      ],
      options,
    },
    file,
  );
  const wanted = code.split('\n').flatMap((line, at) => (/(?:#|\/\/)!$/.test(line) ? [at + 1] : []));
  expect([...new Set(flows.map(({ start }) => code.slice(0, start).split('\n').length))]).toEqual(wanted);
}

/** The places of the arguments in place of the calls: rules do so with `focus-metavariable`. */
const focused = (matches: readonly Match[]): Match[] =>
  matches.flatMap(({ bindings }) => {
    const given = bindings.get('$X');
    return given ? [{ start: given.start, end: given.end, bindings }] : [];
  });

type Row = readonly [what: string, code: string, options?: TaintOptions];

const python: readonly Row[] = [
  ['a variable', 'x = source()\nsink(x) #!\nx = 1\nsink(x)'],
  ['an argument', 'sink(source()) #!'],
  ['calls', 'x = f(source())\nsink(x) #!\nsink(x.strip()) #!'],
  ['operators and strings', 'x = source()\nsink("a" + x) #!\nsink(f"a{x}") #!\nsink("%s" % x) #!'],
  ['sanitizers', 'x = clean(source())\nsink(x)\nsink(clean(y) + source()) #!'],
  ['branches', 'x = 1\nif c:\n  x = source()\nsink(x) #!\nif c:\n  x = clean(x)\nelse:\n  x = 2\nsink(x)'],
  ['loops', 'x = ""\ny = ""\nfor i in l:\n  sink(y) #!\n  y = x\n  x = source()'],
  ['early ends', 'def f():\n  x = source()\n  if c:\n    x = 1\n  else:\n    return\n  sink(x)'],
  ['lists that are filled', 'l = []\nl.append(1)\nl.append(source())\nl.pop(0)\nsink(l[0]) #!\nsink(l[1])\nsink(l) #!'],
  [
    'lists that are changed',
    'l = [1]\nl.insert(0, source())\nsink(l[0]) #!\nsink(l[1])\nx = l.pop()\nsink(x)\nsink(l.pop()) #!',
  ],
  ['lists of unknown length', 'l = []\nfor i in n:\n  l.append(1)\nl.append(source())\nsink(l[0]) #!'],
  ['characters of texts', 'x = source()\nif "ABC"[1] == "B":\n  x = 1\nsink(x)'],
  ['guards', 'x = source()\nif allowed(x):\n  sink(x)\nelse:\n  sink(x) #!\nsink(x) #!'],
  ['guards that end early', 'def f():\n  x = source()\n  if not allowed(x):\n    return\n  sink(x)'],
  ['guards that say no', 'def f():\n  x = source()\n  if denied(x):\n    abort(400)\n  sink(x)'],
  ['guards that only tell', 'x = source()\nif denied(x):\n  print(x)\nsink(x) #!'],
  ['guards and others', 'x = source()\nif allowed(x) and c:\n  sink(x)\nif allowed(x) or c:\n  sink(x) #!'],
  ['either of two guards', 'x = source()\nif allowed(x) or not denied(x):\n  sink(x)\nelse:\n  sink(x) #!'],
  ['guards of other variables', 'x = source()\ny = source()\nif allowed(y):\n  sink(x) #!'],
  ['guards in expressions', 'x = source()\ny = x if allowed(x) else 1\nsink(y)\nsink(x) #!\nallowed(x) and sink(x)'],
  ['guards of loops', 'x = source()\nwhile not allowed(x):\n  x = source()\nsink(x)'],
  ['members', 'o.a = source()\nsink(o.a) #!\nsink(o.b)\nsink(o) #!'],
  ['elements', 'l = [source(), 1]\nsink(l[0]) #!\nsink(l[1])\nsink(l[i]) #!'],
  ['dictionaries', 'd = {"a": source(), "b": 1}\nsink(d["a"]) #!\nsink(d["b"])\nd["b"] = source()\nsink(d["b"]) #!'],
  ['dictionaries that are written anew', 'd = {"a": source()}\nsink(d["c"]) #!\nd["a"] = 1\nsink(d)'],
  ['tuples', 'a, b = source(), 1\nsink(a) #!\nsink(b)'],
  ['comprehensions', 'l = [f(x) for x in source()]\nsink(l) #!'],
  ['propagators', 'l = []\nl.add(source())\nsink(l) #!'],
  ['exceptions', 'try:\n  x = source()\nexcept E:\n  x = 1\nsink(x) #!'],
  ['functions by themselves', 'def f(x):\n  sink(x)\nf(source())', { taint_intrafile: false }],
  [
    'functions of the file',
    'def f(x):\n  return x\ndef g(x):\n  return 1\nsink(f(source())) #!\nsink(g(source()))',
    { taint_intrafile: true },
  ],
  ['sinks in functions', 'def f(x):\n  sink(x) #!\nf(source())', { taint_intrafile: true }],
  [
    'functions that call themselves',
    'def f(x, n):\n  if n:\n    return f(x, n - 1)\n  return x\nsink(f(source(), 3)) #!',
    { taint_intrafile: true },
  ],
  [
    'what rest parameters take',
    'def f(*a, **k):\n  sink(a[0]) #!\n  sink(a[1])\n  sink(k["k"]) #!\nf(source(), 1, k=source())',
  ],
  ['calls that are safe', 'sink(f(source()))\nx = source()\nsink(x) #!', { taint_assume_safe_functions: true }],
  ['indexes', 'sink(l[source()]) #!'],
  ['indexes that are safe', 'sink(l[source()])', { taint_assume_safe_indexes: true }],
];

/** What a program in another language looks like: the same thing said in each. */
const javascript: readonly Row[] = [
  ['a variable', 'let x = source();\nsink(x); //!\nx = 1;\nsink(x);'],
  ['templates', `sink(\`a\${source()}b\`); //!`],
  ['members and destructuring', 'const {a, b: c, ...d} = {a: source(), b: 1, e: 2};\nsink(a); //!\nsink(c);'],
  [
    'the rest of a list',
    'const [a, ...b] = [source(), 1];\nsink(a); //!\nsink(b);\nconst [c, ...d] = [1, source()];\nsink(d); //!',
  ],
  ['arrow functions', 'const f = x => x;\nsink(f(source())); //!\nsink(f(1));'],
  ['functions that are given', 'const f = (g, x) => g(x);\nsink(f(y => y, source())); //!\nsink(f(y => 1, source()));'],
  ['each element', 'source().forEach(x => {\n  sink(x); //!\n});'],
  ['what is mapped', 'sink([source()].map(x => x + 1)); //!\nsink([source()].map(x => 1));'],
  ['what is promised', 'fetch(source()).then(x => {\n  sink(x); //!\n});'],
  ['what closures write', 'const b = [];\nsource().forEach(x => b.push(x));\nsink(b); //!'],
  ['functions that are returned', 'const f = a => b => a + b;\nsink(f(source())(1)); //!\nsink(f(1)(2));'],
  [
    'objects of functions',
    'const o = {f(x) {\n  sink(x); //!\n}, g: x => x};\no.f(source());\nsink(o.g(source())); //!',
  ],
  [
    'constructors',
    'class A {\n  constructor(x) { this.a = x; this.b = 1; }\n  get() { return this.a; }\n}\nsink(new A(source()).a); //!\nsink(new A(source()).b);\nsink(new A(source()).get()); //!',
  ],
  [
    'classes above',
    'class A {\n  f(x) { return x; }\n}\nclass B extends A {\n  g(x) {\n    sink(this.f(x)); //!\n  }\n}\nnew B().g(source());',
  ],
  [
    'what calls do to their arguments',
    'function f(o, v) { o.a = v; }\nconst o = {};\nf(o, source());\nsink(o.a); //!\nsink(o.b);',
  ],
  [
    'cases',
    'function f(k, x) {\n  switch (k) {\n    case 1: sink(x); break; //!\n    default: break;\n  }\n}\nf(1, source());',
  ],
];

const typescript: readonly Row[] = [
  [
    'parameters that are fields',
    'class A {\n  constructor(private x: string) {}\n  f() {\n    sink(this.x); //!\n  }\n}\nnew A(source()).f();',
  ],
  ['types', 'const x: string = source() as string;\nsink(x!); //!'],
  ['fields', 'class A {\n  private x: string = source();\n  f(): void {\n    sink(this.x); //!\n  }\n}'],
  ['generic functions', 'function f<T>(x: T): T { return x; }\nsink(f<string>(source())); //!'],
];

const java: readonly Row[] = [
  ['a variable', 'class A { void f() {\n  String x = source();\n  sink(x); //!\n  x = "";\n  sink(x);\n} }'],
  [
    'fields',
    'class A {\n  String x = source();\n  String y;\n  void f() {\n    sink(x); //!\n    sink(this.x); //!\n    sink(y);\n  }\n}',
  ],
  [
    'lists',
    'class A { void f() {\n  java.util.List<String> l = new java.util.ArrayList<>();\n  l.add("");\n  l.add(source());\n  l.remove(0);\n  sink(l.get(0)); //!\n  l.add("");\n  sink(l.get(1));\n} }',
  ],
  [
    'characters that choose',
    "class A { void f() {\n  String x = source();\n  switch (\"ABC\".charAt(1)) {\n    case 'A': sink(x); break;\n    case 'B': sink(x); break; //!\n  }\n} }",
  ],
  [
    'maps by their whole names',
    'class A { void f() {\n  java.util.Map<String, String> m = new java.util.HashMap<>();\n  m.put("a", source());\n  m.put("b", "");\n  sink(m.get("a")); //!\n  sink(m.get("b"));\n} }',
  ],
  [
    'static initialisers',
    'class A {\n  static String x;\n  static { x = source(); }\n  void f() {\n    sink(x); //!\n  }\n}',
  ],
  [
    'methods',
    'class A {\n  String id(String x) { return x; }\n  void f() {\n    sink(id(source())); //!\n    sink(id(""));\n  }\n}',
  ],
  [
    'methods by the number of arguments',
    'class A {\n  String g(String x) { return ""; }\n  String g(String x, int n) { return x; }\n  void f() {\n    sink(g(source()));\n    sink(g(source(), 1)); //!\n  }\n}',
  ],
  [
    'lambdas that are run',
    'class A { void f() {\n  Consumer<String> g = x -> {\n    sink(x); //!\n  };\n  g.accept(source());\n} }',
  ],
  [
    'maps',
    'class A { void f() {\n  Map<String, String> m = new HashMap<>();\n  m.put("a", source());\n  sink(m.get("a")); //!\n  sink(m.get("b"));\n} }',
  ],
  [
    'builders',
    'class A { void f() {\n  StringBuilder b = new StringBuilder();\n  b.append(source());\n  sink(b.toString()); //!\n} }',
  ],
  [
    'numbers that are safe',
    'class A { void f(String s) {\n  int n = Integer.parseInt(source());\n  sink(n);\n  sink(source()); //!\n} }',
    { taint_assume_safe_numbers: true },
  ],
  [
    'what cannot throw',
    'class A { void f() {\n  String x = "";\n  int n = 1;\n  try { return n; } catch (E e) { x = source(); }\n  sink(x);\n} }',
  ],
];

const go: readonly Row[] = [
  [
    'slices',
    'func f() {\n  var l []string\n  l = append(l, "")\n  l = append(l, source())\n  sink(l[0])\n  sink(l[1]) //!\n}',
  ],
  ['fields', 'package m\nfunc f() {\n  t := T{a: source(), b: ""}\n  sink(t.a) //!\n  sink(t.b)\n}'],
  ['a variable', 'package m\nfunc f() {\n  x := source()\n  sink(x) //!\n}'],
  [
    'functions',
    'package m\nfunc id(x string) string { return x }\nfunc f() {\n  sink(id(source())) //!\n  sink(id(""))\n}',
  ],
  ['several results', 'package m\nfunc f() {\n  x, err := source()\n  sink(x) //!\n}'],
  ['goroutines', 'package m\nfunc f() {\n  go func(x string) {\n    sink(x) //!\n  }(source())\n}'],
  [
    'functions that are given',
    'package m\nfunc each(l []string, g func(string)) {\n  for _, x := range l { g(x) }\n}\nfunc f() {\n  each([]string{source()}, func(x string) {\n    sink(x) //!\n  })\n}',
  ],
  [
    'maps that are given',
    'package m\nfunc put(m map[string]string, v string) { m["a"] = v }\nfunc f() {\n  m := map[string]string{}\n  put(m, source())\n  sink(m["a"]) //!\n  sink(m["b"])\n}',
  ],
  [
    'methods',
    'package m\ntype T struct{ a string }\nfunc (t *T) get() string { return t.a }\nfunc f() {\n  t := T{a: source()}\n  sink(t.get()) //!\n}',
  ],
];

const csharp: readonly Row[] = [
  [
    'initialisers',
    'class A { void F() {\n  var o = new P { A = source(), B = "" };\n  sink(o.A); //!\n  sink(o.B);\n} }',
  ],
  ['a variable', 'class A { void F() {\n  var x = source();\n  sink(x); //!\n} }'],
  ['constructors', 'class A {\n  string k;\n  A() { this.k = source(); }\n  void F() {\n    sink(this.k); //!\n  }\n}'],
  [
    'lambdas',
    'class A { void F() {\n  var l = new List<string> { source() };\n  l.ForEach(x => {\n    sink(x); //!\n  });\n} }',
  ],
  [
    'dictionaries',
    'class A { void F() {\n  Dictionary<string, string> m = new Dictionary<string, string>();\n  m.Add("a", source());\n  sink(m.GetValueOrDefault("a")); //!\n  sink(m.GetValueOrDefault("b"));\n} }',
  ],
  [
    'patterns',
    'class A {\n  void G(int n, string x) {\n    switch (n) {\n      case < 0: sink(x); break;\n      case >= 0 and < 5: sink(x); break; //!\n    }\n  }\n  void F() { G(1, source()); }\n}',
    { guarded_taint_signatures: true },
  ],
];

describe.each([
  ['python', python],
  ['javascript', javascript],
  ['typescript', typescript],
  ['java', java],
  ['go', go],
  ['csharp', csharp],
] as const)('taint in %s', (language, rows) => {
  it.each(rows.map(row => ({ what: row[0], row })))('passes through $what', ({ row: [, code, options] }) =>
    check(language, code, options),
  );
});

/** A handler with a fault, written in many ways. `SOURCE` is what comes in, and what is left stays a fault. */
const handlers: readonly [what: string, code: string][] = [
  ['as it is', 'def h():\n  x = SOURCE\n  sink("a" + x) #!'],
  ['with the sink in a function', 'def run(q):\n  sink("a" + q) #!\ndef h():\n  run(SOURCE)'],
  ['with other names', 'def other():\n  zz = SOURCE\n  sink("a" + zz) #!'],
  ['in more statements', 'def h():\n  x = SOURCE\n  y = "a"\n  z = y + x\n  q = z\n  sink(q) #!'],
  ['asynchronous', 'async def h():\n  x = await SOURCE\n  sink("a" + x) #!'],
  [
    'in a class',
    'class H:\n  def get(self):\n    self.x = SOURCE\n    self.run()\n  def run(self):\n    sink("a" + self.x) #!',
  ],
  ['through a dict', 'def h():\n  d = {"x": SOURCE, "y": 1}\n  sink("a" + d["x"]) #!\n  sink(d["y"])'],
  ['through a list', 'def h():\n  l = []\n  l.append(SOURCE)\n  sink("a" + l[0]) #!'],
  ['through a choice', 'def h(c):\n  x = SOURCE if c else "b"\n  sink("a" + x) #!'],
  ['through a loop', 'def h():\n  q = ""\n  for x in SOURCE:\n    q += x\n  sink(q) #!'],
  ['through a global', 'q = ""\ndef put():\n  global q\n  q = SOURCE\ndef h():\n  put()\n  sink(q) #!'],
  ['with the source in a function', 'def get():\n  return SOURCE\ndef h():\n  sink(get()) #!'],
];

describe('a fault', () => {
  it.each(handlers)('is found %s', (_, code) => check('python', code.replace('SOURCE', 'source()')));
  it.each(handlers)('is gone %s with the right sanitizer', (_, code) =>
    check('python', code.replace('SOURCE', 'clean(source())').replace(/ #!/g, '')),
  );
  it.each(handlers)('stays %s with the wrong one', (_, code) =>
    check('python', code.replace('SOURCE', 'polish(source())')),
  );
});

describe('ways that are not taken', () => {
  const rows: readonly Row[] = [
    ['a branch that is never taken', 'x = source()\nif False:\n  sink(x)\nelse:\n  sink(x) #!'],
    ['a value that is known', 'n = 1\nif n == 2:\n  sink(source())\nif n == 1:\n  sink(source()) #!'],
    [
      'a value that others may write',
      'n = 1\ndef f():\n  global n\n  n = 2\ndef g():\n  if n == 2:\n    sink(source()) #!',
    ],
    ['a loop that counts', 'n = 0\nfor i in l:\n  if n == 1:\n    sink(source()) #!\n  n = n + 1'],
    [
      'what callers say',
      'def f(a, x):\n  if a:\n    return x\n  return ""\nsink(f(False, source()))\nsink(f(True, source())) #!',
      { guarded_taint_signatures: true },
    ],
    [
      'what callers say, where that is not asked',
      'def f(a, x):\n  if a:\n    return x\n  return ""\nsink(f(False, source())) #!',
    ],
  ];
  it.each(rows.map(row => ({ what: row[0], row })))('$what', ({ row: [, code, options] }) =>
    check('python', code, options),
  );
});

describe('sinks', () => {
  async function flowsOf(code: string, sink: Omit<SinkPart, 'matches'>, sinkPattern: string): Promise<number[]> {
    const language = languageOf('python')!;
    const file = { path: 'file', text: code, language, tree: await parse(code, language) };
    const find = async (pattern: string) => findMatches(await readPattern(pattern, language), file);
    const sources = [
      { matches: await find('source()'), label: 'A' },
      { matches: await find('other()'), label: 'B' },
    ];
    const sinks = [{ ...sink, matches: await find(sinkPattern) }];
    const flows = findFlows({ sources, sinks, sanitizers: [], propagators: [], options: {} }, file);
    return flows.map(({ start }) => code.slice(0, start).split('\n').length);
  }

  it('that are what a call is given count what it is worth, not what went into it', async () => {
    const code = 'def same(x):\n  return x\ndef other(x):\n  return 1\nsink(same(source())) #!\nsink(other(source()))';
    await check('python', code, {}, 'sink($X)');
    await check(
      'javascript',
      'sink(typeof source());\nsink(source() || 1); //!',
      { taint_assume_safe_booleans: true },
      'sink($X)',
    );
  });

  it('ask for labels of each metavariable', async () => {
    const multiRequires = [
      { metavariable: '$X', requires: { label: 'A' } },
      { metavariable: '$Y', requires: { not: { label: 'B' } } },
    ];
    const code = 'sink(source(), 1)\nsink(1, source())\nsink(source(), other())';
    expect(await flowsOf(code, { multiRequires }, 'sink($X, $Y)')).toEqual([1]);
  });

  it('ask for the end of a function', async () => {
    const code =
      'def f(c):\n  x = source()\n  sink(x)\n  if c:\n    return sink(x)\n  if c:\n    sink(x)\n  else:\n    g()\n';
    expect(await flowsOf(code, { atExit: true, requires: { label: 'A' } }, 'sink($X)')).toEqual([5, 7]);
  });
});

describe('large programs', () => {
  const rows: readonly Row[] = [
    ['recursion', 'def f(x, n):\n  if n:\n    return f(x, n - 1)\n  sink(x) #!\n  return x\nsink(f(source(), 3)) #!'],
    [
      'mutual recursion',
      'def f(x):\n  return g(x)\ndef g(x):\n  if x:\n    return f(x)\n  return x\nsink(f(source())) #!',
    ],
    [
      'functions in functions',
      `${Array.from({ length: 40 }, (_, n) => `${' '.repeat(n)}def f${n}(x):\n`).join('')}${' '.repeat(40)}sink(source()) #!\n`,
    ],
    ['a long chain of operators', `x = source()\nsink(${'"a" + '.repeat(900)}x) #!`],
  ];
  it.each(rows.map(([what, code]) => ({ what, code })))('end with $what', ({ code }) => check('python', code));

  /** How many times the CPU time the flows of a program take of those of one of a quarter of its size; the best of many rounds. */
  async function growth(program: (size: number) => string, size: number): Promise<number> {
    const language = languageOf('python')!;
    const prepare = async (code: string): Promise<() => number> => {
      const file = { path: 'file', text: code, language, tree: await parse(code, language) };
      const find = async (pattern: string) => findMatches(await readPattern(pattern, language), file);
      const sources = [{ matches: await find('source(...)') }];
      const sinks = [{ matches: await find('sink(...)') }];
      return () => {
        const started = process.cpuUsage();
        findFlows({ sources, sinks, sanitizers: [], propagators: [], options: {} }, file);
        const { user, system } = process.cpuUsage(started);
        return user + system;
      };
    };
    const small = await prepare(program(size));
    const large = await prepare(program(size * 4));
    let best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < 20; round++) best = [Math.min(best[0], small()), Math.min(best[1], large())];
    return best[1] / best[0];
  }

  it('grow with the lines of straight code', async () => {
    const lines = (n: number) =>
      `x = source()\n${Array.from({ length: n }, (_, at) => `v${at} = ${at ? `v${at - 1}` : 'x'} + 1\nif c:\n  w${at} = v${at}\n`).join('')}sink(x)\n`;
    expect(await growth(lines, 600)).toBeLessThan(12);
  });

  it('grow with functions that call each other', async () => {
    const functions = (n: number) =>
      `${Array.from({ length: n }, (_, at) => `def f${at}(x):\n  f${(at * 7 + 1) % n}(x)\n  return f${(at * 3 + 2) % n}(x)\n`).join('')}sink(f0(source()))\n`;
    expect(await growth(functions, 120)).toBeLessThan(12);
  });
});
