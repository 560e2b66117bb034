import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { tenTimes, WAIT_LIMIT_MS } from '../support/time.js';
import { childrenOf, command, it, membersOf, modernMeta, type Wire } from './wire.js';

/** Every line of the log is one JSON object with these members. */
function expectOnlyLogLines(wire: Wire): void {
  for (const line of wire.stderr)
    expect(JSON.parse(line)).toMatchObject({
      level: expect.any(Number),
      time: expect.any(String),
      logger: expect.stringMatching(/^mcp\./),
    });
}

it('leaves with 0 at the end of input when nothing is going on', async ({ session }) => {
  const wire = await session({ env: { CONCORD_EOF_DRAIN_SECS: '3600' } });
  wire.endInput();
  expect(await wire.exited).toMatchObject({ code: 0 });
});

it('answers what is in progress before it leaves at the end of input', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs', env: { CONCORD_EOF_DRAIN_SECS: '3600' } });
  const id = wire.start('tools/call', { name: 'wait', arguments: { ms: 2_000 } });
  wire.endInput();
  expect((await wire.answer(id)).result?.content?.[0]?.text).toBe('waited');
  expect(await wire.exited).toMatchObject({ code: 0 });
});

it('cancels what outlasts the time to drain', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs', env: { CONCORD_EOF_DRAIN_SECS: '1' } });
  const id = wire.start('tools/call', { name: 'sleep' });
  const pid = await wire.reportedPid();
  wire.endInput();
  expect(await wire.answer(id)).toMatchObject({ error: { code: -32001, data: { reason: 'end of input' } } });
  expect(await wire.exited).toMatchObject({ code: 0 });
  expect(membersOf(pid)).toEqual([]);
});

it('cancels a call that outlasts shutdown and exit, and leaves nothing behind', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  const id = wire.start('tools/call', { name: 'sleep', arguments: { seconds: 60 } });
  const pid = await wire.reportedPid();
  const asked = performance.now();
  await wire.request('shutdown');
  wire.notify('exit');
  expect(await wire.answer(id)).toMatchObject({ error: { code: -32001, data: { reason: 'shutdown' } } });
  const { code, at } = await wire.exited;
  expect(code).toBe(0);
  expect(at - asked).toBeGreaterThan(4_900);
  expect(at - asked).toBeLessThan(tenTimes(6_000));
  expect(membersOf(pid)).toEqual([]);
  expect(childrenOf(wire.pid)).toEqual([]);
  expectOnlyLogLines(wire);
});

it('lets a call finish between shutdown and exit', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  const id = wire.start('tools/call', { name: 'wait', arguments: { ms: 500 } });
  await wire.request('shutdown');
  wire.notify('exit');
  expect(await wire.answer(id)).toHaveProperty('result');
  expect(await wire.exited).toMatchObject({ code: 0 });
});

it('leaves by itself after shutdown without exit', async ({ session }) => {
  const wire = await session();
  const asked = performance.now();
  await wire.request('shutdown');
  const { code, at } = await wire.exited;
  expect(code).toBe(0);
  expect(at - asked).toBeGreaterThan(4_900);
  expect(at - asked).toBeLessThan(tenTimes(6_000));
});

it('counts the time after shutdown by its setting', async ({ session }) => {
  const wire = await session({ env: { MCPBASH_SHUTDOWN_TIMEOUT: '1' } });
  const asked = performance.now();
  await wire.request('shutdown');
  const { code, at } = await wire.exited;
  expect(code).toBe(0);
  expect(at - asked).toBeGreaterThan(900);
  expect(at - asked).toBeLessThan(tenTimes(1_000));
});

for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)
  it(`answers what is in progress on ${signal}, ends every process and leaves in time`, async ({ session }) => {
    const wire = await session({ source: 'test-tools.mjs' });
    const id = wire.start('tools/call', { name: 'family' });
    const pid = await wire.reportedPid();
    const asked = performance.now();
    wire.signal(signal);
    expect(await wire.answer(id)).toMatchObject({ error: { code: -32001, data: { reason: signal } } });
    const exit = await wire.exited;
    expect(exit.code).toBe(code);
    expect(exit.at - asked).toBeLessThan(tenTimes(2_000));
    expect(membersOf(pid)).toEqual([]);
    expect(childrenOf(wire.pid)).toEqual([]);
    expectOnlyLogLines(wire);
  });

