import { schemas, validateCall, validateCliError, validateInfo, validateList, validateSearch } from '@concord/contract';
import { describe, expect, it } from 'vitest';
import { Desk, demo, missing, run } from './mcp.js';

const desk = new Desk({ demo, gone: missing });

describe('mcp list', () => {
  it('shows every server, those that fail too, and exits 0 while one answers', async () => {
    const { code, document } = await desk.json('list');
    expect(code).toBe(0);
    expect(validateList(document)).toBe(true);
    expect(document).toMatchObject({ total_servers: 2, connected_servers: 1, failed_servers: 1 });
    expect(document.servers).toMatchObject([
      { name: 'demo', status: 'connected', error: null },
      { name: 'gone', status: 'failed', tool_count: 0, tools: [], error_kind: 'spawn_failed' },
    ]);
  });

  it('exits 3 when one fails and that is enough', async () => {
    expect((await desk.run(['list', '--strict'])).code).toBe(3);
    expect((await desk.run(['list', 'gone'])).code).toBe(3);
  });

  it('without any configuration shows what comes with it', async () => {
    const { code, stdout } = await run(['list'], desk.folder);
    expect([code, stdout]).toEqual([0, expect.stringContaining('demo  built-in')]);
  });

  it('tells an unknown server with those there are', async () => {
    const { code, document } = await desk.json('list', 'dem');
    expect(code).toBe(1);
    expect(validateCliError(document)).toBe(true);
    expect(document).toMatchObject({ status: 'error', error: { kind: 'unknown_server', code: 404 } });
  });
});

