import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { projectOf, put, shellTool } from './project.js';
import { structured } from './route.js';
import { type Message, RoutedWire } from './routed-wire.js';

const textOf = ({ result }: Message) => result?.content?.[0]?.text;
const module = (name: string, source: string, meta: object = {}) => ({
  [`tools/${name}/tool.mjs`]: source,
  [`tools/${name}/tool.meta.json`]: { description: name, ...meta },
});
const inPlaceOfFiles = (make: string) =>
  ['PROGRESS_STREAM', 'LOG_STREAM', 'ELICIT_REQUEST_FILE', 'TOOL_ERROR_FILE', 'TOOL_RESOURCES_FILE']
    .map(name => `${make} "$MCP_${name}"`)
    .join('\n');

const root = projectOf({
  ...shellTool('well', 'cat /dev/stdin'),
  ...shellTool('pipes', `${inPlaceOfFiles('mkfifo')}\nsleep 0.3; echo fine`),
  ...shellTool('folders', `${inPlaceOfFiles('mkdir')}\nsleep 0.3; echo fine`),
  ...shellTool('endless_files', `${inPlaceOfFiles('ln -s /dev/zero')}\nsleep 0.3; echo fine`),
  ...shellTool('deaf', 'mkfifo "$MCP_CANCEL_FILE"; mkdir "$MCP_ELICIT_RESPONSE_FILE"; sleep 60', { timeoutSecs: 1 }),
  ...shellTool('empties', 'rm -rf "$(dirname "$MCP_LOG_STREAM")"; echo fine'),
  ...shellTool('half', 'printf "a\\303"'),
  ...shellTool('closes', 'exec >&- 2>&- <&-; sleep 0.2'),
  ...shellTool('reads', 'cat "/proc/$PPID/fd/0"; echo fine'),
  ...module(
    'reaches',
    `import fs from 'node:fs'; import net from 'node:net'; import tty from 'node:tty';
     export default () => [
       () => new net.Socket({ fd: 1 }), () => new tty.WriteStream(1), () => new tty.ReadStream(0), () => fs.closeSync(1),
       () => { for (let fd = 0; fd < 64; fd += 1) fs.closeSync(fd); }, () => process.kill(process.pid, 'SIGTERM'), () => process.kill(0),
     ].map(reach => { try { reach(); return 'done'; } catch (error) { return error.code; } });`,
  ),
  ...module(
    'opens',
    `import fs from 'node:fs'; import { pipeline } from 'node:stream/promises';
     export default async (args, { projectRoot }) => {
       const descriptor = fs.openSync(projectRoot + '/tools/well/tool.sh'); fs.closeSync(descriptor);
       let text = ''; await pipeline(fs.createReadStream(projectRoot + '/server.d/server.meta.json'), async pieces => { for await (const piece of pieces) text += piece; });
       return text;
     };`,
  ),
  ...module(
    'threads',
    `import { Worker } from 'node:worker_threads';
     const inner = "require('fs').writeSync(1, 'from the second');";
     const outer = "require('fs').writeSync(1, 'from the first, ');try { require('fs').readFileSync(0) } catch (error) { console.log(error.code) }" +
       "new (require('worker_threads').Worker)(" + JSON.stringify(inner) + ", { eval: true })";
     export default () => new Promise(resolve => new Worker(outer, { eval: true }).on('exit', () => setTimeout(resolve, 100, 'fine')));`,
  ),
  ...module('long', `export default () => 'x'.repeat(300_000_000);`),
  ...module('long_inside', `export default () => ({ list: ['x'.repeat(300_000_000)] });`),
  ...module('long_line', `export default () => console.log('x'.repeat(300_000_000));`),
  ...module('asks', `export default (args, { elicit }) => { for (;;) elicit('x'.repeat(1000), {}); };`, {
    timeoutSecs: 1,
  }),
  ...module('reports', `export default (args, { progress }) => { for (let n = 0; ; n += 1) progress(n); };`, {
    timeoutSecs: 1,
  }),
  ...module('never_loads', `await new Promise(() => {}); export default () => 1;`, { timeoutSecs: 1, instances: 1 }),
  ...module('spins', `for (;;); export default () => 1;`, { timeoutSecs: 1, instances: 1 }),
  'tools/never_ready/tool.sh!': '#!/bin/sh\nsleep 60\n',
  'tools/never_ready/tool.meta.json': { description: 'never', mode: 'persistent', timeoutSecs: 1 },
});

