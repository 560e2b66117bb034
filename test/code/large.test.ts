import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languageOf } from '../../sources/code/src/syntax/languages/index.js';
import { parse } from '../../sources/code/src/syntax/parse.js';
import { outlineOf } from '../../sources/code/src/workspace/outline.js';
import { temporaryFolder } from '../support/engine.js';
import { project, toolsOver } from './tools.js';

const edits = process.env.CONCORD_TEST_ALL ? 1_000 : 60;

/** Functions with bodies of all kinds, by a number. */
const bodies = [
  'return 1',
  'if x:\n        return 2\n    return 3',
  'text = """a\n  b\n"""\n    return text',
  'for each in range(3):\n        print(each)',
  'def inner():\n        return 1\n    return inner()',
];
const functionOf = (name: string, body: number) => `def ${name}(x):\n    ${bodies[body]}\n`;

describe('random changes', () => {
  it(`leave files that are understood as before (${edits})`, async () => {
    const root = project({ 'a.py': '' });
    const { ask } = await toolsOver(root);
    const operations = fc.constantFrom('replace', 'insert_before', 'insert_after', 'delete');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(bodies.length - 1), { minLength: 2, maxLength: 5 }),
        fc.nat(10),
        operations,
        fc.nat(bodies.length - 1),
        fc.constantFrom('\n', '\r\n'),
        async (list, target, operation, body, end) => {
          const text = list
            .map((each, at) => functionOf(`f${at}`, each))
            .join('\n\n')
            .replaceAll('\n', end);
          writeFileSync(join(root, 'a.py'), text);
          const name = `f${target % list.length}`;
          const code = functionOf(operation === 'replace' ? name : 'fresh', body).trimEnd();
          const { error, data } = await ask('update_symbol', {
            file_path: 'a.py',
            target_name: name,
            operation,
            ...(operation !== 'delete' && { new_code: code }),
          });
          expect(error).toBeNull();
          expect(data.dry_run).toBe(false);
          const after = readFileSync(join(root, 'a.py'), 'utf8');
          const tree = await parse(after, languageOf('python')!);
          expect(tree.broken).toEqual([]);
          if (end === '\r\n') expect(after.replaceAll('\r\n', '')).not.toContain('\n');
          const names = outlineOf(tree)
            .filter(({ above }) => above < 0)
            .map(each => each.name);
          const expected = list.map((_, at) => `f${at}`);
          const at = expected.indexOf(name);
          if (operation === 'delete') expected.splice(at, 1);
          else if (operation !== 'replace') expected.splice(operation === 'insert_before' ? at : at + 1, 0, 'fresh');
          expect(names).toEqual(expected);
        },
      ),
      { numRuns: edits },
    );
  }, 600_000);
});

const python = spawnSync('python3', ['--version']).status === 0;
if (!python)
  console.warn('SKIPPED: the boundaries of Python, which python3 knows; install it with: apt-get install python3');

it.skipIf(!python)(
  'symbols of Python begin and end where Python says they do',
  async () => {
    const folder = temporaryFolder();
    const script = `
import ast, json, sys, sysconfig, pathlib
root = pathlib.Path(sysconfig.get_paths()['stdlib'])
out = []
for path in sorted(root.glob('*.py'))[:60]:
    source = path.read_bytes()
    try:
        text = source.decode('utf-8')
        tree = ast.parse(text)
    except Exception:
        continue
    found = []
    def visit(node, prefix):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                first = min([child.lineno] + [d.lineno for d in child.decorator_list])
                found.append([prefix + child.name, first, child.end_lineno])
                visit(child, prefix + child.name + '.')
            elif not isinstance(child, ast.expr):
                visit(child, prefix)
    visit(tree, '')
    out.append([str(path), found])
json.dump(out, open(sys.argv[1], 'w'))
`;
    const file = join(folder, 'out.json');
    expect(spawnSync('python3', ['-c', script, file]).status).toBe(0);
    const all = JSON.parse(readFileSync(file, 'utf8')) as [string, [string, number, number][]][];
    expect(all.length).toBeGreaterThan(20);
    for (const [path, wanted] of all) {
      const text = readFileSync(path, 'utf8');
      const tree = await parse(text, languageOf('python')!);
      if (tree.broken.length > 0) continue;
      const lineOf = (at: number) => text.slice(0, at).split('\n').length;
      const found = outlineOf(tree)
        .filter(
          ({ kind, node }) => kind !== 'variable' && /^(?:@|async |def |class )/.test(text.slice(tree.start[node]!)),
        )
        .map(({ name, start, end }) => [name.replace(/~\d+/g, ''), lineOf(start), lineOf(end - 1)]);
      expect([path, found.sort()]).toEqual([path, wanted.sort()]);
    }
  },
  120_000,
);