it('leaves in time although a process does not listen', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  wire.start('tools/call', { name: 'stubborn' });
  const pid = await wire.reportedPid();
  const asked = performance.now();
  wire.signal('SIGTERM');
  const exit = await wire.exited;
  expect(exit.code).toBe(143);
  expect(exit.at - asked).toBeLessThan(tenTimes(2_000));
  expect(membersOf(pid)).toEqual([]);
});

it('does not answer in the modern era when a signal ends it', async ({ serve }) => {
  const wire = serve({ source: 'test-tools.mjs' });
  await wire.modern('tools/list');
  const _meta = { ...modernMeta, 'io.modelcontextprotocol/logLevel': 'info' };
  const id = wire.start('tools/call', { name: 'sleep', _meta });
  await wire.reportedPid();
  wire.signal('SIGTERM');
  expect(await wire.exited).toMatchObject({ code: 143 });
  expect(wire.answersTo(id)).toEqual([]);
});

it('leaves no process behind when it is killed, nor anything in the way of the next server', async ({
  session,
  expect,
}) => {
  const wire = await session({ source: 'test-tools.mjs' });
  wire.start('tools/call', { name: 'family' });
  const family = await wire.reportedPid();
  wire.messages.splice(0);
  wire.start('tools/call', { name: 'stubborn' });
  const stubborn = await wire.reportedPid();
  const [reaper] = reapersOf(wire);
  wire.signal('SIGKILL');
  await wire.exited;
  await expect.poll(() => [family, stubborn, reaper!].flatMap(membersOf)).toEqual([]);
  expectOnlyLogLines(wire);
});

it('frees the locks of a killed server for the next', async ({ session }) => {
  const killed = await session();
  const build = { project: 'app', ms: 60_000 };
  killed.start('tools/call', { name: 'build', arguments: build });
  await killed.call('build', { project: 'other', ms: 1 });
  expect((await killed.call('build', build)).result).toMatchObject({ isError: true });
  killed.signal('SIGKILL');
  await killed.exited;
  expect(stateOf(killed)).toContain(`"pid":${killed.pid}`);
  const next = await session({ env: { XDG_STATE_HOME: killed.stateFolder } });
  expect((await next.call('build', { project: 'app', ms: 1 })).result).not.toHaveProperty('isError', true);
  expect(stateOf(killed)).not.toContain(String(killed.pid));
});

/** The names and contents of everything in the state folder of a server. */
function stateOf({ stateFolder }: Wire): string {
  const entries = readdirSync(stateFolder, { recursive: true, withFileTypes: true });
  const contents = entries.map(each => (each.isFile() ? readFileSync(join(each.parentPath, each.name), 'utf8') : ''));
  return [...entries.map(({ name }) => name), ...contents].join('\n');
}

it('takes its reaper along when it leaves, and starts none without a process', async ({ session, expect }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  expect(reapersOf(wire)).toEqual([]);
  await wire.call('quick_process');
  expect(reapersOf(wire)).toHaveLength(1);
  const [pid] = reapersOf(wire);
  wire.endInput();
  await wire.exited;
  await expect.poll(() => membersOf(pid!)).toEqual([]);
});

it('leaves with 3 and ends every process when it goes wrong itself', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  wire.start('tools/call', { name: 'sleep' });
  const pid = await wire.reportedPid();
  wire.start('tools/call', { name: 'crash' });
  expect(await wire.exited).toMatchObject({ code: 3 });
  expect(membersOf(pid)).toEqual([]);
  expect(wire.stderr.join('\n')).toContain('a bug outside of any call');
  expectOnlyLogLines(wire);
});

it('exits when its output is not read any more', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs' });
  wire.start('tools/call', { name: 'sleep' });
  const pid = await wire.reportedPid();
  wire.stopReading();
  for (let at = 0; at < 3; at++) wire.start('ping');
  expect(await wire.exited).toMatchObject({ code: 0 });
  expect(membersOf(pid)).toEqual([]);
});

