import { openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect } from 'vitest';
import { projectOf, put, shellTool } from './project.js';
import { codes, isModern, overHttp } from './route.js';
import { itWith, type Message, type RoutedWire } from './routed-wire.js';

// What the contract of errors says, sentence by sentence, as a client of a folder sees it.

const line = (data: string) =>
  `printf '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"${data}"}}\\n' >> "$MCP_LOG_STREAM"`;
const root = projectOf({
  ...shellTool('well', 'echo fine'),
  ...shellTool('fails', 'echo partial; echo "what went wrong" >&2; exit 7'),
  ...shellTool('slow', 'echo begun; sleep 30', { timeoutSecs: 1 }),
  ...shellTool('waits', `echo begun; ${line('ready')}; sleep 60`),
  ...shellTool('promises', 'echo "not JSON"', { outputSchema: { type: 'object' } }),
  ...shellTool('prints', 'head -c 30000 /dev/zero | tr "\\0" x'),
  ...shellTool('complains', 'head -c 30000 /dev/zero | tr "\\0" x >&2'),
  ...shellTool('structured', `printf '{"a":"'; head -c 15000 /dev/zero | tr "\\0" x; printf '"}'`),
  ...shellTool('quotes', `head -c 15000 /dev/zero | tr "\\0" '"'`),
  'resources/a.txt': 'a',
  'resources/large.txt': 'x'.repeat(30_000),
  'prompts/p.txt': 'p',
  'prompts/q.txt': 'q',
  'providers/code.sh!': `#!/bin/sh\ncase "$1" in *loud*) echo "in its own words" >&2;; esac\nexit "\${1##*/}"\n`,
  'providers/words.sh!': '#!/bin/sh\nhead -c 30000 /dev/zero | tr "\\0" x\n',
});
const env = {
  MCPBASH_MAX_TOOL_OUTPUT_SIZE: '20000',
  MCPBASH_ENABLE_GIT_PROVIDER: 'true',
  MCPBASH_HTTPS_ALLOW_ALL: 'true',
  MCPBASH_GIT_ALLOW_ALL: 'true',
  MCPBASH_GIT_TIMEOUT: '1',
  MCPBASH_HTTPS_TIMEOUT: '1',
};
const it = itWith({ source: root, env });
const open = async (serve: (options: object) => RoutedWire, more: object = {}) => {
  const wire = serve({ source: root, env: { ...env, ...more } });
  await wire.handshake();
  return wire;
};
const textOf = ({ result }: Message) => result?.content?.[0]?.text;
const read = (wire: RoutedWire, uri: string) => wire.request('resources/read', { uri });
const at = (path: string) => pathToFileURL(join(root, path)).href;
const isError = (message: Message) => JSON.stringify(message).includes('isError');

