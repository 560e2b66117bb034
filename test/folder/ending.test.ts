import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { membersOf, processes } from '../server/wire.js';
import { projectOf, shellTool } from './project.js';
import { isModern, overHttp } from './route.js';
import { it, type Message } from './routed-wire.js';

const textOf = ({ result }: Message) => result?.content?.[0]?.text;
const progress = `printf '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"x","progress":%s}}\\n'`;
const line = (data: string) =>
  `printf '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"${data}"}}\\n'`;
const pidIn = (root: string, name: string) => Number(readFileSync(join(root, name), 'utf8'));

it('ends a tool at its time, and says so', async ({ session }) => {
  const root = projectOf({
    ...shellTool('slow', 'echo begun; echo complaint >&2; sleep 6'),
    ...shellTool('hinted', 'sleep 6', { timeoutSecs: 1, timeoutHint: 'try less' }),
    ...shellTool('busy', `${progress} 1 >> "$MCP_PROGRESS_STREAM"; sleep 6`),
  });
  const wire = await session({ source: root, env: { MCPBASH_DEFAULT_TOOL_TIMEOUT: '1' } });
  const slow = await wire.call('slow');
  expect(slow.error).toMatchObject({
    code: -32603,
    message: 'Tool timed out after 1 s',
    data: { type: 'timeout', timeoutSecs: 1, reason: 'fixed', exitCode: 124, stderr: 'complaint\n' },
  });
  expect(JSON.stringify(slow)).not.toContain('begun');
  const hinted = await wire.call('hinted');
  expect(hinted.error).toMatchObject({ message: expect.stringContaining('try less'), data: { hint: 'try less' } });
  await wire.call('busy', {}, { _meta: { progressToken: 1 } });
  expect(wire.noticesOf('notifications/message').map(each => each.params?.data)).toContainEqual(
    expect.stringContaining('progressExtendsTimeout'),
  );
});

it('gives a tool more time for as long as it reports progress', async ({ session }) => {
  const extended = { timeoutSecs: 1, progressExtendsTimeout: true };
  const reporting = `for n in 1 2 3 4 5 6 7 8; do ${progress} $n >> "$MCP_PROGRESS_STREAM"; sleep 0.5; done; echo done`;
  const root = projectOf({
    ...shellTool('steady', reporting, extended),
    ...shellTool('silent', 'sleep 6', extended),
    ...shellTool('endless', reporting, { ...extended, maxTimeoutSecs: 2 }),
  });
  const wire = await session({ source: root });
  const [steady, silent, endless] = await Promise.all(['steady', 'silent', 'endless'].map(name => wire.call(name)));
  expect(textOf(steady!)).toBe('done\n');
  expect(silent!.error).toMatchObject({
    message: expect.stringContaining('(no progress reported)'),
    data: { reason: 'idle', progressExtendsTimeout: true },
  });
  expect(endless!.error).toMatchObject({
    message: expect.stringContaining('(maximum runtime)'),
    data: { reason: 'max_exceeded', maxTimeoutSecs: 2 },
  });
});

it('leaves no process of a tool that ignores SIGTERM, nor of its children', async ({ session, expect }) => {
  const stubborn = `trap "" TERM; echo $$ > "$MCPBASH_PROJECT_ROOT/$MCP_ARG_pid"; (trap "" TERM; sleep 60) & (sleep 60) &
    ${line('ready')} >> "$MCP_LOG_STREAM"; sleep 60`;
  const root = projectOf({ ...shellTool('late', stubborn, { timeoutSecs: 1 }), ...shellTool('stubborn', stubborn) });
  const wire = await session({ source: root });
  expect((await wire.call('late', { pid: 'late' })).error).toMatchObject({ code: -32603 });
  expect(membersOf(pidIn(root, 'late'))).toEqual([]);
  wire.messages.splice(0);
  const id = wire.start('tools/call', { name: 'stubborn', arguments: { pid: 'cancelled' } });
  await wire.notice('notifications/message');
  const answer = await wire.cancel(id);
  // An answer says that the work has ended; without one it ends soon.
  if (answer) expect([answer.error?.code, membersOf(pidIn(root, 'cancelled'))]).toEqual([-32001, []]);
  await expect.poll(() => membersOf(pidIn(root, 'cancelled'))).toEqual([]);
  expect([await wire.isAlive(), wire.answersTo(id).length]).toEqual([true, isModern ? 0 : 1]);
});

