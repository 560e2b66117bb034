import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { expect } from 'vitest';
import { it, type Message, type Wire } from '../server/wire.js';
import { projectOf, put, shellTool } from './project.js';

const textOf = ({ result }: Message) => result?.content?.[0]?.text;
const changed = 'notifications/tools/list_changed';
const names = async (wire: Wire) => (await wire.request('tools/list')).result?.tools?.map(tool => tool.name);
const errors = (wire: Wire) =>
  wire.noticesOf('notifications/message').filter(({ params }) => params?.level === 'error');
const times = (wire: Wire, count: number, method = changed) =>
  wire.eventually(() => wire.noticesOf(method).length >= count, `${count} of ${method}`);

it('publishes a new tool to a client that says nothing, and takes it back', async ({ session }) => {
  const root = projectOf(shellTool('first', 'echo 1'));
  const wire = await session({ source: root });
  expect(await names(wire)).toEqual(['first']);
  put(root, shellTool('second', 'echo 2'));
  await times(wire, 1);
  expect(textOf(await wire.call('second'))).toBe('2\n');
  rmSync(join(root, 'tools/second'), { recursive: true });
  await times(wire, 2);
  expect(await names(wire)).toEqual(['first']);
});

it('joins a burst of changes, and is silent when nothing has changed', async ({ session }) => {
  const root = projectOf({ ...shellTool('first', 'echo 1'), 'prompts/a.txt': 'a', 'resources/a.txt': 'a' });
  const wire = await session({ source: root });
  await names(wire);
  const burst = Array.from({ length: 50 }, (_, n) => [`prompts/p${n}.txt`, 'x'] as const);
  put(root, Object.fromEntries(burst));
  await times(wire, 1, 'notifications/prompts/list_changed');
  await after(700);
  expect(wire.messages.flatMap(({ method }) => (method?.endsWith('list_changed') ? [method] : []))).toEqual([
    'notifications/prompts/list_changed',
  ]);
  for (const file of ['tools/first/tool.sh', 'tools/first/tool.meta.json', 'prompts/a.txt'])
    utimesSync(join(root, file), new Date(), new Date());
  await after(700);
  expect(wire.messages.filter(({ method }) => method?.endsWith('list_changed'))).toHaveLength(1);
});

it('keeps the last good list when a new one is too large', async ({ session, serve }) => {
  const root = projectOf(shellTool('first', 'echo 1'));
  const env = { MCPBASH_REGISTRY_MAX_BYTES: '2000' };
  const wire = await session({ source: root, env });
  expect(await names(wire)).toEqual(['first']);
  put(root, shellTool('second', 'echo 2', { description: 'x'.repeat(3_000) }));
  await wire.eventually(() => errors(wire).length > 0, 'the error log');
  expect((await wire.request('tools/list')).error).toMatchObject({ code: -32603 });
  expect(await names(wire)).toEqual(['first']);
  expect(textOf(await wire.call('first'))).toBe('1\n');
  const late = serve({ source: root, env });
  expect((await late.handshake()).result?.capabilities).toEqual({ logging: {} });
  await late.eventually(() => errors(late).length > 0, 'the error log');
});

it('falls back to what is found when the registration is broken, and returns to it when it is mended', async ({
  session,
}) => {
  const root = projectOf({
    ...shellTool('found', 'echo found'),
    ...shellTool('other', 'echo other'),
    'server.d/register.sh!': 'touch "$MCPBASH_PROJECT_ROOT/never"\n',
  });
  const registered = { version: 1, tools: [{ name: 'named', path: 'found/tool.sh' }] };
  put(root, { 'server.d/register.json': registered });
  const env = { MCPBASH_ALLOW_PROJECT_HOOKS: 'true' };
  const wire = await session({ source: root, env });
  expect(await names(wire)).toEqual(['named']);
  put(root, { 'server.d/register.json': '{ "version": 2 }' });
  await times(wire, 1);
  await wire.eventually(() => errors(wire).length > 0, 'the error log');
  expect(await names(wire)).toEqual(['found', 'other']);
  put(root, { 'server.d/register.json': registered });
  await times(wire, 2);
  expect(await names(wire)).toEqual(['named']);
  expect(errors(wire)).toHaveLength(1);
  put(root, { 'server.d/register.json': 'junk' });
  const late = await session({ source: root, env });
  await times(late, 1);
  await late.eventually(() => errors(late).length > 0, 'the error log');
  expect(await names(late)).toEqual(['found', 'other']);
  expect(errors(late)).toHaveLength(1);
});