describe('guidelines', () => {
  it('a failed tool is a result with isError, _meta.exitCode and its stderr', async ({ shared: wire }) => {
    expect((await wire.call('fails')).result).toMatchObject({
      isError: true,
      content: [
        { type: 'text', text: 'partial\n' },
        { type: 'text', text: 'exit code 7\nwhat went wrong' },
      ],
      _meta: { exitCode: 7, stderr: 'what went wrong\n' },
    });
  });

  it('timeouts and cancellation are errors, and no output comes with them', async ({ serve }) => {
    const wire = await open(serve);
    const slow = await wire.call('slow');
    expect(slow.error).toMatchObject({ code: -32603, message: 'Tool timed out after 1 s' });
    const id = wire.start('tools/call', { name: 'waits' });
    await wire.notice('notifications/message');
    const cancelled = await wire.cancel(id);
    // The modern era does not answer what was cancelled.
    expect(cancelled?.error).toEqual(
      isModern ? undefined : expect.objectContaining({ code: -32001, message: 'Tool cancelled' }),
    );
    expect(JSON.stringify([slow, cancelled])).not.toContain('begun');
    expect(textOf(await wire.call('well'))).toBe('fine\n');
    expect(wire.answersTo(id)).toHaveLength(isModern ? 0 : 1);
  });

  it('resource failures are errors without isError: -32602 for cursors and params, -32603 for providers and size', async ({
    shared: wire,
  }) => {
    const answers: [number, Message][] = [
      [-32602, await wire.request('resources/list', { cursor: 'junk' })],
      [-32602, await wire.request('resources/templates/list', { cursor: '' })],
      [-32602, await wire.request('resources/read', {})],
      [-32602, await wire.request('resources/read', { uri: 5 })],
      [-32603, await read(wire, 'code://loud/5')],
      [-32603, await read(wire, at('resources/large.txt'))],
      [-32603, await read(wire, 'words://all')],
    ];
    for (const [code, answer] of answers) expect([answer.error?.code, isError(answer)]).toEqual([code, false]);
  });

  it('the example: a provider that says nothing gives exactly -32603 "Unable to read resource"', async ({
    shared: wire,
  }) => {
    const id = wire.start('resources/read', { uri: 'code://silent/5' });
    const answer = await wire.answer(id);
    expect({ jsonrpc: answer.jsonrpc, id: answer.id, ...answer.error, data: undefined }).toEqual({
      jsonrpc: '2.0',
      id,
      code: -32603,
      message: 'Unable to read resource',
      data: undefined,
    });
  });

  it('malformed tool output is replaced by an error payload and logged', async ({ serve }) => {
    const wire = await open(serve);
    const { result } = await wire.call('promises');
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringMatching(/^The output of tool 'promises' does not keep/) }],
    });
    expect(result).not.toHaveProperty('structuredContent');
    expect(JSON.stringify(result)).not.toContain('not JSON\\n');
    await wire.eventually(() => wire.logged('error').length > 0, 'the incident');
    expect(wire.logged('error')).toHaveLength(1);
  });

  it('a registry that cannot be read falls back to minimal capabilities with a message of severity error', async ({
    serve,
  }) => {
    const wire = serve({ source: root, env: { MCPBASH_REGISTRY_MAX_BYTES: '10' } });
    expect((await wire.handshake()).result?.capabilities).toEqual({ logging: {} });
    await wire.eventually(() => wire.logged('error').length > 0, 'the error');
    expect(wire.logged('error')[0]).toContain('MCPBASH_REGISTRY_MAX_BYTES');
  });

  it('a manual override that is not well-formed gives way to discovery, with list_changed', async ({ session }) => {
    const project = projectOf({
      ...shellTool('found', 'true'),
      'server.d/register.json': { version: 1, tools: [] },
    });
    const wire = await session({ source: project });
    expect((await wire.request('tools/list')).result?.tools).toEqual([]);
    put(project, { 'server.d/register.json': '{ this is no JSON' });
    await wire.notice('notifications/tools/list_changed');
    expect((await wire.request('tools/list')).result?.tools).toMatchObject([{ name: 'found' }]);
  });
});

