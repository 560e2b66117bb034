import type { Place } from '../../src/config/entry/caller.js';

const stdio = { mcpServers: { one: { command: 'run', args: ['-x'], env: { A: 'b' } } } };
const servers = { servers: { one: { type: 'stdio', command: 'run', args: ['-x'], env: { A: 'b' } } } };
const toml = '[mcp_servers.one]\ncommand = "run"\nargs = ["-x"]\n[mcp_servers.one.env]\nA = "b"\n';
const mcp = { mcp: { one: { type: 'local', command: ['run', '-x'], environment: { A: 'b' }, enabled: true } } };

/** Every cell of the table that names a file: where it is, what is in it, and what of the place it needs. */
export const cells: readonly [string, string, string, unknown, Partial<Place>?][] = [
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
