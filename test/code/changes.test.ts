import { chmodSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project, toolsOver } from './tools.js';

const python = `import os


class Shop:
    """Sells."""

    rate = 2

    @property
    def name(self):
        return "x"

    def sell(self, what, text="""a
b"""):
        def inner(y):
            return y
        return inner(what)


if os.name:
    async def go():
        return Shop().sell(1)
`;
const typescript = `export class A {
  private readonly held = 1;
  constructor(private b: number) {}
  get(): number {
    return this.held + this.b;
  }
}
export const f = (x: number) => new A(x).get(), g = 2;
function over(a: string): void;
function over(a: number): void;
function over(a: unknown) {}
export default function main() {
  const inner = () => over('a');
  inner();
}
`;
const java = `package p;

@Deprecated
public class Shop implements Runnable {
    private int x = 1;

    public Shop() {}

    @Override
    public void run() {
        sell(x);
    }

    static int sell(int a) { return a; }

    enum Kind { A, B }
}
`;
const go = `package m

import "fmt"

// Shop sells.
type Shop struct {
\tname string
}

func (s *Shop) Sell(a int) error {
\tfmt.Println(s.name, a)
\treturn nil
}

func Run() error { return (&Shop{}).Sell(1) }
`;
const csharp = `using System;

namespace N;

public class Shop
{
    private int x = 1;

    public Shop(int a) { x = a; }

    public int Sell(int a) => a + x;
}
`;
const javascript = `const { a } = require('./b');
function outer() {
  return { inner() { return a; } };
}
module.exports = { outer };
exports.named = function () { return 1; };
`;
const texts = {
  'a.py': python,
  'a.ts': typescript,
  'Shop.java': java,
  'a.go': go,
  'Shop.cs': csharp,
  'a.js': javascript,
};
/** The same code as editors on other systems, and careless ones, write it. */
const forms: Readonly<Record<string, (text: string) => string>> = {
  'as it is': text => text,
  'with CRLF': text => text.replaceAll('\n', '\r\n'),
  'with a byte order mark': text => `\ufeff${text}`,
  'without a line end at its end': text => text.trimEnd(),
  'with astral characters': text =>
    text
      .replace(/return/, 'return /* 𝒳é */')
      .replace('/* 𝒳é */', text === python || text === javascript ? '' : '/* 𝒳é */'),
};

describe.each(Object.entries(forms))('code %s', (_, form) => {
  it.each(Object.keys(texts) as (keyof typeof texts)[])(
    '%s: every symbol is what is on the disk, and can be put back',
    async path => {
      const text = form(texts[path]);
      const root = project({ [path]: text });
      const { ask } = await toolsOver(root);
      const bytes = readFileSync(join(root, path));
      const { data: outline } = await ask('get_file_context', { file_path: path });
      expect(outline.symbols.length).toBeGreaterThan(3);
      for (const symbol of outline.symbols) {
        const { data } = await ask('extract_code', { file_path: path, target_name: symbol.name });
        expect(Buffer.from(data.target_code)).toEqual(bytes.subarray(symbol.bytes[0], symbol.bytes[1]));
        expect(data.sha256).toBe(symbol.sha256);
        const { error, data: change } = await ask('update_symbol', {
          file_path: path,
          target_name: symbol.name,
          new_code: data.target_code,
          expected_sha256: symbol.sha256,
        });
        expect([symbol.name, error, change.changed]).toEqual([symbol.name, null, false]);
      }
      expect(readFileSync(join(root, path))).toEqual(bytes);
    },
  );
});