describe('mcp call', () => {
  it.each([['a=1', 'b=2'], ['--a', '1', '--b', '2'], ['--a=1', '--b=2'], ['{"a":1,"b":2}'], ['a:=1', 'b:=2']])(
    'takes arguments as %s %s',
    async (...words) => {
      const { code, stdout } = await desk.run(['call', 'demo/add', ...words]);
      expect([code, stdout]).toEqual([0, '1 + 2 = 3\n']);
    },
  );

  it('takes arguments from standard input', async () => {
    expect(await desk.run(['call', 'demo/add', '-'], { stdin: '{"a":1,"b":2}' })).toMatchObject({
      stdout: '1 + 2 = 3\n',
    });
    expect(await desk.run(['call', 'demo/add'], { stdin: '{"a":1,"b":2}' })).toMatchObject({ stdout: '1 + 2 = 3\n' });
  });

  it('prints a success with exactly the documented keys', async () => {
    const { code, document } = await desk.json('call', 'demo/echo', 'message=hi');
    expect(code).toBe(0);
    expect(validateCall(document)).toBe(true);
    expect(Object.keys(document)).toEqual(['server', 'tool', 'status', 'result', 'metadata']);
    expect(document.metadata).toEqual({ timestamp: expect.stringMatching(/^\d{4}-.*Z$/), retry_count: null });
  });

  it('reports every wrong argument at once, and the line put right', async () => {
    const { code, document } = await desk.json('call', 'demo/add', 'a=one', 'bb=2');
    expect(code).toBe(1);
    expect(validateCall(document)).toBe(true);
    expect(document.error).toMatchObject({
      kind: 'invalid_params',
      code: 400,
      hint: 'mcp info demo/add',
      suggestion: 'mcp call demo/add a=<number> b=2',
    });
    expect((document.error as { problems: object[] }).problems).toHaveLength(3);
  });

  it('says in words what is wrong, on stderr alone', async () => {
    const { code, stdout, stderr } = await desk.run(['call', 'demo/add', 'a=one']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('at /a: expected number, got "one"');
    expect(stderr).toContain('next: mcp call demo/add');
  });

  it('never runs a name that is only near', async () => {
    const { code, document } = await desk.json('call', 'demo/ehco', 'message=hi');
    expect(code).toBe(2);
    expect(document.error).toMatchObject({ kind: 'not_found', code: 404, hint: "Did you mean 'echo'?" });
  });

  it('keeps the result beside the error of a tool that failed', async () => {
    const { code, document } = await desk.json('call', 'demo/broken_build');
    expect(code).toBe(2);
    expect(validateCall(document)).toBe(true);
    expect(document).toMatchObject({ status: 'error', result: { isError: true }, error: { kind: 'tool_error' } });
  });

  it('speaks every dialect with the same exit code', async () => {
    for (const dialect of ['contract-v1', 'envelope-v1', 'error-v0'])
      expect(await desk.run(['call', 'demo/broken_build', '--dialect', dialect])).toMatchObject({
        code: 2,
        stdout: expect.stringMatching(/^\{.*\}\n$/),
      });
  });

  it('masks secrets, and what a tool prints by itself stays out of the result', async () => {
    const { stdout, stderr } = await desk.run(['call', 'demo/leak']);
    expect(stdout).toBe('the token is [REDACTED]\n');
    expect(stderr).not.toContain('a1B2a1B2');
  });

  it('ends in time', async () => {
    const { code, document } = await desk.json('call', 'demo/slow', 'steps=1000', '--timeout', '300ms');
    expect(code).toBe(3);
    expect(document.error).toMatchObject({ kind: 'timeout', code: 408, retryable: true });
  });

  it('checks without calling', async () => {
    const { document } = await desk.json('call', 'demo/add', 'a=1', 'b=2', '--dry-run');
    expect(document).toEqual({ server: 'demo', tool: 'add', arguments: { a: 1, b: 2 } });
  });

  it('reaches a server given on the command line, with no configuration at all', async () => {
    const serve = [process.execPath, new URL('../../bin/mcp', import.meta.url).pathname, 'serve', 'demo'];
    const { code, stdout } = await run(['call', 'echo', 'message=hi', '--', ...serve], desk.folder);
    expect([code, stdout]).toEqual([0, 'hi\n']);
  });
});

describe('mcp info, search, read, prompt, schema and calls', () => {
  it('tell about a tool', async () => {
    const { document } = await desk.json('info', 'demo/add');
    expect(validateInfo(document)).toBe(true);
    expect(Object.keys(document)).toEqual(['name', 'description', 'server', 'parameters', 'input_schema']);
  });

  it('find tools, and name the servers that could not be asked', async () => {
    const { code, document } = await desk.json('search', 'add');
    expect(code).toBe(0);
    expect(validateSearch(document)).toBe(true);
    expect(document).toMatchObject({ failed_servers: ['gone'], matches: [{ server: 'demo', tool: 'add' }, {}] });
  });

  it('read resources and prompts', async () => {
    expect((await desk.run(['read', 'demo', 'demo://readme'])).stdout).toContain('Concord');
    expect((await desk.json('read', 'demo', 'demo://nope')).code).toBe(2);
    expect((await desk.run(['prompt', 'demo/review', 'language=go'])).stdout).toContain('review this go code');
    const { code, document } = await desk.json('prompt', 'demo/review', 'lang=go');
    expect(code).toBe(1);
    expect((document.error as { problems: object[] }).problems).toHaveLength(2);
  });

  it('publish the schema of what they print', async () => {
    expect((await desk.json('schema', 'list')).document).toMatchObject({ oneOf: [schemas.list, schemas['cli-error']] });
  });

  it('remember calls without their contents', async () => {
    const own = new Desk({ demo });
    await own.run(['call', 'demo/echo', 'message=remember-me-not']);
    const { document } = await own.json('calls');
    expect(document).toMatchObject({ calls: [{ server: 'demo', tool: 'echo', status: 'success' }] });
    expect(JSON.stringify(document)).not.toContain('remember-me-not');
  });
});

describe('the command line', () => {
  it.each([
    [['lst'], 1, "Did you mean 'mcp list'?"],
    [['list', '--jsn'], 1, 'Did you mean --json?'],
    [['call'], 1, 'Which tool?'],
    [['call', 'demo/add', '{"a":'], 1, 'not JSON'],
    [['call', 'demo/add', '--timeout', 'soon', 'a=1', 'b=2'], 1, '--timeout must be'],
  ])('%j is refused with a sentence', async (args, code, message) => {
    const ran = await desk.run(args);
    expect([ran.code, ran.stdout]).toEqual([code, '']);
    expect(ran.stderr).toContain(message);
  });

  it('prints exactly one document, on failure too', async () => {
    for (const args of [['lst'], ['list', '--jsn'], ['call', 'nobody/x'], ['call', 'demo/fail_internal']]) {
      const { stdout } = await desk.run([...args, '--json']);
      expect(validateCliError(JSON.parse(stdout))).toBe(true);
    }
  });

  it('has help with examples, and a version', async () => {
    expect((await run([], desk.folder)).stdout).toContain('Examples:');
    expect((await run(['help', 'call'], desk.folder)).stdout).toContain('mcp call demo/echo message=hi');
    expect((await run(['--version'], desk.folder)).stdout).toMatch(/^mcp \d+\.\d+\.\d+\n$/);
    const page = (await run(['agent-help'], desk.folder)).stdout.split('\n');
    expect(page.length).toBeLessThanOrEqual(61);
  });
});