it('leaves nothing of a tool whose children have groups of their own', async ({ session, expect }) => {
  // As interactive shells and `timeout` start them.
  const script = `exec < /dev/null > /dev/null 2>&1; set -m; sleep 60 & echo $! > "$MCPBASH_PROJECT_ROOT/$MCP_ARG_pid"`;
  const bash = (name: string, more: string, meta = {}) => ({
    [`tools/${name}/tool!`]: `#!/usr/bin/env bash\n${script}\n${more}\n`,
    [`tools/${name}/tool.meta.json`]: JSON.stringify({ name, ...meta }),
  });
  const root = projectOf({ ...bash('late', 'sleep 60', { timeoutSecs: 1 }), ...bash('quick', 'exit 0') });
  const wire = await session({ source: root });
  const isThere = (name: string) => processes().some(({ pid }) => pid === pidIn(root, name));
  expect((await wire.call('late', { pid: 'late' })).error?.message).toContain('timed out');
  expect(isThere('late')).toBe(false);
  await wire.call('quick', { pid: 'quick' });
  await expect.poll(() => isThere('quick')).toBe(false);
  await wire.call('quick', { pid: 'last' });
  await wire.finish();
  expect(isThere('last')).toBe(false);
});

it('does not wait for a child that keeps the output open', async ({ session }) => {
  const root = projectOf(shellTool('leaver', 'sleep 600 & echo $$ > "$MCPBASH_PROJECT_ROOT/pid"; echo done'));
  const wire = await session({ source: root });
  expect(textOf(await wire.call('leaver'))).toBe('done\n');
  expect(membersOf(pidIn(root, 'pid'))).toEqual([]);
});

it('tells a tool that its call was cancelled before the first signal', async ({ session, expect }) => {
  const script = `trap 'test -e "$MCP_CANCEL_FILE" && echo seen > "$MCPBASH_PROJECT_ROOT/order"; exit 0' TERM
    ${line('ready')} >> "$MCP_LOG_STREAM"
    while :; do sleep 0.05; done`;
  const root = projectOf(shellTool('watcher', script));
  const wire = await session({ source: root });
  const id = wire.start('tools/call', { name: 'watcher' });
  await wire.notice('notifications/message');
  const answer = await wire.cancel(id);
  if (answer) expect(answer.error).toMatchObject({ code: -32001, message: 'Tool cancelled' });
  await expect.poll(() => contentOf(join(root, 'order'))).toBe('seen\n');
});

it('stops a flood on either stream, and keeps nothing of it', async ({ session }) => {
  const root = projectOf({
    ...shellTool('over', 'head -c 100001 /dev/zero | tr "\\0" x'),
    ...shellTool('endless', 'echo $$ > "$MCPBASH_PROJECT_ROOT/pid"; yes'),
    ...shellTool('complaints', 'yes >&2'),
  });
  const wire = await session({ source: root, env: { MCPBASH_MAX_TOOL_OUTPUT_SIZE: '100000' } });
  for (const name of ['over', 'endless', 'complaints']) {
    const { error } = await wire.call(name);
    expect(error).toMatchObject({ code: -32603, message: expect.stringContaining('100000') });
    expect(JSON.stringify(error)).not.toContain('yyy');
  }
  expect(membersOf(pidIn(root, 'pid'))).toEqual([]);
  expect(await wire.isAlive()).toBe(true);
});

it('shows tools no more of the environment than it should', async ({ serve }) => {
  const note = (name: string) => `env > "$MCPBASH_PROJECT_ROOT/seen-by-${name}"`;
  const root = projectOf({
    ...shellTool('env', 'env'),
    'providers/env.sh!': '#!/bin/sh\nenv\n',
    'server.d/policy.sh': `mcp_tools_policy_check() { ${note('policy')}; }\n`,
    'server.d/register.sh': `${note('register')}\nmcp_register_tool '{"name": "env", "path": "env/tool.sh"}'\n`,
  });
  const token = 'x'.repeat(40);
  const env = {
    FOO: 'foo',
    BAR: 'bar',
    MCPBASH_REMOTE_TOKEN: token,
    CONCORD_HTTP_TOKEN: token,
    MCP_REGISTRY_TOKEN: token,
    MCPBASH_ALLOW_PROJECT_HOOKS: 'true',
  };
  const seen = async (more: Record<string, string>) => {
    const wire = serve({ source: root, env: { ...env, ...more }, token });
    await wire.handshake();
    const tool = textOf(await wire.call('env'))!;
    const { result } = await wire.request('resources/read', { uri: 'env://x' });
    const others = ['policy', 'register'].map(name => contentOf(join(root, `seen-by-${name}`)));
    for (const each of [tool, JSON.stringify(result), ...others]) {
      expect(each).toContain('PATH=');
      expect(each).not.toMatch(/TOKEN=.|xxxxxxxx/);
    }
    return tool;
  };
  const minimal = await seen({});
  const listed = await seen({ MCPBASH_TOOL_ENV_MODE: 'allowlist', MCPBASH_TOOL_ENV_ALLOWLIST: 'BAR' });
  const all = await seen({
    MCPBASH_TOOL_ENV_MODE: 'inherit',
    MCPBASH_TOOL_ENV_INHERIT_ALLOW: 'true',
    MCPBASH_PROVIDER_ENV_MODE: 'inherit',
    MCPBASH_PROVIDER_ENV_INHERIT_ALLOW: 'true',
  });
  expect([minimal, listed, all].map(each => [/^FOO=/m.test(each), /^BAR=/m.test(each)])).toEqual([
    [false, false],
    [false, true],
    [true, true],
  ]);
  const refused = serve({ source: root, env: { MCPBASH_TOOL_ENV_MODE: 'inherit' } });
  expect((await refused.exited).code).toBe(1);
  expect(refused.stderr.join('\n')).toMatch(/MCPBASH_TOOL_ENV_MODE.*MCPBASH_TOOL_ENV_INHERIT_ALLOW/);
});

