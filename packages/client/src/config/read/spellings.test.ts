// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are what these tests are about
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, makeFixture } from '../../../test/support/project-fixture.js';
import { type Definition, readConfig, resolve } from '../index.js';

let fixture: Fixture;
beforeEach(() => {
  fixture = makeFixture();
});
afterEach(() => fixture.remove());

async function definitionOf(file: string, content: unknown, env: Record<string, string> = {}): Promise<Definition> {
  fixture.write(join(fixture.home, file), content);
  const place = fixture.place({ env });
  const { servers, warnings } = await readConfig(place);
  expect(warnings).toEqual([]);
  return resolve(servers[0]!, place);
}

describe('spellings of other clients', () => {
  it('windsurf: serverUrl and ${env:X}', async () => {
    const entry = { serverUrl: 'https://a.example/mcp', headers: { 'X-Key': '${env:KEY}' } };
    expect(
      await definitionOf('.codeium/windsurf/mcp_config.json', { mcpServers: { a: entry } }, { KEY: 'k-value' }),
    ).toMatchObject({ transport: 'http', url: 'https://a.example/mcp', headers: { 'X-Key': 'k-value' } });
  });

  it.each([
    [{ httpUrl: 'https://a.example/mcp' }, 'http'],
    [{ url: 'https://a.example/mcp' }, 'sse'],
    [{ url: 'https://a.example/mcp', type: 'http' }, 'http'],
    [{ httpUrl: 'https://a.example/mcp', url: 'https://b.example/sse' }, 'http'],
  ])('gemini: %j is %s', async (entry, transport) => {
    expect(await definitionOf('.gemini/settings.json', { mcpServers: { a: entry } })).toMatchObject({
      transport,
      url: 'https://a.example/mcp',
    });
  });

  it('gemini: $VAR and the filters', async () => {
    const entry = {
      command: 'run',
      args: ['$HOST:$PORT', 'a$', '$$HOST', '${HOST}'],
      includeTools: ['read', 'write(path)'],
      excludeTools: ['write'],
      timeout: 5,
    };
    const env = { HOST: 'h', PORT: '1' };
    expect(await definitionOf('.gemini/settings.json', { mcpServers: { a: entry } }, env)).toMatchObject({
      args: ['h:1', 'a$', '$$HOST', 'h'],
      allowedTools: ['read', 'write'],
      disabledTools: ['write'],
      timeoutMs: 5,
    });
  });

  it('codex: tokens by name, headers, seconds, filters', async () => {
    const content = `
[mcp_servers.a]
url = "https://a.example/mcp"
bearer_token_env_var = "TOKEN"
http_headers = { "X-Region" = "eu" }
env_http_headers = { "X-Key" = "KEY" }
startup_timeout_sec = 20
tool_timeout_sec = 1.5
enabled_tools = ["read_*"]
disabled_tools = ["read_all"]
`;
    expect(await definitionOf('.codex/config.toml', content, { TOKEN: 'tok', KEY: 'key' })).toMatchObject({
      transport: 'http',
      headers: { 'X-Region': 'eu', 'X-Key': 'key', Authorization: 'Bearer tok' },
      startTimeoutMs: 20_000,
      timeoutMs: 1500,
      allowedTools: ['read_*'],
      disabledTools: ['read_all'],
    });
  });

  it('codex: env_vars are inherited', async () => {
    const content = '[mcp_servers.a]\ncommand = "run"\nenv_vars = ["KEY"]\n';
    expect(await definitionOf('.codex/config.toml', content, { KEY: 'key', OTHER: 'x' })).toMatchObject({
      env: { KEY: 'key' },
    });
  });

  it('opencode: a list, environment, {env:X}, remote, and entries that only switch off', async () => {
    const content = {
      mcp: {
        off: { enabled: false },
        a: { type: 'local', command: ['npx', '-y', 'pkg'], environment: { KEY: '{env:KEY}' } },
        b: { type: 'remote', url: 'https://b.example', enabled: false, headers: { A: 'Bearer {env:KEY}' } },
      },
    };
    expect(await definitionOf('.config/opencode/opencode.json', content, { KEY: 'k' })).toMatchObject({
      command: 'npx',
      args: ['-y', 'pkg'],
      env: { KEY: 'k' },
    });
    const { servers } = await readConfig(fixture.place());
    expect(servers.map(({ name, transport, enabled }) => [name, transport, enabled])).toEqual([
      ['a', 'stdio', true],
      ['b', 'http', false],
    ]);
    expect(servers[1]!.entry.headers).toEqual({ A: 'Bearer ${env:KEY}' });
  });

  it('copilot: local is stdio and tools is a filter', async () => {
    const entry = { type: 'local', command: 'run', tools: ['*'] };
    expect(await definitionOf('.copilot/mcp-config.json', { mcpServers: { a: entry } })).toMatchObject({
      transport: 'stdio',
      allowedTools: ['*'],
    });
  });

  it('inspector: protocolEra', async () => {
    const entry = { command: 'run', protocolEra: 'legacy' };
    expect(await definitionOf('.mcp-inspector/mcp.json', { mcpServers: { a: entry } })).toMatchObject({
      protocol: 'handshake',
    });
  });

  it('vscode: inputs, workspaceFolder, userHome and envFile', async () => {
    fixture.write(join(fixture.project, '.env'), '# settings\nFROM_FILE="file"\nBOTH=file\n');
    fixture.write(join(fixture.project, '.vscode', 'mcp.json'), {
      inputs: [{ id: 'api-key', type: 'promptString' }],
      servers: {
        a: {
          command: './server',
          args: ['${workspaceFolder}/x', '${userHome}', '${workspaceFolderBasename}'],
          env: { KEY: '${input:api-key}', BOTH: 'entry' },
          envFile: '${workspaceFolder}/.env',
        },
      },
    });
    const place = fixture.place({ env: { MCP_INPUT_API_KEY: 'given' } });
    const { servers } = await readConfig(place);
    expect(resolve(servers[0]!, place)).toMatchObject({
      command: join(fixture.project, 'server'),
      args: [`${fixture.project}/x`, fixture.home, 'project'],
      env: { KEY: 'given', FROM_FILE: 'file', BOTH: 'entry' },
      cwd: fixture.project,
    });
    expect(() => resolve(servers[0]!, fixture.place())).toThrow(/env\.KEY of server "a".*MCP_INPUT_API_KEY/);
  });
});
