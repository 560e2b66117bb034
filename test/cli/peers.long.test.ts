import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { validateEnvelopeV1, validateErrorResponse, validateErrorV0, validateSuccessResult } from '@concord/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandFolder, type Document, everything, files, hasPeers, memory, missing, run, variable } from './mcp.js';

const keys = (value: object) => Object.keys(value);

/** What a server says to `tools/list` on its bare wire, to a client that can be asked the same things as the command. */
async function rawTools({ command, args }: { command: string; args: string[] }): Promise<Document[]> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  say({
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: { elicitation: { form: {}, url: {} } },
      clientInfo: { name: 'raw', version: '1' },
    },
  });
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const { id, result } = JSON.parse(line) as Document;
      if (id === 1) {
        say({ method: 'notifications/initialized' });
        say({ id: 2, method: 'tools/list' });
      }
      if (id === 2) return result.tools;
    }
    throw new Error('the server ended');
  } finally {
    child.kill();
  }
}

describe.skipIf(!hasPeers)('servers from npm', () => {
  const commandFolder = new CommandFolder({});
  const three = {
    everything,
    files: files(commandFolder.folder),
    memory: { ...memory, env: { MEMORY_FILE_PATH: join(commandFolder.folder, 'memory.json') } },
  };
  commandFolder.write(three);

  it('are listed with exactly the documented keys, and the tools they list themselves', async () => {
    const [{ code, document }, one, ...raw] = await Promise.all([
      commandFolder.json('list'),
      commandFolder.json('list', 'files'),
      ...Object.values(three).map(rawTools),
    ]);
    expect(code).toBe(0);
    expect(keys(document)).toEqual(['servers', 'total_servers', 'connected_servers', 'failed_servers', 'total_tools']);
    for (const [index, server] of document.servers.entries()) {
      expect(keys(server)).toEqual(['name', 'status', 'tool_count', 'tools', 'error']);
      expect([server.error, server.tool_count]).toEqual([null, raw[index]!.length]);
      const listed = raw[index]!.map(({ name, description, inputSchema }: Document) => ({
        name,
        ...(description !== undefined && { description }),
        input_schema: inputSchema,
      }));
      expect(server.tools).toEqual(listed);
      for (const [at, tool] of server.tools.entries()) expect(keys(tool)).toEqual(keys(listed[at]!));
    }
    expect(document.total_tools).toBe(raw.flat().length);
    expect(one.document).toEqual({
      servers: [document.servers[1]],
      total_servers: 1,
      connected_servers: 1,
      failed_servers: 0,
      total_tools: document.servers[1].tool_count,
    });
  });

  it('are searched in names and descriptions', async () => {
    const [list, { document }] = await Promise.all([commandFolder.json('list'), commandFolder.json('search', 'file')]);
    const fitting = list.document.servers.flatMap(({ name: server, tools }: Document) =>
      tools
        .filter(({ name, description = '' }: Document) => /file/i.test(`${name}\n${description}`))
        .map(({ name }: Document) => `${server}/${name}`),
    );
    const found = document.matches.map(({ server, tool }: Document) => `${server}/${tool}`);
    expect(found.toSorted()).toEqual(fitting.toSorted());
    expect(found).toEqual(expect.arrayContaining(['everything/get-resource-reference', 'files/read_file'].slice(1)));
    expect([keys(document), document.failed_servers]).toEqual([
      ['pattern', 'total_matches', 'matches', 'failed_servers'],
      [],
    ]);
    expect(document.total_matches).toBe(found.length);
  });

  it('are told about and called with exactly the documented keys, wherever the flags stand', async () => {
    const { document } = await commandFolder.json('info', 'everything/get-sum');
    expect(keys(document)).toEqual(['name', 'description', 'server', 'parameters', 'input_schema']);
    expect(document.parameters.map(({ param_type, required }: Document) => [param_type, required])).toEqual([
      ['number', true],
      ['number', true],
    ]);
    const message = '{"message":"hi"}';
    const lines = [
      ['call', 'everything/echo', message, '--json'],
      ['call', 'everything/echo', '--json', message],
      ['--json', 'call', 'everything/echo', message],
    ];
    for (const line of lines) {
      const { code, stdout } = await commandFolder.run(line);
      const called = JSON.parse(stdout);
      expect([code, keys(called), keys(called.metadata)]).toEqual([
        0,
        ['server', 'tool', 'status', 'result', 'metadata'],
        ['timestamp', 'retry_count'],
      ]);
      expect(called).toMatchObject({ server: 'everything', tool: 'echo', status: 'success' });
      expect(called.result).toEqual({ content: [{ type: 'text', text: 'Echo: hi' }] });
      expect(called.metadata.retry_count).toBeNull();
    }
  });

  it('get the same call from every form of arguments', async () => {
    commandFolder.file('sum.json', '{"a":1,"b":2}');
    const forms = [
      ['a=1', 'b=2'],
      ['--a', '1', '--b', '2'],
      ['--a=1', '--b=2'],
      ['{"a":1,"b":2}'],
      ['-'],
      ['@sum.json'],
    ];
    for (const form of forms) {
      const stdin = form[0] === '-' ? { stdin: '{"a":1,"b":2}' } : {};
      const { stdout } = await commandFolder.run(['call', 'everything/get-sum', ...form], stdin);
      expect([form, stdout]).toEqual([form, 'The sum of 1 and 2 is 3.\n']);
    }
  });

  it('see what their entries say of the environment, and nothing else', async () => {
    const env = { A: variable('GIVEN'), B: variable('NOT_GIVEN:-x'), C: variable('env:GIVEN'), D: '$env:GIVEN' };
    const own = new CommandFolder({
      everything: { ...everything, env },
      more: { ...everything, inheritEnv: ['WANTED_*'] },
    });
    const caller = { GIVEN: 'yes', WANTED_ONE: 'one', OTHER: 'no', SHELL: '/bin/fixed', LC_ALL: 'C' };
    const seen = async (server: string) =>
      JSON.parse((await own.run(['call', `${server}/get-env`, '--unsafe-output'], { env: caller })).stdout);
    const allowed = { PATH: expect.any(String), HOME: own.folder, SHELL: '/bin/fixed', LC_ALL: 'C' };
    expect(await seen('everything')).toEqual({ ...allowed, A: 'yes', B: 'x', C: 'yes', D: 'yes' });
    expect(await seen('more')).toEqual({ ...allowed, WANTED_ONE: 'one' });
  });

  it('have resources and prompts, or are connected and empty', async () => {
    const [resources, graph, prompts, prompt] = await Promise.all([
      commandFolder.json('resources'),
      commandFolder.json('read', 'memory', 'memory://knowledge-graph'),
      commandFolder.json('prompts'),
      commandFolder.run(['prompt', 'everything/args-prompt', 'city=Oslo']),
    ]);
    const counts = (document: Document, key: string) => document.servers.map((each: Document) => each[key]);
    expect(counts(resources.document, 'resource_count')).toEqual([7, 0, 1]);
    expect(counts(resources.document, 'status')).toEqual(['connected', 'connected', 'connected']);
    expect(counts(prompts.document, 'prompt_count')).toEqual([4, 0, 0]);
    expect(JSON.parse(graph.document.result.contents[0].text)).toEqual({ entities: [], relations: [] });
    expect(prompt.stdout).toMatch(/^user: .*Oslo/);
  });

  it('give pictures that can be saved', async () => {
    const { document } = await commandFolder.json('call', 'everything/get-tiny-image', '--save', 'pictures');
    expect(document.files).toMatchObject([{ mime_type: 'image/png' }]);
    expect(readFileSync(document.files[0].path).subarray(1, 4).toString()).toBe('PNG');
    const longest = JSON.stringify(document).match(/[A-Za-z0-9+/]{100,}/);
    expect(longest).toBeNull();
  });

  it.each([
    ['contract-v1', validateSuccessResult, validateErrorResponse],
    ['envelope-v1', validateEnvelopeV1, validateEnvelopeV1],
    ['error-v0', (text: unknown) => text === 'The sum of 1 and 2 is 3.', validateErrorV0],
  ] as const)('succeed and fail in %s with the exit codes they always have', async (dialect, success, failure) => {
    const own = new CommandFolder({ everything, gone: missing });
    const [good, failed, gone] = await Promise.all(
      [['everything/get-sum', 'a=1', 'b=2'], ['everything/get-sum', 'a=x'], ['gone/x']].map(words =>
        own.run(['call', ...words, '--dialect', dialect]),
      ),
    );
    const parsed = (text: string) =>
      dialect === 'error-v0' && text.startsWith('The') ? text.trim() : JSON.parse(text);
    expect([good!.code, failed!.code, gone!.code]).toEqual([0, 1, 3]);
    expect(success(parsed(good!.stdout)), good!.stdout).toBe(true);
    for (const each of [failed!, gone!]) expect(failure(JSON.parse(each.stdout)), each.stdout).toBe(true);
  });

  describe('over HTTP', () => {
    let child: ReturnType<typeof spawn>;
    let url = '';

    beforeAll(async () => {
      const port = await freePort();
      url = `http://127.0.0.1:${port}/mcp`;
      child = spawn(everything.command, [everything.args[0]!, 'streamableHttp'], {
        env: { ...process.env, PORT: String(port) },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      await new Promise<void>(resolve => {
        createInterface({ input: child.stderr! }).on('line', line => void (/listening/i.test(line) && resolve()));
      });
    });
    afterAll(() => void child.kill());

    it('give what they give over pipes', async () => {
      const own = new CommandFolder({ everything });
      const web = new CommandFolder({ everything: { url } });
      const lines = [
        ['list', '--json'],
        ['call', 'everything/get-sum', 'a=1', 'b=2'],
        ['read', 'everything', 'demo://resource/static/document/features.md'],
        ['prompt', 'everything/args-prompt', 'city=Oslo'],
      ];
      for (const line of lines) {
        const [pipes, http] = await Promise.all([own.run(line), web.run(line)]);
        expect(pipes.code).toBe(0);
        expect(http).toEqual(pipes);
      }
    });

    it('are reached by their address or command alone, with no file at all', async () => {
      const { folder } = new CommandFolder({});
      const command = ['--', everything.command, ...everything.args];
      const [list, call, address] = await Promise.all([
        run(['list', ...command], folder),
        run(['call', 'echo', 'message=hi', ...command], folder),
        run(['call', url, 'echo', 'message=hi'], folder),
      ]);
      expect(list).toMatchObject({ code: 0, stdout: expect.stringMatching(/^adhoc +stdio +15 tools/) });
      expect([call.stdout, address.stdout]).toEqual(['Echo: hi\n', 'Echo: hi\n']);
    });
  });
});

/** A port that was free a moment ago, for a program that cannot choose one itself. */
function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
