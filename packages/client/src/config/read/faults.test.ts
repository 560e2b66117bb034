// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are what these tests are about
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, makeFixture } from '../../../test/support/project-fixture.js';
import { type Config, readConfig, resolve, showConfig } from '../index.js';

let fixture: Fixture;
beforeEach(() => {
  fixture = makeFixture();
});
afterEach(() => fixture.remove());

const own = (content: unknown): Promise<Config> => {
  fixture.write(join(fixture.project, 'mcp.json'), content);
  return readConfig(fixture.place());
};
const foreign = (content: unknown): Promise<Config> => {
  fixture.write(join(fixture.project, '.cursor', 'mcp.json'), content);
  fixture.write(join(fixture.home, '.config', 'mcp', 'mcp.json'), { mcpServers: { fine: { command: 'x' } } });
  return readConfig(fixture.place());
};

describe('reading JSON', () => {
  it('takes comments, trailing commas and a byte order mark', async () => {
    const text = '\uFEFF// top\n{ "mcpServers": { /* in */ "a": { "command": "x", "args": ["1",], }, }, }\n';
    expect((await own(text)).servers[0]!.entry).toEqual({ command: 'x', args: ['1'] });
    expect((await foreign(text)).servers.map(each => each.name)).toEqual(['a', 'fine']);
  });

  it.each([
    ['{\n  "mcpServers": {\n    "a": { "command": "x" }\n    "b": {}\n  }\n}', /comma expected at line 4, column 5/],
    ['', /value expected at line 1, column 1/],
    ['[]', /an object was expected/],
    ['{"mcpServers": []}', /"mcpServers" must be an object at line 1, column 2/],
    ['{"mcpServers": {\n "a": {"command": "x"},\n "a": {"command": "y"}}}', /"a" is given twice at line 3, column 2/],
    ['{"mcpServers": {}, "mcpServers": {}}', /"mcpServers" is given twice at line 1, column 20/],
    ['{"mcpServers": {\n  "a": "x"}}', /server "a" must be an object at line 2, column 3/],
    ['{"mcpServers": {"a": {"command": "x", "url": "https://y"}}}', /server "a" has "command" and "url"/],
    ['{"mcpServers": {"a": {}}}', /server "a" has neither "command" nor "url"/],
    ['{"mcpServers": {"a": {"type": "http", "command": "x"}}}', /server "a" "type": "http" needs "url"/],
    ['{"mcpServers": {"a": {"type": "ws", "url": "ws://x"}}}', /server "a" "type" must be one of stdio, http, sse/],
    ['{"mcpServers": {"a": {"use": "nothing"}}}', /server "a" "use" must be one of/],
    ['{"mcpServers": {"a": {"use": "folder"}}}', /"folder" needs "path"/],
    ['{"mcpServers": {"a/b": {"command": "x"}}}', /server "a\/b" has a name with "\/"/],
    ['{"discover": "yes", "mcpServers": {}}', /"discover" must be/],
  ])('refuses an own file with %j', async (text, message) => {
    const reading = own(text);
    await expect(reading).rejects.toMatchObject({ kind: 'config', message: expect.stringMatching(message) });
    await expect(reading).rejects.toThrow(join(fixture.project, 'mcp.json'));
  });

  it('lets type decide where both are there', async () => {
    const entries = {
      a: { type: 'sse', command: 'x', url: 'https://y' },
      b: { type: 'stdio', command: 'x', url: 'y' },
    };
    expect((await own({ mcpServers: entries })).servers.map(each => each.transport)).toEqual(['sse', 'stdio']);
  });

  it.each([
    ['{ broken', 'invalid'],
    ['[]', 'invalid'],
    ['{"mcpServers": 1}', 'invalid'],
    ['{"mcpServers": {"a": {}}}', 'used'],
  ])('makes one warning of a foreign file with %j and goes on', async (text, status) => {
    const { files, servers, warnings } = await foreign(text);
    expect(servers.map(each => each.name)).toEqual(['fine']);
    expect(warnings).toEqual([expect.stringContaining(join('.cursor', 'mcp.json'))]);
    expect(files[0]).toMatchObject({ client: 'cursor', status, error: expect.any(String), servers: [] });
  });

  it('tells line and column of broken TOML and quotes none of it', async () => {
    fixture.write(join(fixture.home, '.codex', 'config.toml'), 'a = 1\ntoken = "hush-hush\n');
    const { warnings } = await readConfig(fixture.place());
    expect(warnings).toEqual([expect.stringMatching(/line 2, column \d+/)]);
    expect(warnings.join()).not.toContain('hush');
  });

  it('says nothing of an empty foreign file', async () => {
    expect((await foreign('\n')).warnings).toEqual([]);
  });

  it('warns when servers of an own file stand under the key of another client', async () => {
    expect((await own({ servers: { a: { command: 'x' } } })).warnings).toEqual([
      expect.stringContaining('"mcpServers"'),
    ]);
  });
});