it('leaves when there is no input for a while, and not before', async ({ session }) => {
  const wire = await session({ env: { MCPBASH_IDLE_TIMEOUT: '5' } });
  const began = performance.now();
  await sleep(1_000);
  wire.write('\n');
  const { code, at } = await wire.exited;
  expect(code).toBe(0);
  expect(at - began).toBeGreaterThan(5_800);
  expect(at - began).toBeLessThan(tenTimes(6_000));
  expect(wire.stderr.join('\n')).toContain('no input for 5 s');
  expectOnlyLogLines(wire);
});

it('stays while a call is running', async ({ session }) => {
  const wire = await session({ source: 'test-tools.mjs', env: { MCPBASH_IDLE_TIMEOUT: '5' } });
  expect(await wire.call('wait', { ms: 6_500 })).toHaveProperty('result');
  expect(await wire.exited).toMatchObject({ code: 0 });
});

for (const env of [
  { MCPBASH_IDLE_TIMEOUT: '0' },
  { MCPBASH_IDLE_TIMEOUT: '1', MCPBASH_IDLE_TIMEOUT_ENABLED: 'false' },
  { MCPBASH_IDLE_TIMEOUT: '1', MCPBASH_CI_MODE: 'true' },
])
  it(`stays without input with ${JSON.stringify(env)}`, async ({ session }) => {
    const wire = await session({ env });
    await sleep(1_500);
    expect(await wire.request('ping')).toHaveProperty('result');
  });

it('leaves when its parent is gone', async () => {
  // The server reads what the test sends; only the shell between them goes away.
  const script = 'exec 3<&0; "$0" "$1" serve demo <&3 & echo $!; wait';
  const shell = spawn('/bin/sh', ['-c', script, process.execPath, command], {
    env: { PATH: process.env.PATH ?? '', HOME: tmpdir(), MCPBASH_ORPHAN_CHECK_INTERVAL: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  shell.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  let printed = '';
  shell.stdout.setEncoding('utf8').on('data', text => {
    printed += text;
  });
  while (!printed.includes('-32002')) await once(shell.stdout, 'data');
  const closed = once(shell.stdout, 'close');
  const pid = Number(printed.split('\n')[0]);
  shell.kill('SIGKILL');
  try {
    expect(await Promise.race([closed.then(() => 'left'), sleep(WAIT_LIMIT_MS, 'stayed', { ref: false })])).toBe(
      'left',
    );
  } finally {
    if (membersOf(shell.pid!).some(each => each.pid === pid)) process.kill(pid, 'SIGKILL');
  }
});

it('says that stdout is full and leaves with 3 after a few failures', async ({ serve }) => {
  const wire = serve({ stdout: openSync('/dev/full', 'w') });
  for (let at = 0; at < 4; at++) wire.start('ping');
  expect(await wire.exited).toMatchObject({ code: 3 });
  expect(wire.stderr.join('\n')).toContain('stdout is corrupt');
  expectOnlyLogLines(wire);
});

it('keeps running with a full stdout where the setting allows it', async ({ serve }) => {
  const wire = serve({ stdout: openSync('/dev/full', 'w'), env: { MCPBASH_ALLOW_CORRUPT_STDOUT: 'true' } });
  for (let at = 0; at < 6; at++) wire.start('ping');
  await wire.eventually(() => wire.stderr.length >= 6, 'six log lines');
  wire.endInput();
  expect(await wire.exited).toMatchObject({ code: 0 });
});

it('refuses sources that are given the same name, and names both', async ({ serve }) => {
  const wire = serve({ source: ['demo', 'demo'] });
  expect(await wire.exited).toMatchObject({ code: 1 });
  expect(wire.stderr.at(-1)).toBe("error: The name 'demo' is given by both 'demo' and 'demo'");
});

it('tells a client that is there why it refuses to start', async ({ serve }) => {
  const wire = serve({ source: ['demo', 'demo'] });
  const { error } = await wire.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  expect(error).toMatchObject({ message: "The name 'demo' is given by both 'demo' and 'demo'" });
  expect(await wire.exited).toMatchObject({ code: 1 });
});

function reapersOf(wire: Wire): number[] {
  return childrenOf(wire.pid).flatMap(({ args, pid }) => (args.includes('mcp-reaper') ? [pid] : []));
}
