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

describe.each([['python', python]] as const)('patterns of %s', (language, rows) => {
  it.each(rows.map(row => ({ what: row[0], row })))('match $what', ({ row: [, pattern, code, options] }) =>
    check(language, pattern, code, options),
  );
});

it('says where a pattern cannot be read', async () => {
  await expect(readPattern('foo(', languageOf('python')!)).rejects.toThrow(PatternFault);
});
