import { spawnSync } from 'node:child_process';
import { schemas, validateCliError } from '@concord/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { runInProcess } from './in-process.js';
import {
  bin,
  CommandFolder,
  demo,
  everything,
  files,
  fixture,
  has,
  hasPeers,
  homeIn,
  memory,
  missing,
  run,
  throughDaemon,
} from './mcp.js';

const commandFolder = new CommandFolder({ fixture: fixture(), gone: missing, demo });
const keys = (value: object) => Object.keys(value);

describe('mcp list', () => {
  it('shows every server, those that fail too, and exits 0 while one answers', async () => {
    const { code, document } = await commandFolder.json('list');
    expect(code).toBe(0);
    expect(document).toMatchObject({ total_servers: 3, connected_servers: 2, failed_servers: 1 });
    expect(document.total_tools).toBe(document.servers[0].tool_count + document.servers[2].tool_count);
    expect(document.servers[1]).toEqual({
      name: 'gone',
      status: 'failed',
      tool_count: 0,
      tools: [],
      error: expect.any(String),
      error_kind: 'spawn_failed',
      error_hint: expect.any(String),
    });
  });

  it('has exactly the documented keys in their order, and descriptions as they were sent', async () => {
    const { document } = await commandFolder.json('list', 'fixture');
    expect(keys(document)).toEqual(['servers', 'total_servers', 'connected_servers', 'failed_servers', 'total_tools']);
    const [only] = document.servers;
    expect(keys(only)).toEqual(['name', 'status', 'tool_count', 'tools', 'error']);
    expect(only.error).toBeNull();
    expect(keys(only.tools[0])).toEqual(['name', 'description', 'input_schema']);
    expect(only.tools[0].description).toContain('\nand says so on two lines');
    expect(keys(only.tools[1])).toEqual(['name', 'input_schema']);
    const [bare, types, found] = await Promise.all([
      commandFolder.json('info', 'fixture/bare'),
      commandFolder.json('info', 'fixture/types'),
      commandFolder.json('search', 'fixture/bare*'),
    ]);
    expect(keys(bare.document)).toEqual(['name', 'server', 'parameters', 'input_schema']);
    expect(types.document.description).toBe(only.tools[0].description);
    expect(found.document.matches).toEqual([{ server: 'fixture', tool: 'bare' }]);
  });

  it('adds keys after the documented ones with --full, and none without', async () => {
    const { document } = await commandFolder.json('list', 'fixture', '--full');
    const [only] = document.servers;
    expect(keys(only).slice(0, 5)).toEqual(['name', 'status', 'tool_count', 'tools', 'error']);
    expect(keys(only).slice(5)).toEqual(['transport', 'file', 'protocol_version', 'duration_ms']);
    expect(keys(only.tools[0])).toEqual(['name', 'description', 'input_schema', 'annotations']);
  });

  it('exits 3 when all fail, when one fails and that is enough, and when the one that was named fails', async () => {
    const alone = new CommandFolder({ gone: missing, away: missing });
    const [all, strict, named] = await Promise.all([
      alone.json('list'),
      commandFolder.run(['list', '--strict']),
      commandFolder.json('list', 'gone'),
    ]);
    expect([all.code, strict.code, named.code]).toEqual([3, 3, 3]);
    expect(all.document).toMatchObject({ total_servers: 2, failed_servers: 2, total_tools: 0 });
  });

  it('tells an unknown server with those there are, and never takes a near one', async () => {
    const { code, document } = await commandFolder.json('list', 'fixtur');
    expect(code).toBe(1);
    expect(document.error).toMatchObject({
      kind: 'unknown_server',
      code: 404,
      hint: expect.stringContaining('fixture'),
    });
    expect(document.error.message).toContain('fixture, gone, demo');
  });

  it('gives the same bytes every time', async () => {
    const [first, second] = await Promise.all([
      commandFolder.run(['list', '--json']),
      commandFolder.run(['list', '--json']),
    ]);
    expect(first.stdout).toBe(second.stdout);
  });

  it('in text has a line a tool, and more with --describe', async () => {
    const [plain, described] = await Promise.all([
      commandFolder.run(['list', 'fixture']),
      commandFolder.run(['list', 'fixture', '-d']),
    ]);
    expect(plain.stdout).toMatch(/^fixture {2}stdio {2}15 tools\n/);
    expect(plain.stdout).toContain('  fails()\n');
    expect(plain.stdout).toMatch(/1 server, 1 connected, 0 failed, 15 tools\n$/);
    expect(described.stdout).toContain('    and says so on two lines\n');
    expect(described.stdout).toMatch(/^ {4}id +string +required +An id$/m);
  });

  it('without any configuration shows what comes with it', async () => {
    const { code, stdout } = await run(['list'], commandFolder.folder);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^demo +built-in/m)]);
  });

  it('ends well when its reader does', () => {
    const line = `"$NODE" "$MCP" list --json --config "$CONFIG" | head -c 10`;
    const env = { ...homeIn(commandFolder.folder), NODE: process.execPath, MCP: bin, CONFIG: commandFolder.config };
    const ran = spawnSync('bash', ['-o', 'pipefail', '-c', line], { env, encoding: 'utf8' });
    expect([ran.status, ran.stderr, ran.stdout]).toEqual([0, '', '{\n  "serve']);
  });
});

