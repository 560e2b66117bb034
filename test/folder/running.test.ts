import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { modernMeta } from '../server/wire.js';
import { folderOf, projectOf, put, shellTool } from './project.js';
import { isModern, overHttp, structured } from './route.js';
import { itWith, type Message, type RoutedWire } from './routed-wire.js';

const textOf = ({ result }: Message) => result?.content?.[0]?.text;
const namesOf = ({ result }: Message) => result?.tools?.map(tool => tool.name);

const project = projectOf({
  ...shellTool('cat', 'cat'),
  ...shellTool('reopen', 'cat /dev/stdin; cat /dev/stdin; echo oops > /dev/stderr; echo hi > /dev/stdout'),
  ...shellTool('ignore', 'echo fine'),
  ...shellTool('show_env', 'printf "%s" "$MCP_TOOL_ARGS_JSON|$MCP_TOOL_ARGS_FILE|$MCP_ARG_name"'),
  ...shellTool(
    'spilled',
    'wc -c < "$MCP_TOOL_ARGS_FILE"; cmp "$MCP_TOOL_ARGS_FILE" /dev/stdin && printf "%s" "$MCP_TOOL_ARGS_JSON"',
  ),
  ...shellTool('picky', 'touch "$MCPBASH_PROJECT_ROOT/ran"; echo ran', {
    inputSchema: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { enum: ['x', 'y'] } },
      required: ['c'],
    },
  }),
  ...shellTool('fails', 'echo partial; echo "what went wrong" >&2; exit 7'),
  ...shellTool('fails_silently', 'exit 7'),
  ...shellTool('fails_on_stderr', 'echo >&2; echo "the first line" >&2; echo second >&2; exit 7'),
  ...shellTool('segfault', 'kill -SEGV $$'),
  ...shellTool(
    'own_error',
    'printf %s \'{"code":-32602,"message":"m","data":{"hint":"h"}}\' > "$MCP_TOOL_ERROR_FILE"; echo out',
  ),
  ...shellTool('reserved', 'printf %s \'{"code":-32001,"message":"m"}\' > "$MCP_TOOL_ERROR_FILE"; exit 1'),
  ...shellTool(
    'own_error_failing',
    'printf %s \'{"code":42,"message":"m"}\' > "$MCP_TOOL_ERROR_FILE"; echo out; exit 9',
  ),
  ...shellTool('printed_error', 'printf %s \'{"code":-32602,"message":"m"}\'; exit 1'),
  ...shellTool('junk_error', 'echo junk > "$MCP_TOOL_ERROR_FILE"'),
  ...shellTool('json', 'echo \'{"a":1}\''),
  ...shellTool('list', 'echo "[1]"'),
  ...shellTool('scalar', 'echo 42'),
  ...shellTool('promise', 'cat', {
    outputSchema: {
      type: 'object',
      properties: { a: { type: 'object', properties: { b: { type: 'number' } } } },
      required: ['a'],
    },
    inputSchema: { type: 'object' },
  }),
  ...shellTool('promise_nothing', 'true', { outputSchema: { type: 'object' } }),
  ...shellTool('promise_twice', 'echo "{}{}"', { outputSchema: { type: 'object' } }),
  ...shellTool(
    'whole_result',
    'cat <<END\n{"content":[{"type":"image","data":"AAAA","mimeType":"image/png"},{"type":"resource","resource":{"uri":"x:y","text":"t"}}],"isError":false,"_meta":{"own":1}}\nEND',
  ),
  ...shellTool('strange_result', 'echo \'{"content":[{"type":"hologram"}],"isError":false}\''),
  ...shellTool('meta', 'printf %s "$MCP_TOOL_META_JSON"'),
  ...shellTool('embeds', 'printf "%s\\n" notes.txt blob.bin /etc/passwd > "$MCP_TOOL_RESOURCES_FILE"; echo done'),
  ...shellTool('roots', 'printf "%s %s" "$MCP_ROOTS_COUNT" "$MCP_ROOTS_PATHS"'),
  ...shellTool('not_utf8', 'printf "a\\377b"'),
  ...shellTool('leaks', 'echo "token ghp_0123456789abcdefghijABCDEFGHIJ012345"'),
  ...shellTool(
    'reports',
    `for n in 1 2 3; do
    printf '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"x","progress":%s,"total":3}}\\n' $n >> "$MCP_PROGRESS_STREAM"
    printf '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"l","data":"line %s"}}\\n' $n >> "$MCP_LOG_STREAM"
    sleep 0.3
  done; echo junk >> "$MCP_LOG_STREAM"; echo done`,
  ),
  ...shellTool(
    'facts',
    'printf "%s|%s|%s|%s|%s" "$PWD" "$MCP_TOOL_NAME" "$MCPBASH_MODE" "$MCPBASH_FRAMEWORK_VERSION" "$MCPBASH_SERVER_NAME"; test -r "$MCP_SDK/tool-sdk.sh" && echo "|sdk"',
  ),
  'tools/a.b/tool.sh!': '#!/bin/sh\necho dotted\n',
  'tools/py/tool.py!': '#!/usr/bin/env python3\nimport json, sys\nprint(json.dumps({"got": json.load(sys.stdin)}))\n',
  'tools/node/tool.mjs': 'export default ({ name = "nobody" }) => "hello " + name;\n',
  'tools/plain/tool.sh': 'echo without the bit\n',
  'notes.txt': 'a note\n',
  'blob.bin': '\u0000\u0001',
});