describe('codes', () => {
  it('-32700 for what is not JSON', async ({ serve }) => {
    const wire = await open(serve);
    wire.write('{ this is no JSON\n');
    const { error, id } = await wire.until(message => message.error !== undefined);
    expect([error?.code, id ?? null]).toEqual([-32700, null]);
    expect(await wire.isAlive()).toBe(true);
  });

  it('-32600 for a request without method, and for a batch where they are off', async ({ serve }) => {
    const wire = await open(serve);
    for (const raw of ['{"jsonrpc":"2.0","id":"a"}\n', '[{"jsonrpc":"2.0","id":"b","method":"ping"}]\n']) {
      wire.messages.splice(0);
      wire.write(raw);
      expect([raw, (await wire.until(message => message.error !== undefined)).error?.code]).toEqual([raw, -32600]);
    }
  });

  it('-32601 for methods that are unknown or not for clients, and for what is not found', async ({ shared: wire }) => {
    for (const method of ['tools/foo', 'nothing/at_all'])
      expect((await wire.request(method)).error).toMatchObject({ code: -32601 });
    expect((await wire.request('notifications/message', { level: 'info', data: 'x' })).error?.code).toBe(-32601);
    for (const [method, params] of [
      ['tools/call', { name: 'nothing' }],
      ['prompts/get', { name: 'nothing' }],
      ['resources/read', { uri: at('resources/nothing.txt') }],
    ] as const)
      expect((await wire.request(method, params)).error).toMatchObject({ code: codes.notFound });
  });

  it('-32602 for a protocol version, a cursor or a log level that is none', async ({ serve }) => {
    const wire = serve({ source: root });
    if (!isModern) {
      const refused = await wire.request('initialize', { protocolVersion: '1999-01-01', capabilities: {} });
      expect(refused.error).toMatchObject({
        code: -32602,
        message: 'Unsupported protocol version',
        data: { requested: '1999-01-01', supported: expect.arrayContaining(['2025-06-18', '2025-03-26']) },
      });
    }
    await wire.handshake();
    for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'])
      expect((await wire.request(method, { cursor: 'junk' })).error).toMatchObject({
        code: -32602,
        message: 'Invalid cursor',
      });
    if (!isModern)
      expect((await wire.request('logging/setLevel', { level: 'loud' })).error).toMatchObject({
        code: -32602,
        message: 'Invalid log level',
      });
  });

  it('-32603 for a registry over its size, output over its limit, a failing provider and a timeout', async ({
    serve,
  }) => {
    const wire = await open(serve);
    const limits = {
      prints: 'MCPBASH_MAX_TOOL_OUTPUT_SIZE',
      complains: 'MCPBASH_MAX_TOOL_STDERR_SIZE',
      slow: 'timed out',
    };
    for (const [name, words] of Object.entries(limits))
      expect((await wire.call(name)).error).toMatchObject({ code: -32603, message: expect.stringContaining(words) });
    expect((await read(wire, 'code://loud/9')).error).toMatchObject({ code: -32603, message: 'in its own words' });
    const unusable = await open(serve, { MCPBASH_REGISTRY_MAX_BYTES: '10' });
    expect((await unusable.request('tools/list')).error).toMatchObject({ code: -32603 });
  });

  it('-32603 for a handler that answers nothing, logged; for a tool that does, a substitute', async ({ serve }) => {
    const wire = serve({ source: 'silent.mjs' });
    await wire.handshake();
    const logs = (count: number) => wire.eventually(() => wire.logged('error').length >= count, `${count} logs`);
    const handlers: [string, Record<string, unknown>][] = [
      ['resources/read', { uri: 'test://note' }],
      ['prompts/get', { name: 'greet' }],
      ['completion/complete', { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: '' } }],
    ];
    for (const [index, [method, params]] of handlers.entries()) {
      const { error, result } = await wire.request(method, params);
      expect([method, error, result]).toEqual([
        method,
        expect.objectContaining({ code: -32603, message: expect.stringContaining('The source gave') }),
        undefined,
      ]);
      await logs(index + 1);
    }
    const tools = ['nothing', 'null', 'empty', 'text', 'list'];
    for (const [index, name] of tools.entries()) {
      expect([name, (await wire.call(name)).result]).toMatchObject([
        name,
        { isError: true, content: [{ text: expect.stringContaining('returned no usable outcome') }] },
      ]);
      await logs(handlers.length + index + 1);
    }
    expect(wire.logged('error')).toHaveLength(handlers.length + tools.length);
    expect([await wire.isAlive(), wire.garbage]).toEqual([true, []]);
  });

  it('-32001 for a call that a signal to the server ends', async ({ serve, skip }) => {
    skip(isModern, 'this era does not answer what was cancelled');
    const wire = await open(serve);
    const id = wire.start('tools/call', { name: 'waits' });
    await wire.notice('notifications/message');
    wire.signal('SIGTERM');
    expect((await wire.answer(id)).error).toMatchObject({
      code: -32001,
      message: 'Tool cancelled',
      data: { reason: 'SIGTERM' },
    });
    expect((await wire.exited).code).toBe(143);
  });

  it('-32002 before initialize', async ({ serve, skip }) => {
    skip(isModern, 'this era has no initialize');
    skip(overHttp, 'without a session, which initialize makes, a request has nobody to answer it: 400');
    const wire = serve({ source: root });
    expect((await wire.request('tools/list')).error).toMatchObject({
      code: -32002,
      message: 'Server not initialized',
    });
    expect(await wire.handshake()).toHaveProperty('result');
  });

  it('-32005 for exit before shutdown, and -32003 for work after it', async ({ serve, skip }) => {
    skip(isModern, 'this era has neither shutdown nor exit');
    const wire = await open(serve);
    expect((await wire.request('exit')).error).toMatchObject({
      code: -32005,
      message: 'Shutdown was not requested',
    });
    expect((await wire.call('well')).result).toBeDefined();
    expect((await wire.request('shutdown')).result).toEqual({});
    expect((await wire.call('well')).error).toMatchObject({ code: -32003, message: 'Server is shutting down' });
  });
});

describe('size', () => {
  it('a response over its limit is -32603 as a whole, and a list has a limit of its own', async ({ shared: wire }) => {
    const { error, result } = await wire.call('quotes');
    expect([error?.code, error?.message, result]).toEqual([-32603, 'Response exceeded response size limit', undefined]);
    expect(error?.data).toMatchObject({ limitBytes: 20_000, sizeBytes: expect.any(Number) });
    expect(JSON.stringify(error)).not.toContain('\\"\\"');
    expect((await wire.request('tools/list')).result?.tools).toHaveLength(9);
  });

  it('what is too large because it stands there as text and as data keeps the data whole', async ({ shared: wire }) => {
    const { result } = await wire.call('structured');
    expect(result).toMatchObject({ structuredContent: { a: 'x'.repeat(15_000) } });
    expect(result!.content![0]!.text).toMatch(/^\{"a":"x+\n\[\d+ bytes omitted\]\nx+"\}$/);
    expect(result!._meta!['io.concord/outcome']).toMatchObject({ ok: true, truncated: true });
  });
});