describe('hostile files', () => {
  it('refuses five megabytes', async () => {
    const text = JSON.stringify({ mcpServers: { a: { command: 'x', pad: 'x'.repeat(5_000_000) } } });
    await expect(own(text)).rejects.toThrow(/larger than 4 MiB/);
  });

  it('refuses deep nesting without overflowing', async () => {
    const deep = `{"mcpServers":{"a":{"command":"x","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}}}`;
    await expect(own(deep)).rejects.toThrow(/nested deeper than 100 levels at line 1/);
  });

  it('leaves out a foreign entry that is nested deeply', async () => {
    const deep = `{"mcpServers":{"a":{"command":"x","x":${'['.repeat(5000)}${']'.repeat(5000)}},"b":{"command":"y"}}}`;
    const { servers, warnings } = await foreign(deep);
    expect(servers.map(each => each.name)).toEqual(['b', 'fine']);
    expect(warnings).toHaveLength(1);
    const toml = `[mcp_servers.a]\ncommand = "x"\nx = ${'['.repeat(5000)}${']'.repeat(5000)}\n`;
    fixture.write(join(fixture.project, '.codex', 'config.toml'), toml);
    expect((await readConfig(fixture.place())).warnings).toHaveLength(2);
  });

  it('takes __proto__ for a name like any other', async () => {
    const text =
      '{"mcpServers": {"__proto__": {"command": "x", "env": {"__proto__": "v"}}, "constructor": {"command": "y"}}}';
    for (const config of [await own(text), await foreign(text)]) {
      const [first, second] = config.servers;
      expect([first!.name, second!.name]).toEqual(['__proto__', 'constructor']);
      expect(Object.entries(first!.entry.env as object)).toEqual([['__proto__', 'v']]);
      const definition = resolve(first!, fixture.place());
      expect(definition.transport === 'stdio' && Object.entries(definition.env)).toEqual([['__proto__', 'v']]);
      expect((await showConfig(config, fixture.place(), fixture.state)).servers[0]!.env).toEqual(['__proto__']);
    }
    expect(({} as Record<string, unknown>).command).toBeUndefined();
  });

  it('cleans names of foreign files and keeps the original', async () => {
    const entries = { 'a/b c\u0007\u202E': { command: 'x' }, 'a-b-c--': { command: 'hidden' }, '': { command: 'y' } };
    const { servers } = await foreign({ mcpServers: entries });
    expect(servers.map(each => [each.name, each.originalName])).toEqual([
      ['a-b-c--', 'a/b c\u0007\u202E'],
      ['-', ''],
      ['fine', undefined],
    ]);
    expect(servers[0]!.shadows).toHaveLength(1);
  });

  it('reports links in a circle, folders and files it may not read', async () => {
    const path = join(fixture.project, 'mcp.json');
    symlinkSync(path, path);
    await expect(readConfig(fixture.place())).rejects.toThrow(/circle/);
    await expect(readConfig(fixture.place({ configFile: fixture.home }))).rejects.toThrow(/is a folder/);
    const cursor = join(fixture.home, '.cursor', 'mcp.json');
    mkdirSync(join(fixture.home, '.cursor'));
    symlinkSync(cursor, cursor);
    const { warnings } = await readConfig(fixture.place({ cwd: fixture.home }));
    expect(warnings).toEqual([expect.stringMatching(/circle/)]);
  });

  it.skipIf(process.getuid?.() === 0)('refuses an own file without permission', async () => {
    const path = fixture.write(join(fixture.project, 'mcp.json'), {});
    chmodSync(path, 0);
    await expect(readConfig(fixture.place())).rejects.toThrow(/permission denied/);
  });

  it('never throws anything but a ConfigError, whatever an entry holds', async () => {
    const entry = fc.dictionary(
      fc.constantFrom('command', 'args', 'env', 'url', 'headers', 'type', 'use', 'cwd', 'timeout', 'oauth', 'disabled'),
      fc.oneof(fc.jsonValue(), fc.constantFrom('stdio', 'http', 'x', '${A}', 'https://x.example')),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), entry), async mcpServers => {
        const { servers } = await foreign({ mcpServers });
        for (const server of servers) {
          try {
            resolve(server, fixture.place());
          } catch (error) {
            expect(error).toMatchObject({ name: 'ConfigError', server: server.name });
          }
        }
        await showConfig({ files: [], servers, warnings: [], settings: {} }, fixture.place(), fixture.state);
      }),
      { numRuns: 150 },
    );
  });
});