const it = itWith({ source: project });

const session = (serve: (options: object) => RoutedWire) => {
  const wire = serve({ source: project });
  return wire.handshake().then(() => wire);
};

it('lists every executable of a bare folder, and nothing else', async ({ serve }) => {
  const wire = serve({ source: folderOf({ 'hello.sh!': '#!/bin/sh\necho hello\n', 'README.md': '# no' }) });
  await wire.handshake();
  expect(namesOf(await wire.request('tools/list'))).toEqual(['hello']);
  expect(textOf(await wire.call('hello'))).toBe('hello\n');
});

it('refuses a folder that is no project, with a hint', async ({ serve }) => {
  const wire = serve({ source: folderOf({ 'notes.txt': '' }) });
  expect((await wire.exited).code).toBe(1);
  expect(wire.stderr.join('\n')).toContain('mcp init');
});

it('refuses a file in the place of a folder, and says what to name', async ({ serve }) => {
  const wire = serve({ source: join(project, 'notes.txt') });
  expect((await wire.exited).code).toBe(1);
  expect(wire.stderr.join('\n')).toMatch(/notes\.txt' is a file; what can be served is a folder/);
});

it('has nothing to complain of when its client leaves before it has begun', async ({ serve, skip }) => {
  skip(overHttp, 'it has no input that ends');
  const wire = serve({ source: project });
  wire.endInput();
  expect([(await wire.exited).code, wire.stderr]).toEqual([0, []]);
});

it('keeps the private files of a tool private', async ({ serve }) => {
  const wire = serve({
    source: projectOf({
      ...shellTool('x', 'echo x'),
      'tools/x/lib/util.sh': 'true',
      'tools/x/helper.py!': '#!/usr/bin/env python3\n',
      'tools/x/smoke.sh!': '#!/bin/sh\n',
      'tools/x/README.md': '#',
      'tools/.hidden/tool.sh!': '#!/bin/sh\n',
    }),
  });
  await wire.handshake();
  expect(namesOf(await wire.request('tools/list'))).toEqual(['x']);
});

it('gives a tool its arguments on stdin and in variables, and streams it can open again', async ({ shared: wire }) => {
  const args = { name: 'Ann "é"', n: 1 };
  const json = JSON.stringify(args);
  const calls = ['cat', 'reopen', 'ignore', 'show_env'].map(name => wire.call(name, args));
  const meanwhile = Array.from({ length: 20 }, () => wire.isAlive());
  const [cat, reopen, ignore, env] = await Promise.all(calls);
  expect(await Promise.all(meanwhile)).toEqual(meanwhile.map(() => true));
  expect(textOf(cat!)).toBe(json);
  expect(textOf(reopen!)).toBe(`${json}${json}hi\n`);
  expect(reopen!.result!._meta).toMatchObject({ exitCode: 0, stderr: 'oops\n' });
  expect(textOf(ignore!)).toBe('fine\n');
  expect(textOf(env!)).toBe(`${json}||Ann "é"`);
});

it('tells a tool about itself', async ({ shared: wire }) => {
  expect(textOf(await wire.call('facts'))).toBe(`${project}|facts|full|1.3.0|test|sdk\n`);
  expect(textOf(await wire.call('roots'))).toBe(`1 ${project}`);
  expect(JSON.parse(textOf(await wire.call('meta', {}, { _meta: { a: 1 } }))!)).toMatchObject({ a: 1 });
});

it('hands on what came beside the arguments, and nothing where nothing came', async ({ shared: wire, skip }) => {
  skip(isModern, 'every request of this era has its _meta');
  expect(textOf(await wire.call('meta', {}, { _meta: { a: 1 } }))).toBe('{"a":1}');
  expect(textOf(await wire.call('meta'))).toBe('{}');
});

it('hands on what came beside the arguments without the token of the request', async ({ serve }) => {
  const token = 'x'.repeat(40);
  const wire = serve({ source: project, env: { MCPBASH_REMOTE_TOKEN: token }, token, quiet: true });
  await wire.handshake();
  const meta = async (more: object) => JSON.parse(textOf(await wire.call('meta', {}, { _meta: more }))!);
  // What the modern era itself has in every request is the client's, and not kept from the tool.
  const ofEra = isModern ? { ...modernMeta } : {};
  expect(await meta({ a: 1 })).toEqual({ ...ofEra, a: 1 });
  expect(await meta({})).toEqual(ofEra);
});

it('hands long arguments over in a file', async ({ serve }) => {
  const wire = await session(serve);
  for (const length of [70_000, 5 * 1024 * 1024]) {
    const args = { text: 'x'.repeat(length) };
    expect(textOf(await wire.call('spilled', args))!.trim()).toBe(String(JSON.stringify(args).length));
  }
  const always = serve({ source: project, env: { MCPBASH_ENV_PAYLOAD_THRESHOLD: '0' } });
  await always.handshake();
  expect(textOf(await always.call('spilled', {}))!.trim()).toBe('2');
});

it('checks arguments before anything runs', async ({ shared: wire }) => {
  for (const args of [[], 'x', 5, null])
    expect(await wire.request('tools/call', { name: 'picky', arguments: args })).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('params.arguments') },
    });
  const { result } = await wire.call('picky', { a: 'x', b: 'z' });
  expect(result).toMatchObject({ isError: true });
  expect(result!._meta!['io.concord/problems']).toHaveLength(3);
  for (const place of ['/a', '/b', 'c']) expect(result!.content![0]!.text).toContain(place);
  expect(existsSync(join(project, 'ran'))).toBe(false);
});