describe('mcp info', () => {
  it('has exactly the documented keys, and the type of every parameter', async () => {
    const { document } = await commandFolder.json('info', 'fixture/types');
    expect(keys(document)).toEqual(['name', 'description', 'server', 'parameters', 'input_schema']);
    const [first, ...others] = document.parameters;
    expect(first).toEqual({ name: 'id', param_type: 'string', required: true, description: 'An id' });
    const types = Object.fromEntries(
      others.map((each: { name: string; param_type: string }) => [each.name, each.param_type]),
    );
    expect(types).toMatchObject({
      count: 'integer',
      either: 'string|null',
      level: 'low|high',
      size: 'number',
      anything: 'any',
      list: 'array',
      options: 'object',
      on: 'boolean',
    });
  });

  it('tells more with --full, and in text an example that can be run', async () => {
    const [full, text] = await Promise.all([
      commandFolder.json('info', 'fixture/types', '--full'),
      commandFolder.run(['info', 'fixture/types']),
    ]);
    expect(keys(full.document).slice(5)).toEqual(['annotations', 'signature', 'example']);
    expect(text.stdout).toMatch(/^fixture\/types {3}read-only\nTakes a value/);
    expect(text.stdout).toMatch(/\nmcp call fixture\/types id=<string>\n$/);
  });

  it('tells about a server, also about one that fails', async () => {
    const secret = new CommandFolder({ fixture: fixture({ API_TOKEN: 'tok-0123456789abcdef' }), gone: missing });
    const [good, failed] = await Promise.all([secret.json('info', 'fixture'), secret.json('info', 'gone')]);
    expect(good).toMatchObject({
      code: 0,
      document: {
        name: 'fixture',
        status: 'connected',
        transport: 'stdio',
        env: ['API_TOKEN'],
        server_info: { version: '4.5.6' },
        tool_count: 15,
        resource_count: 1,
        prompt_count: 0,
      },
    });
    expect(JSON.stringify(good.document)).not.toContain('tok-0123456789abcdef');
    expect(failed).toMatchObject({
      code: 3,
      document: { status: 'failed', tool_count: 0, error_kind: 'spawn_failed' },
    });
  });
});

describe('mcp call', () => {
  it('prints a success with exactly the documented keys, wherever the flags stand', async () => {
    const lines = [
      ['call', 'fixture/types', '{"id":"x"}', '--json'],
      ['call', '--json', 'fixture/types', '{"id":"x"}'],
      ['--json', 'call', 'fixture/types', '--compact', '{"id":"x"}'],
    ];
    for (const { code, stdout } of await Promise.all(lines.map(line => commandFolder.run(line)))) {
      const document = JSON.parse(stdout);
      expect([code, keys(document)]).toEqual([0, ['server', 'tool', 'status', 'result', 'metadata']]);
      expect(document.result).toEqual({
        content: [{ type: 'text', text: '{"id":"x"}' }],
        structuredContent: { id: 'x' },
      });
      expect(document.metadata).toEqual({
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
        retry_count: null,
      });
    }
  });

  it('keeps the result beside the error of a tool that failed, and its kind where it told one', async () => {
    const [failed, told, text] = await Promise.all([
      commandFolder.json('call', 'fixture/fails'),
      commandFolder.json('call', 'fixture/told'),
      commandFolder.run(['call', 'fixture/fails']),
    ]);
    expect(failed.code).toBe(2);
    expect(keys(failed.document)).toEqual(['server', 'tool', 'status', 'result', 'error', 'metadata']);
    expect(failed.document.error).toEqual({
      message: 'it failed badly',
      kind: 'tool_error',
      retryable: false,
      hint: 'mcp info fixture/fails',
    });
    expect(told).toMatchObject({ code: 2, document: { error: { kind: 'timeout', retryable: true } } });
    expect(told.document.error).not.toHaveProperty('code');
    expect(text).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^error: it failed\nbadly\n/) });
  });

  it('has the code of a JSON-RPC error, and no retries that there were not', async () => {
    const { code, document } = await commandFolder.json('call', 'fixture/refuses');
    expect(code).toBe(2);
    expect(document.error).toMatchObject({ kind: 'rpc_error', code: -32050 });
    expect(document).not.toHaveProperty('result');
    expect(keys(document.metadata)).toEqual(['timestamp']);
  });

  it('tells more with --full, after the documented keys', async () => {
    const { document } = await commandFolder.json('call', 'fixture/bare', '--full');
    expect(keys(document.metadata)).toEqual([
      'timestamp',
      'retry_count',
      'duration_ms',
      'request_id',
      'protocol_version',
      'via',
    ]);
    expect(document.metadata.via).toBe(throughDaemon ? 'daemon' : 'direct');
  });
});

