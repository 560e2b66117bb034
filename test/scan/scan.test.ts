import { execFileSync, spawn } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, symlinkSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explain } from '@concord/contract';
import { describe, expect, it } from 'vitest';
import { bin, homeIn, run } from '../cli/mcp.js';
import { temporaryFolder } from '../support/engine.js';

const rules = `rules:
  - id: no-eval
    languages: [python]
    severity: WARNING
    message: Do not eval $X
    pattern: eval($X)
    fix: safe($X)
    metadata: {cwe: "CWE-95: x", confidence: HIGH}
  - id: shell
    languages: [python]
    severity: ERROR
    mode: taint
    message: A shell command from outside
    pattern-sources: [{pattern: input(...)}]
    pattern-sinks: [{pattern: os.system(...)}]
  - id: token
    languages: [regex]
    severity: INFO
    message: A token $1
    pattern-regex: tok_([a-z]+)
`;

/** A folder with rules and files. */
class Tree {
  readonly folder = temporaryFolder();

  constructor(files: Readonly<Record<string, string | Buffer>> = {}) {
    this.write({ 'rules.yaml': rules, ...files });
  }

  write(files: Readonly<Record<string, string | Buffer>>): this {
    for (const [name, contents] of Object.entries(files)) {
      mkdirSync(join(this.folder, name, '..'), { recursive: true });
      writeFileSync(join(this.folder, name), contents);
    }
    return this;
  }

  run(...args: string[]) {
    return run(['scan', ...args], this.folder);
  }

  /** One document that fits its schema. */
  async scan(...args: string[]) {
    const { code, stdout, stderr } = await this.run('--rules', 'rules.yaml', '--json', ...args);
    const document = JSON.parse(stdout);
    expect(explain('scan', document), stdout.slice(0, 2_000)).toEqual([]);
    return { code, document, stderr, stdout };
  }
}

const found = (document: { findings: { rule_id: string; path: string; start: { line: number } }[] }) =>
  document.findings.map(each => `${each.rule_id} ${each.path}:${each.start.line}`);

