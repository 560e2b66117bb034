import { describe, expect, it } from 'vitest';
import { Kind, Role } from '../syntax/kinds.js';
import { languageOf } from '../syntax/languages/index.js';
import { parse } from '../syntax/parse.js';
import { childrenOf, type Tree } from '../syntax/tree.js';
import { namesOf } from './names.js';

/** What is known of the arguments of every `show(...)`: constants as JSON, imported names, or `?`. */
async function shown(language: string, code: string): Promise<string[]> {
  const pack = languageOf(language)!;
  const tree = await parse(code, pack);
  const names = namesOf(tree, pack);
  return argumentsOfShow(tree).map(node => {
    const constant = names.constants.of(node);
    if (constant) return constant.value === undefined ? constant.kind : JSON.stringify(constant.value);
    return names.dottedNames(node)[0] ?? '?';
  });
}

function argumentsOfShow(tree: Tree): number[] {
  const found: number[] = [];
  for (let node = 0; node < tree.size; node++) {
    if (tree.role[node] !== Role.Arguments || !tree.text.slice(0, tree.start[node]).endsWith('show')) continue;
    found.push(...childrenOf(tree, node).filter(child => tree.kind[child] !== Kind.Keyword));
  }
  return found;
}

describe('what a name is worth', () => {
  it.each([
    ['python', 'x = "a"\nshow(x)', ['"a"']],
    ['python', 'x = "a"\nx = f()\nshow(x)', ['?']],
    ['python', 'def f(c):\n  x = 1\n  if c:\n    x = 2\n  show(x)', ['number']],
    ['python', 'def f(c):\n  x = 1\n  if c:\n    x = 2\n    return\n  show(x)', ['1']],
    ['python', 'x = "a"\nfor i in l:\n  show(x)\n  x = f()', ['?']],
    ['python', 'try:\n  x = f()\nexcept E:\n  x = 1\nshow(x)', ['?']],
    ['python', 'x = "a"\nx += "b"\nshow(x)', ['"ab"']],
    ['python', 'a, b = 1, "c"\nshow(a, b)', ['1', '"c"']],
    ['javascript', 'const a = 2;\nfunction f() { show(a * 3); }', ['6']],
    ['javascript', 'let a = 2;\nfunction f() { a = 3; }\nfunction g() { show(a); }', ['?']],
    ['javascript', 'const a = "x";\n{ const a = f(); show(a); }\nshow(a);', ['?', '"x"']],
    [
      'java',
      'class A { private static final String B = "c"; void f() { show(B, this.B, A.B); } }',
      ['"c"', '"c"', '"c"'],
    ],
    ['go', 'package p\nfunc f() {\n a := "b"\n show(a + "c")\n}', ['"bc"']],
    ['csharp', 'class A { void F() { var a = 1; show(a); a++; show(a); } }', ['1', '?']],
  ])('in %s: %s', async (language, code, expected) => {
    expect(await shown(language, code)).toEqual(expected);
  });
});

describe('what a name was imported as', () => {
  it.each([
    ['python', 'import a.b as c\nshow(c.d)', ['a.b.d']],
    ['python', 'from a import b as c\nshow(c, b)', ['a.b', '?']],
    ['python', 'show(b)\nfrom a import b\nshow(b)', ['?', 'a.b']],
    ['python', 'from a import b\ndef f(b):\n  show(b)', ['?']],
    ['javascript', "import a, { b as c } from 'm';\nimport * as d from 'n';\nshow(a, c, d.e);", ['m', 'm.b', 'n.e']],
    ['javascript', "import { a } from 'node:m';\nconst { b } = require('node:n');\nshow(a, b);", ['m.a', 'n.b']],
    ['javascript', "const { a: b } = require('m');\nconst c = require('n').d;\nshow(b, c);", ['m.a', 'n.d']],
    ['java', 'import a.b.C;\nclass D { void f() { show(C.e); } }', ['a.b.C.e']],
    ['go', 'package p\nimport h "net/http"\nfunc f() { show(h.Get) }', ['http.Get']],
    ['csharp', 'using A.B;\nclass C { void F() { show(D.E); } }', ['A.B.D.E']],
  ])('in %s: %s', async (language, code, expected) => {
    expect(await shown(language, code)).toEqual(expected);
  });
});