it('answers many calls at once, each with its own data', async ({ serve }) => {
  const script = `name=$MCP_ARG_n
    ${progress} 1 >> "$MCP_PROGRESS_STREAM"
    if [ $((name % 3)) = 0 ]; then
      printf '{"message":"%s","schema":{"type":"object","properties":{"n":{"type":"string"}}}}' "$name" > "$MCP_ELICIT_REQUEST_FILE.new"
      mv "$MCP_ELICIT_REQUEST_FILE.new" "$MCP_ELICIT_REQUEST_FILE"
      while [ ! -e "$MCP_ELICIT_RESPONSE_FILE" ]; do sleep 0.05; done
      printf '%s ' "$name"; cat "$MCP_ELICIT_RESPONSE_FILE"
    elif [ $((name % 3)) = 1 ]; then echo "failed $name"; exit "$name"
    else echo "fine $name"; fi`;
  const root = projectOf(shellTool('mixed', script));
  const wire = serve({
    source: root,
    person: ({ message }) => ({ action: 'accept', content: { n: `for ${message}` } }),
  });
  await wire.handshake();
  const calls = Array.from({ length: 20 }, (_, n) => wire.call('mixed', { n }, { _meta: { progressToken: n } }));
  const answers = await Promise.all(calls);
  answers.forEach(({ result }, n) => {
    const text = result!.content![0]!.text;
    if (n % 3 === 0) expect(text).toBe(`${n} {"action":"accept","content":{"n":"for ${n}"}}`);
    else if (n % 3 === 1) expect([text, result!._meta!.exitCode]).toEqual([`failed ${n}\n`, n]);
    else expect(text).toBe(`fine ${n}\n`);
  });
  const tokens = wire.noticesOf('notifications/progress').map(each => each.params!.progressToken);
  expect(tokens.sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(wire.questions.map(({ message }) => Number(message)).sort((a, b) => a - b)).toEqual([0, 3, 6, 9, 12, 15, 18]);
});

describe('a module that is blocked in a system call', () => {
  const waiting = (source: string, timeoutSecs: number) => ({
    'tools/stuck/tool.mjs': `import { execSync } from 'node:child_process';
      import { readFileSync, writeFileSync } from 'node:fs';
      export default (args, { projectRoot }) => { writeFileSync(projectRoot + '/begun', ''); ${source} };`,
    'tools/stuck/tool.meta.json': JSON.stringify({ timeoutSecs }),
    ...shellTool('other', 'echo fine'),
  });
  const atNobody = (timeoutSecs: number) => {
    const root = projectOf(waiting("readFileSync(projectRoot + '/pipe')", timeoutSecs));
    execFileSync('mkfifo', [join(root, 'pipe')]);
    return root;
  };

  it('is answered at its time limit, harms no other call, and does not delay the end', async ({ session }) => {
    const wire = await session({ source: atNobody(2) });
    expect((await wire.call('stuck')).error?.message).toContain('timed out');
    expect(textOf(await wire.call('other'))).toBe('fine\n');
    await wire.finish();
  });

  it('does not delay the end by one signal, nor by two', async ({ session, expect }) => {
    for (const times of [1, 2]) {
      const root = atNobody(600);
      const wire = await session({ source: root });
      wire.start('tools/call', { name: 'stuck', arguments: {} });
      await expect.poll(() => existsSync(join(root, 'begun'))).toBe(true);
      for (let time = 0; time < times; time += 1) {
        wire.signal('SIGTERM');
        await after(100);
      }
      const { code, signal } = await wire.exited;
      expect(code ?? signal).toBe('SIGTERM');
    }
  });

  it('ends when it waits for a child, which ends before', async ({ session, expect }) => {
    const command = 'echo $$ > pid; sleep 60; true';
    const root = projectOf(waiting(`execSync('${command}', { cwd: projectRoot })`, 600));
    const wire = await session({ source: root });
    const id = wire.start('tools/call', { name: 'stuck', arguments: {} });
    await expect.poll(() => contentOf(join(root, 'pid'))).toMatch(/\n$/);
    await wire.cancel(id);
    const isThere = () => processes().some(({ pid, parent }) => [pid, parent].includes(pidIn(root, 'pid')));
    await expect.poll(isThere).toBe(false);
    expect(await wire.finish()).toBe(overHttp ? 143 : 0);
  });
});

/** A file, or nothing before it is there. */
function contentOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
