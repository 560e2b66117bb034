// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are what these tests are about
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, makeFixture } from '../../../test/support/project-fixture.js';
import { grantTrust, importConfig, readConfig, resolve, showConfig } from '../index.js';

let fixture: Fixture;
beforeEach(() => {
  fixture = makeFixture();
});
afterEach(() => fixture.remove());

const RANDOM = 'q8Zt4Lw0Pv7Xy2RkN3';
const servers = {
  tool: {
    command: 'npx',
    args: ['-y', 'pkg', '--api-key', 'hush-args', '--token=hush-option', '--key=${KEY}', '--port', '80'],
    env: { LOG_LEVEL: 'debug', API_KEY: '${UNSET}', PASSWORD: 'hush-env', SEED: RANDOM },
  },
  site: {
    url: 'https://me:hush-url@x.example/mcp?token=hush-query&page=1',
    headers: { Authorization: 'Bearer hush-header', 'X-Region': 'eu', 'X-Key': '${UNSET}' },
    oauth: { clientId: 'me', clientSecret: 'hush-oauth' },
    internal: 'hush-unknown',
  },
};

describe('config show', () => {
  it('tells everything but secrets, keys in their order', async () => {
    const file = fixture.write(join(fixture.project, 'mcp.json'), { mcpServers: servers });
    const config = await readConfig(fixture.place());
    await grantTrust([config.servers[1]!], fixture.state);
    const shown = await showConfig(config, fixture.place({ env: { KEY: 'hush-variable' } }), fixture.state);
    expect(JSON.stringify(shown)).not.toContain('hush');
    expect(JSON.stringify(shown)).not.toContain(RANDOM);
    expect(shown.files).toEqual([
      { path: file, client: 'own', scope: 'project', status: 'used', servers: ['tool', 'site'] },
    ]);
    const [tool, site] = shown.servers;
    expect(Object.entries(tool!)).toEqual([
      ['name', 'tool'],
      ['transport', 'stdio'],
      ['file', file],
      ['client', 'own'],
      ['scope', 'project'],
      ['enabled', true],
      ['trusted', false],
      ['shadows', []],
      ['command', 'npx'],
      ['args', ['-y', 'pkg', '--api-key', '[REDACTED]', '--token=[REDACTED]', '--key=${KEY}', '--port', '80']],
      ['env', ['LOG_LEVEL', 'API_KEY', 'PASSWORD', 'SEED']],
      ['headers', []],
      ['missing_variables', ['UNSET']],
      ['warnings', [expect.stringContaining('args[3] (api-key)'), expect.stringContaining('args[4] (token)')]],
    ]);
    expect(site).toMatchObject({ trusted: true, headers: ['Authorization', 'X-Region', 'X-Key'], args: [] });
    expect(site!.url).toBe('https://me:[REDACTED]@x.example/mcp?token=[REDACTED]&page=1');
  });

  it('shows an entry with a wrong field as a warning', async () => {
    fixture.write(join(fixture.project, 'mcp.json'), { mcpServers: { a: { command: 'x', args: 7 } } });
    const shown = await showConfig(await readConfig(fixture.place()), fixture.place(), fixture.state);
    expect(shown.servers[0]!.warnings).toEqual([expect.stringContaining('args of server "a"')]);
  });

  it('gives the original of a cleaned name', async () => {
    fixture.write(join(fixture.home, '.cursor', 'mcp.json'), { mcpServers: { 'a b': { command: 'x' } } });
    const shown = await showConfig(await readConfig(fixture.place()), fixture.place(), fixture.state);
    expect(shown.servers[0]).toMatchObject({ name: 'a-b', original_name: 'a b', trusted: true });
  });
});

describe('config import', () => {
  it('gives a file that can be read back, with placeholders and without secrets', async () => {
    fixture.write(join(fixture.home, '.cursor', 'mcp.json'), { mcpServers: servers });
    fixture.write(join(fixture.home, '.codex', 'config.toml'), '[mcp_servers."c d"]\ncommand = "./run"\n');
    const imported = importConfig(await readConfig(fixture.place()));
    expect(JSON.stringify(imported)).not.toContain('hush');
    expect(imported.config.mcpServers).toEqual({
      tool: {
        command: 'npx',
        args: ['-y', 'pkg', '--api-key', '${TOOL_API_KEY}', '--token=${TOOL_TOKEN}', '--key=${KEY}', '--port', '80'],
        env: { LOG_LEVEL: 'debug', API_KEY: '${UNSET}', PASSWORD: '${PASSWORD}', SEED: '${SEED}' },
      },
      site: {
        url: '${SITE_URL}',
        headers: { Authorization: 'Bearer ${SITE_AUTHORIZATION}', 'X-Region': 'eu', 'X-Key': '${UNSET}' },
        oauth: { clientId: 'me', clientSecret: '${SITE_CLIENT_SECRET}' },
      },
      'c-d': { command: join(fixture.home, '.codex', 'run') },
    });
    expect(imported.notes).toContain('tool: env.PASSWORD looks like a secret and is left out; set PASSWORD');
    const configFile = fixture.write(join(fixture.project, 'new.json'), imported.config);
    const again = await readConfig(fixture.place({ configFile }));
    expect(again.servers.map(each => [each.name, each.transport])).toEqual([
      ['tool', 'stdio'],
      ['site', 'http'],
      ['c-d', 'stdio'],
    ]);
    const env = { TOOL_API_KEY: 'a', TOOL_TOKEN: 'b', KEY: 'c', UNSET: 'd', PASSWORD: 'e', SEED: 'f' };
    expect(resolve(again.servers[0]!, fixture.place({ env }))).toMatchObject({ env: { PASSWORD: 'e', SEED: 'f' } });
  });

  it('keeps to the clients it is asked for', async () => {
    fixture.write(join(fixture.home, '.cursor', 'mcp.json'), { mcpServers: { a: { command: 'x' } } });
    fixture.write(join(fixture.home, '.kiro', 'settings', 'mcp.json'), { mcpServers: { b: { command: 'x' } } });
    const config = await readConfig(fixture.place());
    expect(Object.keys(importConfig(config, ['kiro']).config.mcpServers)).toEqual(['b']);
  });
});