describe('exit codes of providers', () => {
  it('file: outside the roots, and missing', async ({ shared: wire }) => {
    expect((await read(wire, 'file:///etc/passwd')).error?.code).toBe(codes.outside);
    expect((await read(wire, at('resources/nothing.txt'))).error?.code).toBe(codes.notFound);
  });

  it('git: -32602 for an invalid URI, -32603 for a clone that fails', async ({ shared: wire }) => {
    expect((await read(wire, 'git+https://93.184.216.34/repo')).error?.code).toBe(-32602);
    expect((await read(wire, 'git+https://93.184.216.34/repo#a.md')).error?.code).toBe(-32603);
  });

  it('https: -32602 for an invalid URI, -32603 for a host that cannot be reached', async ({ shared: wire }) => {
    expect((await read(wire, 'https://user@example.com/')).error?.code).toBe(-32602);
    expect((await read(wire, 'https://nobody.invalid/')).error?.code).toBe(-32603);
  });

  it('any other exit: -32603 with the text on stderr, else the common one', async ({ shared: wire }) => {
    for (const exit of [1, 5, 6, 8, 9, 77, 255]) {
      expect((await read(wire, `code://loud/${exit}`)).error).toMatchObject({
        code: -32603,
        message: 'in its own words',
      });
      expect((await read(wire, `code://silent/${exit}`)).error).toMatchObject({
        code: -32603,
        message: 'Unable to read resource',
      });
    }
  });
});