it('takes a registration for what it says', async ({ session }) => {
  const files = { ...shellTool('found', 'echo found'), 'prompts/p.txt': 'p' };
  const none = await session({ source: projectOf({ ...files, 'server.d/register.json': { version: 1, tools: [] } }) });
  expect(await names(none)).toEqual([]);
  expect((await none.request('prompts/list')).result).toMatchObject({ prompts: [{ name: 'p' }] });
  const open = projectOf({ ...files, 'server.d/register.json': { version: 1, tools: [] } });
  chmodSync(join(open, 'server.d/register.json'), 0o664);
  const linked = projectOf({ ...files, 'elsewhere.json': { version: 1, tools: [] } });
  mkdirSync(join(linked, 'server.d'), { recursive: true });
  symlinkSync('../elsewhere.json', join(linked, 'server.d/register.json'));
  for (const source of [open, linked]) expect(await names(await session({ source }))).toEqual(['found']);
});

it('runs a registration script only where that is allowed', async ({ session }) => {
  const root = projectOf({
    ...shellTool('found', 'echo found'),
    'server.d/register.sh': `mcp_register_tool '{"name": "named", "path": "found/tool.sh", "description": "by hand"}'\n`,
  });
  expect(await names(await session({ source: root }))).toEqual(['found']);
  const allowed = await session({ source: root, env: { MCPBASH_ALLOW_PROJECT_HOOKS: 'true' } });
  const [tool] = (await allowed.request('tools/list')).result!.tools!;
  expect(tool).toMatchObject({ name: 'named', description: 'by hand' });
  const equal = projectOf({
    ...shellTool('found', 'echo found'),
    'server.d/register.json': { version: 1, tools: [{ name: 'named', path: 'found/tool.sh', description: 'by hand' }] },
  });
  expect((await (await session({ source: equal })).request('tools/list')).result!.tools).toEqual([tool]);
});

it('leaves alone what others may write, also when that comes later', async ({ session }) => {
  const root = projectOf({ ...shellTool('open', 'echo 1'), ...shellTool('closed', 'echo 2') });
  chmodSync(join(root, 'tools/open/tool.sh'), 0o777);
  const wire = await session({ source: root, env: { MCPBASH_STATIC_REGISTRY: '1' } });
  expect(await names(wire)).toEqual(['closed']);
  chmodSync(join(root, 'tools/closed/tool.sh'), 0o777);
  expect((await wire.call('closed')).error).toMatchObject({
    code: -32603,
    message: expect.stringContaining('writable'),
  });
});

it('shows only allowed tools, and says why others are blocked', async ({ session }) => {
  const root = projectOf({ ...shellTool('a', 'echo a'), ...shellTool('b', 'echo b') });
  const listed = await session({ source: root, env: { MCPBASH_TOOL_ALLOWLIST: 'a' } });
  expect(await names(listed)).toEqual(['a']);
  expect((await listed.call('b')).error).toMatchObject({
    code: -32603,
    message: expect.stringContaining('blocked by policy'),
  });
  put(root, {
    'server.d/policy.sh': `mcp_tools_policy_check() {
      [ "$1" = a ] && return 0
      _MCP_TOOLS_ERROR_CODE=-32602 _MCP_TOOLS_ERROR_MESSAGE="not b" _MCP_TOOLS_ERROR_DATA='{"x":1}'; return 1
    }\n`,
  });
  const ruled = await session({ source: root });
  expect(await names(ruled)).toEqual(['a', 'b']);
  expect(textOf(await ruled.call('a'))).toBe('a\n');
  expect((await ruled.call('b')).error).toMatchObject({ code: -32602, message: 'not b', data: { x: 1 } });
  chmodSync(join(root, 'server.d/policy.sh'), 0o664);
  expect((await ruled.call('a')).error).toMatchObject({ code: -32603, message: expect.stringContaining('policy.sh') });
});

it('serves a module as it is now, and a warm program from one process', async ({ session }) => {
  const warm = `#!/usr/bin/env node
    console.log('{"ready":true}');
    require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
      const { id, args } = JSON.parse(line);
      if (args.die) process.exit(3);
      console.log(JSON.stringify({ id, result: String(process.pid) }));
    });\n`;
  const root = projectOf({
    'tools/mod/tool.mjs': "export default () => 'old';",
    'tools/mod/tool.meta.json': { description: 'm' },
    'tools/warm/tool!': warm,
    'tools/warm/tool.meta.json': { description: 'w', mode: 'persistent' },
  });
  const wire = await session({ source: root });
  expect(textOf(await wire.call('mod'))).toBe('old');
  put(root, { 'tools/mod/tool.mjs': "export default () => 'newer';" });
  expect(textOf(await wire.call('mod'))).toBe('newer');
  const pids = new Set<string>();
  for (let n = 0; n < 100; n += 1) pids.add(textOf(await wire.call('warm'))!);
  expect(pids.size).toBe(1);
  expect((await wire.call('warm', { die: true })).result).toMatchObject({ isError: true, _meta: { exitCode: 3 } });
  const [next] = [Number(textOf(await wire.call('warm')))];
  expect(pids).not.toContain(String(next));
  wire.endInput();
  await wire.exited;
  expect(() => process.kill(next!, 0)).toThrow();
});