describe('no other call is harmed by', () => {
  let wire: RoutedWire;
  beforeAll(async () => {
    wire = new RoutedWire({ source: root, quiet: true });
    await wire.handshake();
  });
  afterAll(() => wire.end());
  afterEach(async () => {
    expect((await wire.call('well', { a: 1 })).result?.structuredContent).toEqual({ a: 1 });
    expect(wire.garbage).toEqual([]);
  });

  it.each(['pipes', 'folders', 'endless_files'])('%s in the place of the files of a call', async name => {
    const [answer, isAlive] = await Promise.all([wire.call(name), wire.isAlive()]);
    expect([textOf(answer), isAlive]).toEqual(['fine\n', true]);
  });

  it('a tool that takes away what all calls share', async () => {
    expect(textOf(await wire.call('empties'))).toBe('fine\n');
  });

  it('a tool that blocks the word to stop', async () => {
    expect((await wire.call('deaf')).error).toMatchObject({ code: -32603, data: { reason: 'fixed' } });
  });

  it('half a character, closed streams, and a hand in the protocol', async () => {
    expect(textOf(await wire.call('half'))).toBe('a\uFFFD');
    expect(textOf(await wire.call('closes'))).toBe('');
    const [answer, ...alive] = await Promise.all([wire.call('reads'), wire.isAlive(), wire.isAlive()]);
    expect([textOf(answer), ...alive]).toEqual(['fine\n', true, true]);
  });

  it('a module that reaches for the streams of the process, or its life', async () => {
    const [eperm, ebadf] = ['EPERM', 'EBADF'];
    expect((await wire.call('reaches')).result?.structuredContent).toEqual(
      structured([ebadf, ebadf, ebadf, ebadf, ebadf, eperm, eperm]),
    );
    expect((await wire.call('opens')).result?.content).toEqual([{ type: 'text', text: '{"name":"test"}' }]);
  });

  it('threads of a module, and threads of those', async () => {
    expect((await wire.call('threads')).result).toMatchObject({
      content: [{ text: 'fine' }],
      _meta: { stderr: expect.stringMatching(/^from the first, .*EBADF/s) },
    });
  });

  it.each(['long', 'long_inside', 'long_line'])('a module whose output fits into no memory: %s', async name => {
    expect((await wire.call(name)).error).toMatchObject({
      code: -32603,
      message: expect.stringContaining('printed more than'),
    });
  });

  it.each(['asks', 'reports'])('a module that says more than anybody can hear: %s', async name => {
    const [answer, isAlive] = await Promise.all([wire.call(name), wire.isAlive()]);
    expect([answer.error?.data?.reason, isAlive]).toEqual(['fixed', true]);
  });

  it.each(['never_loads', 'spins', 'never_ready'])('a tool that is never ready: %s', async name => {
    const twice = await Promise.all([wire.call(name), wire.call(name)]);
    for (const { error } of twice)
      expect(error).toMatchObject({ message: 'Tool timed out after 1 s', data: { reason: 'fixed', exitCode: 124 } });
  });
});

it('a warm program that was replaced by newer ones has not died', async () => {
  const program = `#!/usr/bin/env node
    console.log('{"ready":true}');
    require('node:readline').createInterface({ input: process.stdin }).on('line', line =>
      console.log(JSON.stringify({ id: JSON.parse(line).id, result: 'fine' })));\n`;
  const warm = (n: number) => ({
    'tools/warm/tool!': `${program}// ${n}\n`,
    'tools/warm/tool.meta.json': { description: 'warm', mode: 'persistent' },
  });
  const project = projectOf(warm(0));
  const wire = new RoutedWire({ source: project, env: { MCPBASH_STATIC_REGISTRY: '1' } });
  try {
    await wire.handshake();
    for (let n = 1; n <= 5; n += 1) {
      expect(textOf(await wire.call('warm')), `version ${n}`).toBe('fine');
      put(project, warm(n * 10 ** n));
    }
  } finally {
    await wire.end();
  }
});

it('a call that is withdrawn while the policy thinks leaves the others their turn', async () => {
  const wire = new RoutedWire({
    source: projectOf({
      ...shellTool('well', 'echo fine'),
      'server.d/policy.sh': 'mcp_tools_policy_check() { sleep 0.3; }\n',
    }),
  });
  try {
    await wire.handshake();
    const withdrawn = wire.start('tools/call', { name: 'well', arguments: {} });
    const others = Array.from({ length: 3 }, () => wire.call('well'));
    const answer = await wire.cancel(withdrawn);
    if (answer) expect(answer.error?.code).toBe(-32001);
    expect((await Promise.all(others)).map(textOf)).toEqual(others.map(() => 'fine\n'));
    expect(wire.answersTo(withdrawn)).toHaveLength(answer ? 1 : 0);
  } finally {
    await wire.end();
  }
});