describe('a change of one symbol', () => {
  const change = async (path: string, text: string, args: Record<string, string>) => {
    const root = project({ [path]: text });
    const { ask } = await toolsOver(root);
    const { error, data } = await ask('update_symbol', { file_path: path, ...args });
    return { error, data, text: readFileSync(join(root, path), 'utf8') };
  };

  it('takes code from the margin and puts it where it belongs', async () => {
    const { text, data } = await change('a.py', python, {
      target_name: 'Shop.sell',
      new_code: 'def sell(self, what):\n    if what:\n        return """x\ny"""\n    return 2\n',
    });
    expect(text).toContain(
      '    def sell(self, what):\n        if what:\n            return """x\ny"""\n        return 2\n\n\nif',
    );
    expect(data.diff).toContain('-    def sell');
  });

  it('keeps line ends and the byte order mark', async () => {
    const { text } = await change('a.ts', `\ufeff${typescript.replaceAll('\n', '\r\n')}`, {
      target_name: 'A.get',
      new_code: 'get(): number {\n  return 2;\n}',
    });
    expect(text.startsWith('\ufeffexport class A {\r\n')).toBe(true);
    expect(text).toContain('  get(): number {\r\n    return 2;\r\n  }\r\n');
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it.each([
    [
      'a.py',
      python,
      'Shop',
      'def count(self):\n    return 3',
      '        return inner(what)\n\n    def count(self):\n        return 3\n\n\nif',
    ],
    ['a.ts', typescript, 'A', 'count() {\n  return 3;\n}', '  }\n\n  count() {\n    return 3;\n  }\n}\n'],
    [
      'Shop.java',
      java,
      'Shop',
      'int count() {\n    return 3;\n}',
      '    enum Kind { A, B }\n    int count() {\n        return 3;\n    }\n}\n',
    ],
    [
      'Shop.cs',
      csharp,
      'Shop',
      'int Count() => 3;',
      '    public int Sell(int a) => a + x;\n\n    int Count() => 3;\n}\n',
    ],
  ])('adds a member to a class: %s', async (path, text, target, code, expected) => {
    const { text: after, error } = await change(path, text, {
      target_name: target,
      operation: 'add_member',
      new_code: code,
    });
    expect(error).toBeNull();
    expect(after).toContain(expected);
  });

  it('puts code before and after, and takes it away', async () => {
    const before = await change('a.go', go, {
      target_name: 'Run',
      operation: 'insert_before',
      new_code: 'func Walk() {}',
    });
    expect(before.text).toContain('return nil\n}\n\nfunc Walk() {}\n\nfunc Run()');
    const after = await change('a.go', go, {
      target_name: 'Shop.Sell',
      operation: 'insert_after',
      new_code: 'func Walk() {}',
    });
    expect(after.text).toContain('return nil\n}\n\nfunc Walk() {}\n\nfunc Run()');
    const gone = await change('a.go', go, { target_name: 'Shop.Sell', operation: 'delete' });
    expect(gone.text).toContain('name string\n}\n\nfunc Run()');
  });

  it('refuses what it was not shown, with what is there now', async () => {
    const { error, text } = await change('a.py', python, {
      target_name: 'Shop.sell',
      new_code: 'def sell(self): pass',
      expected_sha256: '0'.repeat(64),
    });
    expect(error).toMatchObject({ error_code: 'invalid_argument', error_details: { reason: 'stale' } });
    expect((error!.error_details as { outline: object[] }).outline.length).toBeGreaterThan(4);
    expect(text).toBe(python);
  });

  it('refuses what would not be understood, names that stand twice, and files it may not write', async () => {
    const broken = await change('a.ts', typescript, { target_name: 'A.get', new_code: 'get( {' });
    expect(broken.error).toMatchObject({ error_code: 'invalid_argument', error_details: { reason: 'syntax' } });
    expect(broken.text).toBe(typescript);
    const two = await change('a.py', 'class A:\n    def f(self): pass\nclass B:\n    def f(self): pass\n', {
      target_name: 'f',
      new_code: 'def f(self): return 1',
    });
    expect(two.error!.error_details).toMatchObject({ reason: 'ambiguous', suggestions: ['A.f', 'B.f'] });
    const root = project({ 'a.py': python });
    chmodSync(root, 0o555);
    try {
      const { ask } = await toolsOver(root);
      const { error } = await ask('update_symbol', {
        file_path: 'a.py',
        target_name: 'Shop.name',
        new_code: 'def name(self): return 1',
      });
      // Root may write everywhere.
      if (process.getuid?.() !== 0) expect(error).toMatchObject({ error_code: 'forbidden' });
    } finally {
      chmodSync(root, 0o755);
    }
  });

  it('leaves nothing beside the file', async () => {
    const root = project({ 'a.py': python });
    const { ask } = await toolsOver(root);
    const { data } = await ask('update_symbol', {
      file_path: 'a.py',
      target_name: 'Shop.name',
      new_code: 'def name(self):\n    return "y"',
    });
    expect(data.changed).toBe(true);
    expect(readdirSync(root)).toEqual(['a.py']);
  });
});

describe('a file that changed', () => {
  it('is read anew, also with the same size and times', async () => {
    const root = project({ 'a.py': 'def one():\n    return 1\n', 'b.py': 'from a import one\none()\n' });
    const { ask } = await toolsOver(root);
    const then = new Date(1_700_000_000_000);
    const write = (path: string, text: string) => {
      writeFileSync(join(root, path), text);
      utimesSync(join(root, path), then, then);
    };
    write('a.py', 'def one():\n    return 1\n');
    write('b.py', 'from a import one\none()\n');
    expect((await ask('get_symbol_references', { symbol_name: 'one' })).data.total_references).toBe(3);
    write('a.py', 'def two():\n    return 2\n');
    write('b.py', 'from a import two\ntwo()\n');
    expect((await ask('get_file_context', { file_path: 'a.py' })).data.symbols[0].name).toBe('two');
    expect((await ask('get_symbol_references', { symbol_name: 'two' })).data.total_references).toBe(3);
    expect((await ask('get_symbol_references', { symbol_name: 'one' })).error).toMatchObject({
      error_code: 'not_found',
    });
  });
});

const projects: Readonly<
  Record<string, { files: Record<string, string>; file: string; name: string; to: string; places: number }>
> = {
  python: {
    files: {
      'pkg/__init__.py': 'from .core import work\n',
      'pkg/core.py': 'def work(a):\n    return a\n\ndef other():\n    work = 3\n    return work\n',
      'main.py':
        'from pkg import work as w\nfrom pkg.core import work\nimport pkg.core\n\nw(1)\nwork(2)\npkg.core.work(3)\ntext = "work"\n',
    },
    file: 'pkg/core.py',
    name: 'work',
    to: 'toil',
    places: 6,
  },
  typescript: {
    files: {
      'src/core.ts': 'export function work(a: number) { return a; }\nexport const held = { work };\n',
      'src/index.ts': "export { work } from './core.js';\n",
      'src/main.ts':
        "import { work } from './index.js';\nimport * as core from './core.js';\nwork(1);\ncore.work(2);\nconst o = { work: 1 };\no.work;\n",
    },
    file: 'src/core.ts',
    name: 'work',
    to: 'toil',
    places: 6,
  },
  java: {
    files: {
      'src/p/Core.java':
        'package p;\npublic class Core {\n  public static int work(int a) { return a; }\n  int twice() { return work(2); }\n}\n',
      'src/q/Main.java': 'package q;\nimport p.Core;\nclass Main { int x = Core.work(1); }\n',
    },
    file: 'src/p/Core.java',
    name: 'Core.work',
    to: 'toil',
    places: 3,
  },
  go: {
    files: {
      'go.mod': 'module example.com/m\n',
      'core/core.go': 'package core\n\nfunc Work() int { return 1 }\n',
      'core/more.go': 'package core\n\nfunc more() int { return Work() }\n',
      'main.go': 'package main\n\nimport "example.com/m/core"\n\nfunc main() { core.Work() }\n',
    },
    file: 'core/core.go',
    name: 'Work',
    to: 'Toil',
    places: 3,
  },
  csharp: {
    files: {
      'Core.cs':
        'namespace N { public class Core { public int Work() { return 1; } int Twice() { return this.Work(); } } }\n',
      'Main.cs': 'using N;\nclass M { int F() { var c = new Core(); return c.Work(); } }\n',
    },
    file: 'Core.cs',
    name: 'Core.Work',
    to: 'Toil',
    places: 3,
  },
};

describe.each(Object.entries(projects))('a rename in %s', (_, { files, file, name, to, places }) => {
  it('changes every place that means the symbol, and comes back to what was there', async () => {
    const root = project(files);
    const { ask } = await toolsOver(root);
    const { error, data } = await ask('rename_symbol', { file_path: file, target_name: name, new_name: to });
    expect(error).toBeNull();
    expect(data.edits).toHaveLength(places);
    const short = name.split('.').at(-1)!;
    const again = name.replace(short, to);
    const back = await ask('rename_symbol', { file_path: file, target_name: again, new_name: short });
    expect(back.error).toBeNull();
    for (const [path, text] of Object.entries(files))
      expect(readFileSync(join(root, path), 'utf8').replace('{ work: work }', '{ work }')).toBe(text);
  });
});

it('renames nothing where a name is no name, is taken, or a word of the language', async () => {
  const root = project(projects.python!.files);
  const { ask } = await toolsOver(root);
  for (const [name, reason] of [
    ['a b', 'invalid_name'],
    ['lambda', 'keyword'],
    ['other', 'taken'],
  ] as const) {
    const { error } = await ask('rename_symbol', { file_path: 'pkg/core.py', target_name: 'work', new_name: name });
    expect(error!.error_details).toMatchObject({ reason });
  }
  expect(readFileSync(join(root, 'main.py'), 'utf8')).toBe(projects.python!.files['main.py']);
  expect(existsSync(join(root, 'pkg/core.py'))).toBe(true);
});
