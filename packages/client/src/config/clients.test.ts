import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clients } from './clients.js';
import { readConfig, resolve } from './index.js';
import type { Place } from './place.js';
import { type Fixture, makeFixture } from './testing/fixture.js';

let fixture: Fixture;
beforeEach(() => {
  fixture = makeFixture();
});
afterEach(() => fixture.remove());

const stdio = { mcpServers: { one: { command: 'run', args: ['-x'], env: { A: 'b' } } } };
const servers = { servers: { one: { type: 'stdio', command: 'run', args: ['-x'], env: { A: 'b' } } } };
const toml = '[mcp_servers.one]\ncommand = "run"\nargs = ["-x"]\n[mcp_servers.one.env]\nA = "b"\n';
const mcp = { mcp: { one: { type: 'local', command: ['run', '-x'], environment: { A: 'b' }, enabled: true } } };

/** Every cell of the table that names a file: where it is, what is in it, and what of the place it needs. */
const cells: readonly [string, string, string, unknown, Partial<Place>?][] = [
  ['own', 'project', 'mcp.json', stdio],
  ['own', 'project', '.mcp.json', stdio],
  ['own', 'user', '~/.config/mcp/mcp.json', stdio],
  ['own', 'user', '~/xdg/mcp/mcp.json', stdio, { env: { XDG_CONFIG_HOME: '~/xdg' } }],
  ['own', 'user', '~/Roaming/mcp/mcp.json', stdio, { platform: 'win32', env: { AppData: '~/Roaming' } }],
  ['claude-code', 'user', '~/.claude.json', stdio],
  ['claude-desktop', 'user', '~/.config/Claude/claude_desktop_config.json', stdio],
  [
    'claude-desktop',
    'user',
    '~/Library/Application Support/Claude/claude_desktop_config.json',
    stdio,
    { platform: 'darwin' },
  ],
  ['claude-desktop', 'user', '~/AppData/Roaming/Claude/claude_desktop_config.json', stdio, { platform: 'win32' }],
  ['cursor', 'project', '.cursor/mcp.json', stdio],
  ['cursor', 'user', '~/.cursor/mcp.json', stdio],
  ['vscode', 'project', '.vscode/mcp.json', servers],
  ['vscode', 'user', '~/.config/Code/User/mcp.json', servers],
  ['vscode', 'user', '~/Library/Application Support/Code/User/mcp.json', servers, { platform: 'darwin' }],
  ['vscode', 'user', '~/AppData/Roaming/Code - Insiders/User/mcp.json', servers, { platform: 'win32' }],
  [
    'copilot',
    'user',
    '~/.copilot/mcp-config.json',
    { mcpServers: { one: { ...stdio.mcpServers.one, type: 'local' } } },
  ],
  ['copilot', 'user', '~/elsewhere/mcp-config.json', stdio, { env: { COPILOT_HOME: '~/elsewhere' } }],
  ['windsurf', 'user', '~/.codeium/windsurf/mcp_config.json', stdio],
  ['codex', 'project', '.codex/config.toml', toml],
  ['codex', 'user', '~/.codex/config.toml', toml],
  ['codex', 'user', '~/elsewhere/config.toml', toml, { env: { CODEX_HOME: '~/elsewhere' } }],
  ['gemini', 'project', '.gemini/settings.json', stdio],
  ['gemini', 'user', '~/.gemini/settings.json', stdio],
  ['opencode', 'project', 'opencode.json', mcp],
  ['opencode', 'project', 'opencode.jsonc', mcp],
  ['opencode', 'user', '~/.config/opencode/opencode.json', mcp],
  ['opencode', 'user', '~/.config/opencode/opencode.jsonc', mcp],
  ['opencode', 'user', '~/elsewhere/own.json', mcp, { env: { OPENCODE_CONFIG: '~/elsewhere/own.json' } }],
  ['kiro', 'project', '.kiro/settings/mcp.json', stdio],
  ['kiro', 'user', '~/.kiro/settings/mcp.json', stdio],
  ['inspector', 'user', '~/.mcp-inspector/mcp.json', stdio],
  ['inspector', 'user', '~/elsewhere/catalog.json', stdio, { env: { MCP_CATALOG_PATH: '~/elsewhere/catalog.json' } }],
];

describe('the files of every client', () => {
  it.each(cells)('finds %s in the %s scope at %s', async (client, scope, path, content, more) => {
    const inFixture = (text: string) => (text.startsWith('~/') ? join(fixture.home, text.slice(2)) : text);
    const env = Object.fromEntries(Object.entries(more?.env ?? {}).map(([name, value]) => [name, inFixture(value!)]));
    const place = fixture.place({ ...more, env: { ...env, PATH: '/bin' } });
    const file = fixture.write(path.startsWith('~/') ? inFixture(path) : join(fixture.project, path), content);
    const config = await readConfig(place);
    expect(config.warnings).toEqual([]);
    expect(config.files).toEqual([{ path: file, client, scope, status: 'used', servers: ['one'] }]);
    expect(config.servers).toHaveLength(1);
    expect(config.servers[0]).toMatchObject({ name: 'one', client, scope, file, transport: 'stdio', enabled: true });
    expect(resolve(config.servers[0]!, place)).toMatchObject({
      transport: 'stdio',
      command: 'run',
      args: ['-x'],
      env: { PATH: '/bin', A: 'b' },
      cwd: fixture.project,
    });
  });

  it('has a case here for each of them', () => {
    for (const row of clients) {
      for (const file of row.projectFiles) {
        expect(
          cells.some(([client, scope, path]) => client === row.client && scope === 'project' && path === file),
        ).toBe(true);
      }
      expect(cells.some(([client, scope]) => client === row.client && scope === 'user')).toBe(true);
    }
  });

  it('reads the part of ~/.claude.json that is for this project before the rest', async () => {
    fixture.write(join(fixture.home, '.claude.json'), {
      mcpServers: { shared: { command: 'everywhere' }, other: { command: 'other' } },
      projects: {
        [fixture.project]: { mcpServers: { shared: { command: 'here' } } },
        '/elsewhere': { mcpServers: { not: { command: 'not' } } },
      },
    });
    const { servers } = await readConfig(fixture.place({ cwd: join(fixture.project, 'deep') }));
    expect(servers.map(({ name, entry }) => [name, entry.command])).toEqual([
      ['shared', 'here'],
      ['other', 'other'],
    ]);
  });
});