describe('a project of many files', () => {
  it('is answered within the budget, page by page, with true totals', async () => {
    const root = temporaryFolder();
    const count = process.env.CONCORD_TEST_ALL ? 10_000 : 600;
    for (let folder = 0; folder < count / 100; folder++) {
      mkdirSync(join(root, `p${folder}`));
      for (let at = 0; at < 100; at++)
        writeFileSync(
          join(root, `p${folder}`, `m${at}.py`),
          `from p0.m0 import shared\n\ndef f${at}(x):\n    return shared(x) + ${at}\n${folder === 0 && at === 0 ? '\ndef shared(x):\n    return x\n' : ''}`,
        );
    }
    const { ask } = await toolsOver(root, { CONCORD_TIER: 'enterprise' });
    const questions = [
      ['get_project_map', {}],
      ['crawl_project', {}],
      ['get_call_graph', {}],
      ['get_graph_neighborhood', { center_node_id: 'shared' }],
      ['get_symbol_references', { symbol_name: 'shared' }],
      ['search_code', { pattern: 'shared(...)', language: 'python' }],
      ['get_cross_file_dependencies', { target_file: 'p0/m1.py', target_symbol: 'f1' }],
    ] as const;
    for (const [tool, args] of questions)
      for (const max_tokens of [1_000, 6_000]) {
        const { data, error } = await ask(tool, { ...args, max_tokens }, { timeoutMs: 300_000 });
        expect([tool, error]).toEqual([tool, null]);
        expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(max_tokens * 4);
      }
    let cursor: string | undefined;
    const seen = new Set<string>();
    do {
      const { data } = await ask('get_symbol_references', {
        symbol_name: 'shared',
        max_tokens: 20_000,
        ...(cursor && { cursor }),
      });
      expect(data.total_references).toBe(2 * count + 1);
      for (const { file, line } of data.references) seen.add(`${file}:${line}`);
      cursor = data.next_cursor;
    } while (cursor);
    expect(seen.size).toBe(2 * count + 1);
  }, 600_000);
});

describe('hostile code', () => {
  it.each([
    ['nested deep', `x = ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`],
    ['one line of 5 MB', `x = "${'a'.repeat(5_000_000)}"\n`],
    ['no UTF-8', Buffer.from([0x78, 0x3d, 0xff, 0xfe, 0x0a])],
    ['nothing', ''],
    ['only broken', '(((((\n)))]]]{{{ def def class\n'],
  ])('%s is answered by every tool that reads a file', async (_, text) => {
    const { ask } = await toolsOver(project({ 'a.py': text }));
    for (const tool of [
      'get_file_context',
      'analyze_code',
      'security_scan',
      'unified_sink_detect',
      'get_project_map',
      'crawl_project',
    ]) {
      const { error } = await ask(
        tool,
        tool.startsWith('get_project') || tool.startsWith('crawl') ? {} : { file_path: 'a.py' },
      );
      if (error) expect(['resource_exhausted', 'timeout', 'too_large']).toContain(error.error_code);
    }
    expect((await ask('get_capabilities')).error).toBeNull();
  });
});
