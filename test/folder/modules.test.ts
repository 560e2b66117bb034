import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectOf } from './project.js';
import { structured } from './route.js';
import { type Message, RoutedWire } from './routed-wire.js';

const textOf = ({ result }: Message) => result?.content?.[0]?.text;
const module = (name: string, source: string, meta: object = {}) => ({
  [`tools/${name}/tool.mjs`]: source,
  [`tools/${name}/tool.meta.json`]: { description: name, ...meta },
});
const failing = (name: string, body: string, meta: object = {}) =>
  module(name, `export default async ({ fail }) => { if (fail) { ${body} } return 'fine'; };`, meta);

const root = projectOf({
  ...module('text', `export default ({ name }) => 'hello ' + name;`),
  ...module('json', `export default () => ({ a: [1] });`),
  ...module('list', `export default () => [1];`),
  ...module('nothing', `export default () => {};`),
  ...module(
    'result',
    `export default () => ({ content: [{ type: 'text', text: 'x' }, { type: 'image', data: 'AAAA', mimeType: 'image/png' }], isError: false });`,
  ),
  ...module('promise', `export default ({ a }) => ({ a });`, {
    outputSchema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
  }),
  ...failing('throws', `throw new Error('no good')`),
  ...failing('exits', `process.exit(3)`),
  ...failing('spins', `for (;;);`),
  ...failing('cycle', `const a = {}; a.a = a; return a;`),
  ...failing('exhausts', `const all = []; for (;;) all.push(new Array(1e6).fill(all.length + 0.5));`),
  ...failing('hoards', `const all = []; for (;;) all.push(Buffer.alloc(2 ** 20, 1));`),
  ...failing('fills', `return Buffer.alloc(2 ** 31, 1).length;`),
  ...module(
    'works',
    `export default async ({ ms }) => { const end = Date.now() + ms; let all = [];
       while (Date.now() < end) { all = Array.from({ length: 1e5 }, (_, n) => ({ n })); await new Promise(setImmediate); } return 'fine'; };`,
  ),
  ...failing('reserves', `return Buffer.alloc(2 ** 31).length;`),
  ...failing(
    'own_error',
    `const { ToolError } = await import('@concord/folder/tool'); throw new ToolError(42, 'mine', { a: 1 });`,
  ),
  ...failing('floods', `for (;;) { console.log('x'.repeat(1e6)); await new Promise(setImmediate); }`),
  ...module(
    'prints',
    `import fs from 'node:fs';
     export default async () => {
       console.log('one'); process.stdout.write('two\\n'); fs.writeSync(1, 'three\\n'); process.stderr.write('four\\n');
       let code = 'read'; try { fs.readSync(0, Buffer.alloc(10)); } catch (error) { code = error.code; }
       let stdin = ''; for await (const piece of process.stdin) stdin += piece;
       return { code, stdin };
     };`,
  ),
});

const exhausted = 'The module took more memory than it may have';
let wire: RoutedWire;
beforeAll(async () => {
  wire = new RoutedWire({ source: root, quiet: true });
  await wire.handshake();
});
afterAll(() => wire.end());

describe('a module', () => {
  it('returns text, JSON, a tool result, or nothing', async () => {
    expect((await wire.call('text', { name: 'Ann' })).result).toMatchObject({
      content: [{ type: 'text', text: 'hello Ann' }],
    });
    expect((await wire.call('json')).result).toMatchObject({
      content: [{ type: 'text', text: '{"a":[1]}' }],
      structuredContent: { a: [1] },
    });
    expect((await wire.call('list')).result?.structuredContent).toEqual(structured([1]));
    expect(textOf(await wire.call('nothing'))).toBe('');
    expect((await wire.call('result')).result?.content).toEqual([
      { type: 'text', text: 'x' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ]);
  });

  it('is held to its promise', async () => {
    expect((await wire.call('promise', { a: 1 })).result?.structuredContent).toEqual({ a: 1 });
    const broken = (await wire.call('promise', { a: 'x' })).result;
    expect(broken).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('/a') }] });
    expect(broken).not.toHaveProperty('structuredContent');
  });

  it.each([
    ['throws', { result: { isError: true, content: [{ text: 'no good' }], _meta: { exitCode: 1 } } }],
    ['exits', { result: { isError: true, _meta: { exitCode: 3 } } }],
    ['spins', { error: { code: -32603, message: 'Tool timed out after 1 s', data: { reason: 'fixed' } } }],
    ['cycle', { result: { isError: true, content: [{ text: expect.stringContaining('cycl') }] } }],
    ['exhausts', { result: { isError: true, _meta: { exitCode: 1 } } }],
    ['hoards', { result: { isError: true, content: [{ text: exhausted }], _meta: { exitCode: 1 } } }],
    ['fills', { result: { isError: true, content: [{ text: exhausted }], _meta: { exitCode: 1 } } }],
    ['reserves', { result: { isError: true, content: [{ text: exhausted }], _meta: { exitCode: 1 } } }],
    ['own_error', { error: { code: 42, message: 'mine', data: { a: 1 } } }],
    ['floods', { error: { code: -32603, message: expect.stringContaining('MCPBASH_MAX_TOOL_STDERR_SIZE') } }],
  ])('that %s fails only that call', async (name, expected) => {
    const [answer, other] = await Promise.all([
      wire.call(name, { fail: true }, name === 'spins' ? { timeoutSecs: 1 } : {}),
      wire.call('text', { name: 'Ann' }),
    ]);
    expect(answer).toMatchObject(expected);
    expect([textOf(other), textOf(await wire.call(name))]).toEqual(['hello Ann', 'fine']);
  });

  it('that works beside one that takes all memory is let alone', async () => {
    const works = Array.from({ length: 2 }, () => wire.call('works', { ms: 2_500 }));
    const hoards = await wire.call('hoards', { fail: true });
    expect(hoards.result).toMatchObject({ isError: true, content: [{ text: exhausted }] });
    expect((await Promise.all(works)).map(textOf)).toEqual(['fine', 'fine']);
  });

  it('prints where the protocol is not, and reads nothing of it', async () => {
    const [answer, ...alive] = await Promise.all([wire.call('prints'), wire.isAlive(), wire.isAlive()]);
    expect(answer.result).toMatchObject({
      structuredContent: { code: 'EBADF', stdin: '' },
      _meta: { exitCode: 0, stderr: 'one\ntwo\nthree\nfour\n' },
    });
    expect([alive, wire.garbage]).toEqual([[true, true], []]);
  });
});