it('answers for tools that fail', async ({ shared: wire }) => {
  expect((await wire.call('fails')).result).toMatchObject({
    isError: true,
    content: [
      { type: 'text', text: 'partial\n' },
      { type: 'text', text: 'exit code 7\nwhat went wrong' },
    ],
    _meta: { exitCode: 7, stderr: 'what went wrong\n' },
  });
  expect(textOf(await wire.call('fails_silently'))).toBe('Tool failed with exit code 7');
  expect(textOf(await wire.call('fails_on_stderr'))).toBe('the first line');
  expect((await wire.call('segfault')).result).toMatchObject({ isError: true, _meta: { exitCode: 139 } });
});

it('lets a tool choose its own error', async ({ serve }) => {
  const wire = await session(serve);
  expect((await wire.call('own_error')).error).toMatchObject({ code: -32602, message: 'm', data: { hint: 'h' } });
  expect((await wire.call('own_error_failing')).error).toMatchObject({ code: 42, message: 'm' });
  expect((await wire.call('reserved')).error).toMatchObject({ code: -32603, message: 'm', data: { code: -32001 } });
  expect((await wire.call('printed_error')).result).toMatchObject({ isError: true, _meta: { exitCode: 1 } });
  expect((await wire.call('junk_error')).error).toMatchObject({
    code: -32603,
    message: 'Tool failed',
    data: { raw: 'junk\n' },
  });
  const logs = wire.noticesOf('notifications/message').filter(each => each.params?.level === 'error');
  expect(logs).toHaveLength(1);
});