describe('mcp scan', () => {
  it('finds by patterns, flows and expressions, and ends with 2', async () => {
    const tree = new Tree({
      'src/a.py': 'import os\n\nos.system("ls " + input())\neval(x)\n# tok_abc\n',
      'src/b.py': 'eval(1)\n',
    });
    const { code, document } = await tree.scan('src');
    expect(code).toBe(2);
    expect(found(document)).toEqual([
      'shell src/a.py:3',
      'no-eval src/a.py:4',
      'token src/a.py:5',
      'no-eval src/b.py:1',
    ]);
    const [flow, first, token] = document.findings;
    expect(flow.flow.length).toBeGreaterThan(1);
    expect(first).toMatchObject({ message: 'Do not eval x', cwe: ['CWE-95'], confidence: 'high', fix: 'safe(x)' });
    expect(first.start).toEqual({ line: 4, column: 1, offset: 38 });
    expect(token.message).toBe('A token abc');
    expect(document.stats).toEqual({ files: 2, bytes: 64, lines: 8, rules: 3, ms: 0 });
  });

  it('gives places in lines, UTF-16 columns and bytes, whatever the file is like', async () => {
    const tree = new Tree({
      'bom.py': Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('x = 1\r\n\teval(y)\r\n')]),
      'astral.py': 's = "\u{1f600}é"; eval(y)\n',
      'latin.py': Buffer.from('s = "\xe9"\neval(y)\n', 'latin1'),
    });
    const { document } = await tree.scan('--rule', 'no-eval', 'astral.py', 'bom.py', 'latin.py');
    const bytes = (name: string) => readFileSync(join(tree.folder, name));
    for (const { path, start, end } of document.findings)
      expect(bytes(path).subarray(start.offset, end.offset).toString()).toBe('eval(y)');
    expect(document.findings.map((each: { start: object }) => each.start)).toMatchObject([
      { line: 1, column: 12 },
      { line: 2, column: 2, offset: 11 },
      { line: 2, column: 1, offset: 8 },
    ]);
  });

  it('prints the same bytes for any number of jobs, and from its cache', async () => {
    const tree = new Tree(
      Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [
          `src/f${index % 7}/m${index}.py`,
          `eval(a${index})\n# tok_${'x'.repeat(index % 5)}\n`,
        ]),
      ),
    );
    const [one, four, cached] = [
      await tree.scan('src', '--jobs', '1', '--no-cache'),
      await tree.scan('src', '--jobs', '4'),
      await tree.scan('src', '--jobs', '4'),
    ];
    expect(one.document.findings.length).toBeGreaterThan(60);
    expect(four.stdout).toBe(one.stdout);
    expect(cached.stdout).toBe(one.stdout);
    tree.write({ 'src/f0/m0.py': 'fine(a0)\n# tok_\n' });
    expect((await tree.scan('src')).document.findings).toHaveLength(one.document.findings.length - 1);
  });

  it('leaves out what ignore files, globs and rules of a path leave out', async () => {
    const tree = new Tree({
      '.gitignore': 'out/\n',
      'sub/.gitignore': '*.py\n!keep.py\n',
      '.concordignore': '/vendor.py\n',
      'out/a.py': 'eval(1)',
      'sub/a.py': 'eval(1)',
      'sub/keep.py': 'eval(1)',
      'vendor.py': 'eval(1)',
      'node_modules/a.py': 'eval(1)',
      'a.py': 'eval(1)',
    });
    const paths = async (...args: string[]) =>
      (await tree.scan('--rule', 'no-eval', ...args)).document.findings.map((each: { path: string }) => each.path);
    expect(await paths()).toEqual(['a.py', 'sub/keep.py']);
    expect(await paths('--exclude', 'sub')).toEqual(['a.py']);
    expect(await paths('--include', 'sub/*.py')).toEqual(['sub/keep.py']);
    expect(await paths('--no-ignore')).toHaveLength(6);
    expect(await paths('vendor.py')).toEqual(['vendor.py']);
  });

  it('accepts findings by comments, and shows them where asked', async () => {
    const tree = new Tree({ 'a.py': 'eval(1)  # nosemgrep: no-eval\n# concord-ignore\neval(2)\neval(3)\n' });
    expect(found((await tree.scan('a.py')).document)).toEqual(['no-eval a.py:4']);
    const { document } = await tree.scan('a.py', '--suppressed');
    expect(document.findings.map((each: { suppressed?: true }) => each.suppressed)).toEqual([true, true, undefined]);
  });

  it('knows findings of a baseline again after lines were added and a function was moved', async () => {
    const one = 'def one():\n    return eval(a)\n';
    const two = 'def two():\n    x = eval(b)\n    return eval(b)\n';
    const tree = new Tree({ 'a.py': one + two });
    expect((await tree.scan('a.py', '--baseline', 'known.json', '--update-baseline')).code).toBe(0);
    tree.write({ 'a.py': `# more\n\n${two}\n${one}` });
    expect((await tree.scan('a.py', '--baseline', 'known.json')).document.findings).toEqual([]);
    tree.write({ 'a.py': `${two}${one}eval(c)\n` });
    expect(found((await tree.scan('a.py', '--baseline', 'known.json')).document)).toEqual(['no-eval a.py:6']);
  });

  it('gives fingerprints that other changes leave alone, and two findings in one function two of them', async () => {
    const before =
      'def one(a):\n    other = 1\n    eval(a)\n    eval(a)\n    return other\n\ndef two(b):\n    eval(b)\n';
    const after =
      'import os\n\ndef two(b):\n    eval(b)\n\ndef one(a):\n    more = 1\n    eval( a )\n\n    eval(a)\n    return more\n';
    const prints = async (text: string) => {
      const { document } = await new Tree({ 'a.py': text }).scan('a.py', '--rule', 'no-eval');
      return document.findings.map((each: { fingerprint: string }) => each.fingerprint).sort();
    };
    const first = await prints(before);
    expect(new Set(first).size).toBe(3);
    expect(await prints(after)).toEqual(first);
  });

  it('tells only what is new since a revision', async () => {
    const tree = new Tree({ 'a.py': 'eval(1)\n' });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
        cwd: tree.folder,
        stdio: 'pipe',
      });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'one');
    tree.write({ 'a.py': '# more\neval(1)\neval(2)\n', 'b.py': 'eval(3)\n' });
    expect(found((await tree.scan('--rule', 'no-eval', '--since', 'HEAD')).document)).toEqual([
      'no-eval a.py:3',
      'no-eval b.py:1',
    ]);
    expect((await tree.run('--rules', 'rules.yaml', '--since', '--evil')).code).toBe(1);
    expect((await tree.run('--rules', 'rules.yaml', 'a.py', '--since', 'nothing')).stderr).toContain(
      '--since cannot be used',
    );
  });

  it('fixes, and shows before what it would change', async () => {
    const tree = new Tree({ 'a.py': 'x = 1\r\neval(x)\r\n' });
    const dry = await tree.run('--rules', 'rules.yaml', 'a.py', '--fix', '--dry-run');
    expect(dry.stdout).toContain('-eval(x)');
    expect(readFileSync(join(tree.folder, 'a.py'), 'utf8')).toContain('eval');
    await tree.run('--rules', 'rules.yaml', 'a.py', '--fix');
    expect(readFileSync(join(tree.folder, 'a.py'), 'utf8')).toBe('x = 1\r\nsafe(x)\r\n');
  });

  it('writes SARIF, JUnit and annotations', async () => {
    const tree = new Tree({ 'a.py': 'import os\nos.system(input())\neval("<&>")\n' });
    await tree.run('--rules', 'rules.yaml', 'a.py', '--sarif', 'out.sarif', '--junit', 'out.xml', '--quiet');
    const [log] = JSON.parse(readFileSync(join(tree.folder, 'out.sarif'), 'utf8')).runs;
    expect(log.results).toHaveLength(2);
    expect(log.results[0]).toMatchObject({
      ruleId: 'shell',
      level: 'error',
      partialFingerprints: { 'concord/v1': expect.any(String) },
    });
    expect(log.results[0].codeFlows[0].threadFlows[0].locations.length).toBeGreaterThan(1);
    expect(readFileSync(join(tree.folder, 'out.xml'), 'utf8')).toContain('Do not eval &quot;&lt;&amp;&gt;&quot;');
    const { stdout } = await tree.run('--rules', 'rules.yaml', 'a.py', '--github');
    expect(stdout).toContain('::error file=a.py,line=2');
    expect(JSON.parse((await tree.run('--rules', 'rules.yaml', 'a.py', '--sarif')).stdout).version).toBe('2.1.0');
  });

  it('shows the code, the way of a flow and the counts', async () => {
    const tree = new Tree({ 'a.py': 'import os\ncommand = input()\nos.system(command)\n\teval(x)\n' });
    const { stdout } = await tree.run('--rules', 'rules.yaml', 'a.py');
    expect(stdout).toContain('os.system(command)');
    expect(stdout).toMatch(/┌─[\s\S]*└─/);
    expect(stdout).toMatch(/\^{7}/);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/findings?.* in 1 file, 3 rules, /);
  });

  it('looks for one pattern', async () => {
    const tree = new Tree({ 'a.py': 'f(1, 2)\n' });
    const { stdout } = await tree.run('--pattern', 'f($A, $B)', '--lang', 'python', '--json');
    expect(JSON.parse(stdout).findings[0].metavariables).toMatchObject({ $A: { text: '1' }, $B: { text: '2' } });
  });

  it('checks rules against their test files', async () => {
    const tree = new Tree({
      'mine/a.yaml': rules,
      'mine/a.py': '# ruleid: no-eval\neval(x)\n# ok: no-eval\nfine(x)\n',
      'mine/a.fixed.py': '# ruleid: no-eval\nsafe(x)\n# ok: no-eval\nfine(x)\n',
    });
    expect(await tree.run('--test', 'mine')).toMatchObject({ code: 0 });
    tree.write({ 'mine/a.py': '# ruleid: no-eval\nfine(x)\n# ok: no-eval\neval(x)\n' });
    const wrong = await tree.run('--test', 'mine');
    expect(wrong.code).toBe(2);
    expect(wrong.stdout).toContain('a.py:2');
    expect(wrong.stdout).toContain('a.py:4');
  });

  it.each([
    [['--nope'], 'Unknown flag'],
    [['--pattern', 'x'], 'language'],
    [['--lang', 'python'], '--pattern'],
    [['--pattern', 'x', '--lang', 'cobol'], 'There is no language'],
    [['--dry-run'], '--fix'],
    [['--update-baseline'], '--baseline'],
    [['--rules', 'rules.yaml', '--rule', 'no-evil'], "Did you mean 'no-eval'?"],
    [['--severity', 'loud'], 'must be one of'],
    [['--baseline', 'none.json', '--rules', 'rules.yaml'], 'cannot be read'],
    [['--baseline', 'no/such.json', '--update-baseline', '--rules', 'rules.yaml'], 'cannot be written'],
    [['--pattern', 'f((', '--lang', 'go'], 'does not parse as go'],
    [['--pattern', ' ', '--lang', 'go'], 'The pattern is empty'],
    [['--test', '.git-none'], 'no folder of rules'],
  ])('says what is wrong with %j', async (args, words) => {
    const { code, stderr } = await new Tree().run(...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
  });
});

