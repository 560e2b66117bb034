import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { expect } from 'vitest';
import { folderOf, projectOf, put, shellTool } from './project.js';
import { isModern, overHttp } from './route.js';
import { it, type Message, type RoutedWire } from './routed-wire.js';

const textOf = ({ result }: Message) => result?.content?.[0]?.text;
const changed = 'notifications/tools/list_changed';
const names = async (wire: RoutedWire) => (await wire.request('tools/list')).result?.tools?.map(tool => tool.name);
const errors = (wire: RoutedWire) => wire.logged('error');
const times = (wire: RoutedWire, count: number, method = changed) =>
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

it('joins a burst of 50 changed files to one notice per kind, and is silent when nothing has changed', async ({
  session,
}) => {
  const first = shellTool('first', 'echo 1');
  const root = projectOf({ ...first, 'prompts/a.txt': 'a', 'resources/a.txt': 'a' });
  const wire = await session({ source: root });
  await names(wire);
  // Ten tools of two files each, fifteen prompts and fifteen resources, all there at once.
  const ten = Array.from({ length: 10 }, (_, n) => shellTool(`t${n}`, 'echo'));
  const others = Array.from({ length: 15 }, (_, n) => ({ [`prompts/p${n}.txt`]: 'x', [`resources/r${n}.txt`]: 'x' }));
  const aside = folderOf(Object.assign({}, ...ten, ...others));
  for (const kind of ['tools', 'prompts', 'resources'])
    for (const name of readdirSync(join(aside, kind))) renameSync(join(aside, kind, name), join(root, kind, name));
  const kinds = ['prompts', 'resources', 'tools'].map(kind => `notifications/${kind}/list_changed`);
  for (const kind of kinds) await times(wire, 1, kind);
  await after(700);
  const told = () => wire.messages.flatMap(({ method }) => (method?.endsWith('list_changed') ? [method] : [])).sort();
  expect(told()).toEqual(kinds);
  expect(await names(wire)).toHaveLength(11);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  for (const { parentPath, name } of files) utimesSync(join(parentPath, name), new Date(), new Date());
  await after(700);
  expect([files.length >= 50, told()]).toEqual([true, kinds]);
});

it('says that a new tool is left out because it is at fault, without naming files', async ({ session }) => {
  const root = projectOf(shellTool('first', 'echo 1'));
  const wire = await session({ source: root });
  expect(await names(wire)).toEqual(['first']);
  put(root, { ...shellTool('second', 'echo 2'), 'tools/second/tool.meta.json': '{"name": ' });
  const told = () => wire.logged('warning').filter(line => String(line).includes('mcp validate'));
  await wire.eventually(() => told().length > 0, 'the warning');
  expect(told()).toEqual([expect.stringContaining('left out: 1 in tools')]);
  expect(String(told()[0])).not.toContain('tools/second');
  expect(await names(wire)).toEqual(['first']);
});

