import { describe, expect, it } from 'vitest';
import { findMatches } from '../match/find-matches.js';
import { readPattern } from '../match/read-pattern.js';
import { languageOf } from '../syntax/languages/index.js';
import { parse } from '../syntax/parse.js';
import { findFlows } from './find-flows.js';
import type { TaintOptions } from './taint.js';

/** The lines of `sink(...)` that taint from `source()` reaches, by way of `clean(...)`; lines that should be end in `!`. */
async function check(name: string, code: string, options: TaintOptions = {}): Promise<void> {
  const language = languageOf(name)!;
  const tree = await parse(code, language);
  const file = { path: 'file', text: code, language, tree };
  const find = async (pattern: string) => findMatches(await readPattern(pattern, language), file);
  const flows = findFlows(
    {
      sources: [{ matches: await find('source(...)') }],
      sinks: [{ matches: await find('sink(...)') }],
      sanitizers: [{ matches: await find('clean(...)') }],
      propagators: [{ matches: await find('$TO.add($FROM)'), from: '$FROM', to: '$TO' }],
      options,
    },
    file,
  );
  const wanted = code.split('\n').flatMap((line, at) => (/(?:#|\/\/)!$/.test(line) ? [at + 1] : []));
  expect([...new Set(flows.map(({ start }) => code.slice(0, start).split('\n').length))]).toEqual(wanted);
}

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
  ['members', 'o.a = source()\nsink(o.a) #!\nsink(o.b)\nsink(o) #!'],
  ['elements', 'l = [source(), 1]\nsink(l[0]) #!\nsink(l[1])\nsink(l[i]) #!'],
  ['dictionaries', 'd = {"a": source(), "b": 1}\nsink(d["a"]) #!\nsink(d["b"])\nd["b"] = source()\nsink(d["b"]) #!'],
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
  ['calls that are safe', 'sink(f(source()))\nx = source()\nsink(x) #!', { taint_assume_safe_functions: true }],
  ['indexes', 'sink(l[source()]) #!'],
  ['indexes that are safe', 'sink(l[source()])', { taint_assume_safe_indexes: true }],
];

describe.each([['python', python]] as const)('taint in %s', (language, rows) => {
  it.each(rows)('passes through %s', (_, code, options) => check(language, code, options));
});