it('says why a tool cannot be run, and lives', async ({ serve }) => {
  const root = projectOf({
    ...shellTool('gone', 'true'),
    ...shellTool('there', 'echo yes'),
    ...shellTool('warm', 'true', { mode: 'persistent' }),
    'providers/notes.sh!': '#!/nowhere/at/all\n',
  });
  const wire = serve({ source: root, env: { MCPBASH_STATIC_REGISTRY: '1' } });
  await wire.handshake();
  const missing = 'the program of its `#!` line, /nowhere/at/all, is not there';
  put(root, { 'tools/gone/tool.sh!': '#!/nowhere/at/all\n', 'tools/warm/tool.sh!': '#!/nowhere/at/all\n' });
  const reason = async () => {
    const { error } = await wire.call('gone');
    return [error?.code, error?.message];
  };
  expect(await reason()).toEqual([-32603, `Tool 'gone' could not be started: ${missing}`]);
  expect((await wire.call('warm')).error).toMatchObject({ code: -32603, message: expect.stringContaining(missing) });
  expect((await wire.request('resources/read', { uri: 'notes://x' })).error).toMatchObject({
    code: -32603,
    message: expect.stringContaining(missing),
  });
  put(root, { 'tools/gone/tool.sh!': '#!/bin/sh\r\necho\r\n' });
  expect(await reason()).toEqual([-32603, expect.stringContaining('ends as on Windows')]);
  put(root, { 'tools/gone/tool.sh': '#!/nowhere/at/all\n' });
  expect(await reason()).toEqual([-32603, expect.stringMatching(/'gone'.*\/nowhere\/at\/all/)]);
  rmSync(join(root, 'tools/gone/tool.sh'));
  expect(await reason()).toEqual([-32603, expect.stringMatching(/'gone'.*ENOENT/)]);
  expect(textOf(await wire.call('there'))).toBe('yes\n');
});

it('makes structured content of JSON, and text of the rest', async ({ shared: wire }) => {
  expect((await wire.call('json')).result).toMatchObject({
    content: [{ text: '{"a":1}\n' }],
    structuredContent: { a: 1 },
  });
  expect((await wire.call('list')).result).toMatchObject({
    content: [{ text: '[1]\n' }],
    structuredContent: structured([1]),
  });
  const scalar = await wire.call('scalar');
  expect(scalar.result).toMatchObject({ content: [{ text: '42\n' }] });
  expect(scalar.result).not.toHaveProperty('structuredContent');
});

it('holds tools to what they promise', async ({ serve }) => {
  const wire = await session(serve);
  const kept = await wire.call('promise', { a: { b: 1 } });
  expect(kept.result).toMatchObject({ structuredContent: { a: { b: 1 } } });
  for (const [name, args] of [
    ['promise', { a: { b: 'x' } }],
    ['promise_nothing', {}],
    ['promise_twice', {}],
    ['strange_result', {}],
  ] as const) {
    wire.messages.splice(0);
    const { result } = await wire.call(name, args);
    expect(result).toMatchObject({ isError: true });
    expect(result).not.toHaveProperty('structuredContent');
    const logs = wire.noticesOf('notifications/message').filter(each => each.params?.level === 'error');
    expect(logs, name).toHaveLength(1);
  }
  expect(textOf(await wire.call('promise', { a: { b: 'x' } }))).toContain('/a/b');
  const { result: whole } = await wire.call('whole_result');
  expect(whole!.content).toEqual([
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'x:y', text: 't' } },
  ]);
  expect(whole!._meta).toMatchObject({ own: 1, exitCode: 0 });
});

it('replaces what is not UTF-8, and masks what is secret', async ({ shared: wire }) => {
  expect(textOf(await wire.call('not_utf8'))).toBe('a\uFFFDb');
  expect(textOf(await wire.call('leaks'))).not.toContain('ghp_');
});

it('puts files of the roots beside the output, and no others', async ({ serve }) => {
  const wire = await session(serve);
  const { result } = await wire.call('embeds');
  expect(result!.content).toEqual([
    { type: 'text', text: 'done\n' },
    { type: 'resource', resource: expect.objectContaining({ text: 'a note\n', mimeType: 'text/plain' }) },
    { type: 'resource', resource: expect.objectContaining({ blob: 'AAE=' }) },
  ]);
  expect(wire.noticesOf('notifications/message').filter(each => each.params?.level === 'warning')).toHaveLength(1);
});

it('passes progress and log lines on while a tool runs', async ({ serve }) => {
  const wire = await session(serve);
  const id = wire.start('tools/call', { name: 'reports', arguments: {}, _meta: { progressToken: 5 } });
  await wire.notice('notifications/progress');
  expect(wire.answersTo(id)).toEqual([]);
  await wire.answer(id);
  expect(wire.noticesOf('notifications/progress').map(each => each.params)).toEqual(
    [1, 2, 3].map(progress => ({ progressToken: 5, progress, total: 3 })),
  );
  const logs = wire.noticesOf('notifications/message').map(({ params }) => [params!.level, params!.data]);
  expect(logs).toEqual([
    ['info', 'line 1'],
    ['info', 'line 2'],
    ['info', 'line 3'],
    ['warning', expect.stringContaining('log line')],
  ]);
});