it('keeps the last good list when a new one is too large', async ({ session, serve, expect }) => {
  const root = projectOf(shellTool('first', 'echo 1'));
  const env = { MCPBASH_REGISTRY_MAX_BYTES: '2000' };
  const wire = await session({ source: root, env });
  expect(await names(wire)).toEqual(['first']);
  put(root, shellTool('second', 'echo 2', { description: 'x'.repeat(3_000) }));
  await wire.eventually(() => errors(wire).length > 0, 'the error log');
  // A modern request over HTTP stands alone: nobody knows whether its client was told already, so none is.
  if (!(isModern && overHttp))
    expect((await wire.request('tools/list')).error).toMatchObject({
      code: -32603,
      message: expect.stringContaining('MCPBASH_REGISTRY_MAX_BYTES'),
    });
  expect(await names(wire)).toEqual(['first']);
  expect(textOf(await wire.call('first'))).toBe('1\n');
  const late = serve({ source: root, env });
  expect((await late.handshake()).result?.capabilities).toEqual({ logging: {} });
  await late.eventually(() => errors(late).length > 0, 'the error log');
  const reason = { code: -32603, message: expect.stringContaining('MCPBASH_REGISTRY_MAX_BYTES') };
  for (const [method, params] of [
    ['tools/list', {}],
    ['prompts/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['tools/call', { name: 'first' }],
    ['resources/read', { uri: 'echo://x' }],
    ['prompts/get', { name: 'p' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } }],
  ] as const)
    expect({ method, ...(await late.request(method, params)) }).toMatchObject({ method, error: reason });
  rmSync(join(root, 'tools/second'), { recursive: true });
  await expect.poll(() => names(late), { interval: 200 }).toEqual(['first']);
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
  // The word at the start comes after `initialized`, which the modern era has not.
  if (!isModern) await times(late, 1);
  await late.eventually(() => errors(late).length > 0, 'the error log');
  expect(await names(late)).toEqual(['found', 'other']);
  expect([errors(late).length, existsSync(join(root, 'never'))]).toEqual([1, false]);
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

/** Every denied call has a line of its own in the log of the server, and for a client that hears it. */
async function denials(wire: RoutedWire, count: number): Promise<void> {
  await wire.eventually(() => wire.logged('warning').length >= count, `${count} denials`);
  expect(wire.logged('warning')).toEqual(
    Array.from({ length: count }, () => expect.stringMatching(/^A call of [ab] was denied$/)),
  );
  const lines = () =>
    wire.stderr
      .map(line => JSON.parse(line) as { level: number; logger?: string })
      .filter(({ level, logger }) => level === 40 && logger === 'mcp.tools.policy');
  // Another stream, which may be read later.
  await wire.eventually(() => lines().length >= count, `${count} lines of the log`);
  expect(lines()).toHaveLength(count);
  if (isModern) return;
  const heard = wire.noticesOf('notifications/message').filter(({ params }) => params?.level === 'warning');
  expect(heard.map(({ params }) => params?.logger)).toEqual(heard.map(() => 'mcp.tools.policy'));
}

it('shows only allowed tools, and says why others are blocked', async ({ session }) => {
  const root = projectOf({ ...shellTool('a', 'echo a'), ...shellTool('b', 'echo b') });
  const listed = await session({ source: root, env: { MCPBASH_TOOL_ALLOWLIST: 'a' } });
  expect(await names(listed)).toEqual(['a']);
  expect((await listed.call('b')).error).toMatchObject({
    code: -32603,
    message: "Tool 'b' is blocked by policy",
    data: { hint: expect.stringContaining('MCPBASH_TOOL_ALLOWLIST') },
  });
  await denials(listed, 1);
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
  await denials(ruled, 1);
  expect(errors(ruled)).toEqual([]);
  chmodSync(join(root, 'server.d/policy.sh'), 0o664);
  for (const name of ['a', 'b'])
    expect((await ruled.call(name)).error).toMatchObject({
      code: -32603,
      message: expect.stringContaining('policy.sh'),
    });
  await denials(ruled, 3);
  await ruled.eventually(() => errors(ruled).some(data => String(data).includes('policy.sh')), 'the error log');
  for (const failing of ['this is ( no script\n', 'exit 3\n', 'true\n']) {
    put(root, { 'server.d/policy.sh': failing });
    expect([failing, (await ruled.call('a')).error]).toMatchObject([
      failing,
      { code: -32603, message: expect.stringContaining('policy.sh') },
    ]);
  }
});

it('serves a module as it is now, and a warm program from one process', async ({ session }) => {
  const warm = `#!/usr/bin/env node
    console.log('{"ready":true}');
    require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
      const { id, args } = JSON.parse(line);
      if (args.die) process.exit(3);
      if (args.junk) return console.log('junk');
      if (args.hang) return;
      console.log(JSON.stringify({ id, result: String(process.pid) }));
    });\n`;
  const root = projectOf({
    'tools/mod/tool.mjs': "export default () => 'old';",
    'tools/mod/tool.meta.json': { description: 'm' },
    'tools/warm/tool!': warm,
    'tools/warm/tool.meta.json': { description: 'w', mode: 'persistent', timeoutSecs: 2 },
  });
  const wire = await session({ source: root });
  expect(textOf(await wire.call('mod'))).toBe('old');
  put(root, { 'tools/mod/tool.mjs': "export default () => 'newer';" });
  expect(textOf(await wire.call('mod'))).toBe('newer');
  const pids = new Set<string>();
  for (let n = 0; n < 100; n += 1) pids.add(textOf(await wire.call('warm'))!);
  expect(pids.size).toBe(1);
  expect((await wire.call('warm', { die: true })).result).toMatchObject({ isError: true, _meta: { exitCode: 3 } });
  const replaced = async () => {
    const pid = textOf(await wire.call('warm'))!;
    expect(pids).not.toContain(pid);
    pids.add(pid);
  };
  await replaced();
  expect((await wire.call('warm', { junk: true })).result).toMatchObject({ isError: true });
  await replaced();
  expect((await wire.call('warm', { hang: true })).error).toMatchObject({ message: 'Tool timed out after 2 s' });
  await replaced();
  await wire.finish();
  for (const pid of pids) expect(() => process.kill(Number(pid), 0)).toThrow();
});