describe('every command', () => {
  it('adds no ESC byte to what is no terminal, unless colours are forced', async () => {
    const [plain, forced, never] = await Promise.all([
      commandFolder.run(['list', 'fixture']),
      commandFolder.run(['list', 'fixture'], { env: { FORCE_COLOR: '1' } }),
      commandFolder.run(['list', 'fixture', '--color', 'never'], { env: { FORCE_COLOR: '1' } }),
    ]);
    expect(plain.stdout).not.toContain('\u001b');
    expect(forced.stdout).toContain('\u001b[1m');
    expect(never.stdout).toBe(plain.stdout);
    expect((await commandFolder.run(['list', '--json', '--color', 'always'])).stdout).not.toContain('\u001b');
  });

  it('prints exactly one document on failure too', async () => {
    const broken = new CommandFolder({});
    broken.file('servers.json', '{"mcpServers": {');
    const ran = await Promise.all([
      commandFolder.run(['lst', '--json']),
      commandFolder.run(['list', '--jsn', '--json']),
      broken.run(['list', '--json']),
      commandFolder.run(['call', 'fixture/hangs', '--timeout', '400', '--json']),
      commandFolder.run(['call', 'fixture/dies', '--json']),
      commandFolder.run(['call', 'demo/fail_internal', '--json']),
    ]);
    for (const { stdout } of ran) {
      expect(validateCliError(JSON.parse(stdout)), stdout).toBe(true);
      expect(stdout).toMatch(/[^\n]\n$/);
    }
  });

  it('publishes a schema that takes its documents and refuses one with a key missing', async () => {
    const names = JSON.parse((await runInProcess(['schema', '--json'], commandFolder.folder)).stdout) as string[];
    expect(names).toEqual(expect.arrayContaining(['list', 'call', 'config show', 'daemon status', 'login', 'calls']));
    const printed = await Promise.all(
      names.map(name => runInProcess(['schema', ...name.split(' ')], commandFolder.folder)),
    );
    for (const [index, { code, stdout }] of printed.entries()) {
      expect([names[index], code]).toEqual([names[index], 0]);
      const check = new Ajv2020({ strict: false }).compile(JSON.parse(stdout));
      expect(check({ status: 'error', error: { message: 'no' } })).toBe(true);
      expect(check({ status: 'error', error: {} })).toBe(false);
    }
    const list = JSON.parse(printed[names.indexOf('list')]!.stdout);
    expect(list.oneOf).toEqual([schemas.list, schemas['cli-error']]);
    const { document } = await commandFolder.json('list', 'demo');
    const { total_tools: _, ...without } = document;
    const check = new Ajv2020({ strict: false }).compile(list);
    expect([check(document), check(without)]).toEqual([true, false]);
  });
});

describe.skipIf(!hasPeers)('servers from npm', () => {
  const peers = new CommandFolder({ everything, files: files('.'), memory });
  const jq = has('jq', 'apt-get install jq') ? it : it.skip;

  it('are listed with all their tools', async () => {
    const { code, document } = await peers.json('list');
    expect(code).toBe(0);
    expect(document).toMatchObject({ total_servers: 3, connected_servers: 3, failed_servers: 0 });
    expect(document.servers.map((each: { tool_count: number }) => each.tool_count)).toEqual([15, 14, 9]);
  });

  it('tell about their tools and are called', async () => {
    const [info, call] = await Promise.all([
      peers.json('info', 'everything/get-sum'),
      peers.json('call', 'everything/echo', '{"message":"hi"}'),
    ]);
    expect(info.document.parameters).toMatchObject([
      { name: 'a', param_type: 'number', required: true },
      { name: 'b', param_type: 'number', required: true },
    ]);
    expect(call.document.result).toEqual({ content: [{ type: 'text', text: 'Echo: hi' }] });
  });

  jq('serve the pipelines people write with jq', async () => {
    const pipe = (filter: string[], input: string) => {
      const { status, stdout } = spawnSync('jq', filter, { input, encoding: 'utf8' });
      return [status, stdout];
    };
    const [list, info, call, search, failed] = await Promise.all([
      peers.run(['list', 'files', '--json']),
      peers.run(['info', 'files/read_text_file', '--json']),
      peers.run(['call', 'files/list_allowed_directories', '--json']),
      peers.run(['search', 'file', '--json']),
      peers.run(['call', 'files/read_text_file', '--json', '{"path": "/nowhere"}']),
    ]);
    expect(pipe(['-c', '.servers[] | {name, status, tool_count}'], list.stdout)).toEqual([
      0,
      '{"name":"files","status":"connected","tool_count":14}\n',
    ]);
    expect(pipe(['-r', '.parameters[].name'], info.stdout)[1]).toBe('path\ntail\nhead\n');
    expect(pipe(['-r', '.result.content[0].text'], call.stdout)[1]).toContain('Allowed directories');
    expect(pipe(['-r', '.matches[] | "\\(.server)/\\(.tool)"'], search.stdout)[1]).toContain('files/read_text_file\n');
    expect(pipe(['-e', 'select(.status == "error") | .error.message'], failed.stdout)).toEqual([
      0,
      expect.stringContaining('Access denied'),
    ]);
  });
});