it('says where there is nothing to scan, or nothing to scan with', async () => {
  const tree = new Tree({ 'empty/none.txt': '', 'nothing/.keep': '' });
  const none = await tree.run('--rules', 'rules.yaml', 'nothing', '--include', '*.go');
  expect([none.code, none.stdout]).toEqual([0, expect.stringContaining('There was no file to scan')]);
  const ruleless = await tree.run('--rules', 'empty', '.');
  expect([ruleless.code, ruleless.stdout]).toEqual([3, expect.stringContaining('no file of rules')]);
  expect(await tree.run('--test', 'empty')).toMatchObject({ code: 1 });
});

describe('bad input', () => {
  it('tells each fault of rules with its place, runs the others, and ends with 3', async () => {
    const tree = new Tree({
      'rules.yaml': `${rules}  - id: bad\n    languages: [python]\n    severity: ERROR\n    message: x\n    pattern: "foo(("\n  - id: other\n    languages: [cobol]\n    severity: ERROR\n    message: x\n    pattern: x\n  - id: rx\n    languages: [regex]\n    severity: INFO\n    message: x\n    pattern-regex: "(a"\n`,
      'a.py': 'eval(1)\n',
    });
    const { code, document } = await tree.scan('a.py');
    expect(code).toBe(3);
    expect(found(document)).toEqual(['no-eval a.py:1']);
    expect(
      document.errors.map(({ kind, rule_id }: { kind: string; rule_id: string }) => `${kind} ${rule_id}`).sort(),
    ).toEqual(['rule_syntax bad', 'rule_syntax rx', 'unsupported other']);
    for (const error of document.errors) expect(error.line).toBeGreaterThan(20);
  });

  it('stops an expression that explodes, and the rest goes on', async () => {
    const explosive =
      '  - id: boom\n    languages: [regex]\n    severity: INFO\n    message: x\n    pattern-regex: (a|a)*b$\n';
    const tree = new Tree({
      'rules.yaml': rules.replace('rules:\n', `rules:\n${explosive}`),
      'a.py': `# ${'a'.repeat(60)}!\neval(1)\n`,
    });
    const { document } = await tree.scan('a.py', '--timeout', '500ms');
    expect(document.errors).toMatchObject([{ kind: 'timeout', path: 'a.py', rule_id: 'boom' }]);
    expect(found(document)).toEqual(['no-eval a.py:2']);
  });

  it('stops a text that takes too long to read, and reads the others', async () => {
    const line = '[a[b](c, **{d: e for f in g if not h}).i(lambda j: k if l else m)[n:o]] + \\\n';
    const large = `x = ${line.repeat(40_000)} 0\neval(0)\n`;
    const tree = new Tree({ 'a.py': large, 'b.py': 'eval(1)\n', 'c.py': 'eval(2)\n' });
    const { document } = await tree.scan('.', '--rule', 'no-eval', '--timeout', '200ms', '--max-bytes', '10m');
    expect(document.errors).toMatchObject([{ kind: 'timeout', path: 'a.py' }]);
    expect(found(document)).toEqual(['no-eval b.py:1', 'no-eval c.py:1']);
  });

  it('tells files that are too large, no text, or gone, and scans the others', async () => {
    const tree = new Tree({ 'a.py': 'eval(1)\n', 'large.py': '', 'binary.py': Buffer.from([0, 1, 2]), 'empty.py': '' });
    truncateSync(join(tree.folder, 'large.py'), 100 * 1_048_576);
    const { document } = await tree.scan('a.py', 'large.py', 'binary.py', 'empty.py', 'none.py');
    expect(found(document)).toEqual(['no-eval a.py:1']);
    expect(document.errors.map(({ kind, path }: { kind: string; path: string }) => `${kind} ${path}`).sort()).toEqual([
      'io none.py',
      'parse binary.py',
      'too_large large.py',
    ]);
  });

  it('follows no links around in circles, and scans nothing twice', async () => {
    const tree = new Tree({ 'sub/a.py': 'eval(1)\n' });
    symlinkSync('..', join(tree.folder, 'sub/up'));
    symlinkSync('loop', join(tree.folder, 'loop'));
    linkSync(join(tree.folder, 'sub/a.py'), join(tree.folder, 'sub/b.py'));
    const { document } = await tree.scan('--rule', 'no-eval', '.');
    expect(found(document)).toEqual(['no-eval sub/a.py:1', 'no-eval sub/b.py:1']);
    expect(document.errors).toEqual([]);
  });

  it('goes on where files vanish while it scans', async () => {
    const tree = new Tree(
      Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`m${index}.py`, 'eval(1)\n'.repeat(50)])),
    );
    const scanning = spawn(bin, ['scan', '.', '--rules', 'rules.yaml', '--json', '--no-cache', '--jobs', '1'], {
      cwd: tree.folder,
      env: { ...process.env, ...homeIn(tree.folder, {}) },
    });
    let text = '';
    scanning.stdout.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
    for (let index = 299; index > 100; index--) unlinkSync(join(tree.folder, `m${index}.py`));
    await new Promise(resolve => scanning.once('close', resolve));
    const document = JSON.parse(text);
    expect(document.findings.length).toBeGreaterThan(0);
    for (const { kind } of document.errors) expect(kind).toBe('io');
  });

  it('answers code that is nested ten thousand deep, and a line of five megabytes', async () => {
    const tree = new Tree({
      'deep.py': `x = ${'('.repeat(10_000)}1${')'.repeat(10_000)}\n`,
      'long.py': `x = "${'a'.repeat(5_000_000)}"\neval(1)\n`,
    });
    const { document } = await tree.scan('deep.py', 'long.py', '--max-bytes', '10m');
    expect(found(document)).toContain('no-eval long.py:2');
    for (const { kind } of document.errors) expect(['too_large', 'timeout', 'parse']).toContain(kind);
  });
});