it('runs tools in any language, and by the name their author wrote', async ({ shared: wire }) => {
  expect(namesOf(await wire.request('tools/list'))).toContain('a_b');
  expect([textOf(await wire.call('a_b')), textOf(await wire.call('a.b'))]).toEqual(['dotted\n', 'dotted\n']);
  expect(textOf(await wire.call('plain'))).toBe('without the bit\n');
  expect(textOf(await wire.call('node', { name: 'Ann' }))).toBe('hello Ann');
  expect((await wire.call('py', { a: 1 })).result).toMatchObject({ structuredContent: { got: { a: 1 } } });
});

it('leaves nothing behind in the folder of calls', async ({ serve }) => {
  const temporary = folderOf({});
  const wire = serve({ source: project, env: { MCPBASH_TMP_ROOT: temporary } });
  await wire.handshake();
  await Promise.all(
    ['own_error', 'reports', 'embeds', 'spilled'].map(name => wire.call(name, { text: 'x'.repeat(70_000) })),
  );
  const [folder] = readdirSync(temporary);
  expect(readdirSync(join(temporary, folder!)).filter(name => !name.startsWith('pipe-'))).toEqual([]);
  await wire.finish();
  expect(readdirSync(temporary)).toEqual([]);
});

it('leaves nothing behind, and takes away what a killed server left once another starts', async ({ serve, expect }) => {
  const root = projectOf({ ...shellTool('cat', 'cat'), 'tools/module/tool.mjs': 'export default () => "hi";\n' });
  const before = readdirSync(root, { recursive: true });
  const temporary = folderOf({});
  const inMemory = ({ pid }: RoutedWire) => readdirSync('/dev/shm').filter(name => name.includes(`-${pid}-`));
  const begin = async () => {
    const wire = serve({ source: root, env: { TMPDIR: temporary } });
    await wire.handshake();
    for (const name of ['cat', 'module']) await wire.call(name, { text: 'x'.repeat(70_000) });
    return wire;
  };
  const killed = await begin();
  killed.signal('SIGKILL');
  await killed.exited;
  expect(readdirSync(temporary).filter(name => name.includes(`-${killed.pid}-`))).not.toEqual([]);
  const next = await begin();
  expect(inMemory(killed)).toEqual([]);
  await next.finish();
  expect(inMemory(next)).toEqual([]);
  // What ends the processes of a server that was killed takes its own note away last.
  await expect.poll(() => readdirSync(temporary)).toEqual([]);
  expect(readdirSync(root, { recursive: true })).toEqual(before);
});

it.for([true, false])('serves whether or not there is a folder in memory: %s', async (there, { serve, expect }) => {
  const temporary = folderOf({});
  const wire = serve({
    source: project,
    env: { TMPDIR: temporary },
    ...(!there && { preload: fileURLToPath(new URL('without-memory-folder.cjs', import.meta.url)) }),
  });
  const inMemory = () => readdirSync('/dev/shm').filter(name => name.includes(`-${wire.pid}-`));
  await wire.handshake();
  const args = { name: 'Ann', text: 'x'.repeat(70_000) };
  const [cat, reopen, spilled, json] = await Promise.all(
    ['cat', 'reopen', 'spilled', 'json'].map(name => wire.call(name, args)),
  );
  const length = JSON.stringify(args).length;
  expect([textOf(cat!)?.length, textOf(reopen!)?.length]).toEqual([length, 2 * length + 3]);
  expect([textOf(spilled!)?.trim(), textOf(json!)]).toEqual([String(length), '{"a":1}\n']);
  const made = readdirSync(temporary).filter(name => name.startsWith('concord-run-'));
  expect([made.length, inMemory().length]).toEqual([1, there ? 1 : 0]);
  await wire.finish();
  expect([readdirSync(temporary), inMemory()]).toEqual([[], []]);
});

it('serves without named pipes where there are none to be had', async ({ serve }) => {
  const bin = folderOf({});
  for (const name of ['sh', 'cat', 'node', 'env'])
    symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(bin, name));
  const wire = serve({ source: projectOf(shellTool('cat', 'cat')), env: { PATH: bin } });
  await wire.handshake();
  expect(textOf(await wire.call('cat', { a: 1 }))).toBe('{"a":1}');
  expect(wire.stderr.join('\n')).toContain('/dev/stdout');
});