describe('safeguards', () => {
  it('a stdout that cannot be written to is counted, and one failure too many ends the server', async ({
    serve,
    skip,
  }) => {
    skip(overHttp, 'its stdout has one line, the URL');
    const settings = { MCPBASH_CORRUPTION_THRESHOLD: '1', MCPBASH_CORRUPTION_WINDOW: '30' };
    const wire = serve({ source: root, stdout: openSync('/dev/full', 'w'), env: settings });
    for (let count = 0; count < 2; count += 1) wire.start('tools/list');
    expect((await wire.exited).code).toBe(3);
    expect(wire.stderr.join('\n')).toContain('stdout is corrupt');
  });

  it('failures that are further apart than the window are no corruption; those within it are', async ({
    serve,
    skip,
  }) => {
    skip(overHttp, 'its stdout has one line, the URL');
    const settings = { MCPBASH_CORRUPTION_THRESHOLD: '1', MCPBASH_CORRUPTION_WINDOW: '1' };
    const wire = serve({ source: root, stdout: openSync('/dev/full', 'w'), env: settings });
    const failures = () => wire.stderr.filter(line => line.includes('a write failed (ENOSPC)')).length;
    for (let count = 1; count <= 3; count += 1) {
      wire.start('tools/list');
      await wire.eventually(() => failures() === count, `failure ${count}`);
      await after(1_100);
    }
    expect(wire.stderr.join('\n')).not.toContain('stdout is corrupt');
    for (let count = 0; count < 2; count += 1) wire.start('tools/list');
    expect((await wire.exited).code).toBe(3);
    expect(wire.stderr.join('\n')).toContain('stdout is corrupt: 2 failed or mended messages');
  });

  it('lines and bytes that a tool, a provider or a module prints never reach the stdout of the protocol', async ({
    serve,
  }) => {
    const print = `printf 'one\\ntwo\\r\\n\\r\\n{"jsonrpc":"2.0","id":1,"result":{}}\\n\\377\\376\\303'`;
    const wire = serve({
      source: projectOf({
        ...shellTool('prints', `${print}; ${print} >&2; ${print} >> "$MCP_LOG_STREAM"; ${print} > /dev/stdout`),
        ...shellTool('fails', `${print}; ${print} >&2; exit 3`),
        'providers/lines.sh!': `#!/bin/sh\n${print}\n`,
        'tools/module/tool.mjs': `import fs from 'node:fs';
          export default () => { fs.writeSync(1, Buffer.from([97, 10, 255, 10])); console.log('b\\nc'); return 'd\\n\\ud800\\ne'; };`,
        'tools/module/tool.meta.json': { description: 'module' },
      }),
    });
    await wire.handshake();
    const text = 'one\ntwo\r\n\r\n{"jsonrpc":"2.0","id":1,"result":{}}\n\uFFFD\uFFFD\uFFFD';
    for (let round = 0; round < 5; round += 1) {
      const { result } = await wire.call('prints');
      expect(result).toMatchObject({ content: [{ text: `${text}${text}` }], _meta: { stderr: text } });
    }
    expect((await wire.call('fails')).result).toMatchObject({
      isError: true,
      content: [{ text }, { text: 'exit code 3' }],
    });
    expect(textOf(await wire.call('module'))).toMatch(/^d\n.*\ne$/);
    const { result } = await read(wire, 'lines://all');
    expect(result?.contents).toMatchObject([{ blob: expect.any(String) }]);
    expect([await wire.isAlive(), wire.garbage]).toEqual([true, []]);
    expect(wire.stderr.join('\n')).not.toMatch(/stdout is corrupt|line break|a write failed/);
  });

  it('a refresh that cannot read what there is keeps the snapshot before it, and what it cannot parse costs only itself', async ({
    session,
  }) => {
    const project = projectOf({ ...shellTool('first', 'echo 1'), ...shellTool('second', 'echo 2') });
    const wire = await session({ source: project });
    const names = async () => (await wire.request('tools/list')).result?.tools?.map(tool => tool.name);
    expect(await names()).toEqual(['first', 'second']);
    put(project, { 'tools/second/tool.meta.json': '{ this is no JSON', 'server.d/server.meta.json': '{ nor this' });
    await wire.notice('notifications/tools/list_changed');
    expect(await names()).toEqual(['first']);
    expect(textOf(await wire.call('first'))).toBe('1\n');
    renameSync(project, `${project}-elsewhere`);
    try {
      await wire.eventually(() => wire.logged('error').length > 0, 'the error');
      if (!(isModern && overHttp))
        expect((await wire.request('tools/list')).error).toMatchObject({
          code: -32603,
          message: expect.stringContaining('The last refresh failed'),
        });
      expect(await names()).toEqual(['first']);
    } finally {
      renameSync(`${project}-elsewhere`, project);
    }
    expect(textOf(await wire.call('first'))).toBe('1\n');
  });

  it('a refresh that is too large keeps the snapshot before it', async ({ session }) => {
    const project = projectOf(shellTool('first', 'echo 1'));
    const wire = await session({ source: project, env: { MCPBASH_REGISTRY_MAX_BYTES: '2000' } });
    expect((await wire.request('tools/list')).result?.tools).toHaveLength(1);
    put(project, shellTool('second', 'echo 2', { description: 'x'.repeat(3_000) }));
    await wire.eventually(() => wire.logged('error').length > 0, 'the error');
    // A modern request over HTTP stands alone: nobody knows whether its client was told already, so none is.
    if (!(isModern && overHttp))
      expect((await wire.request('tools/list')).error).toMatchObject({
        code: -32603,
        message: expect.stringContaining('The last refresh failed'),
      });
    expect((await wire.request('tools/list')).result?.tools).toMatchObject([{ name: 'first' }]);
    expect(textOf(await wire.call('first'))).toBe('1\n');
    rmSync(join(project, 'tools/second'), { recursive: true });
  });

  it('payloads over their caps are -32603, each with a logged diagnostic', async ({ serve }) => {
    const wire = await open(serve);
    const breaches: [string, () => Promise<Message>][] = [
      ['MCPBASH_MAX_TOOL_OUTPUT_SIZE', () => wire.call('prints')],
      ['MCPBASH_MAX_TOOL_STDERR_SIZE', () => wire.call('complains')],
      ['20000 bytes', () => read(wire, at('resources/large.txt'))],
      ['20000 bytes', () => read(wire, 'words://all')],
    ];
    for (const [count, [words, ask]] of breaches.entries()) {
      const { error } = await ask();
      expect(error).toMatchObject({ code: -32603, message: expect.stringContaining(words) });
      await wire.eventually(() => wire.logged('error').length > count, `the diagnostic of ${error!.message}`);
    }
    expect(wire.logged('error')).toHaveLength(breaches.length);
  });

  it('minimal mode takes lifecycle, ping and logging, and answers -32601 to all else', async ({ serve }) => {
    const wire = serve({ source: root, env: { MCPBASH_FORCE_MINIMAL: 'true' } });
    const { result } = isModern ? await wire.request('server/discover') : await wire.handshake();
    expect(result?.capabilities).toEqual({ logging: {} });
    expect(await wire.isAlive()).toBe(true);
    if (!isModern) expect((await wire.request('logging/setLevel', { level: 'error' })).result).toEqual({});
    for (const [method, params] of [
      ['tools/list', {}],
      ['tools/call', { name: 'well' }],
      ['resources/read', { uri: at('resources/a.txt') }],
      ['prompts/get', { name: 'p' }],
    ] as const)
      expect([method, (await wire.request(method, params)).error?.code]).toEqual([method, -32601]);
  });
});
