import type { JsonObject } from '@concord/contract';
import type { Project } from '../project/project.js';
import { shellWord } from '../project/shell-word.js';
import { readIdentity } from '../scan/identity.js';
import { Scanning } from '../scan/walk/scanning.js';

/** What starts the server of a project, as configurations of clients have it. */
export interface ClientEntry {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The entry of a project; `command` is what `mcp` is called on this machine. */
export async function clientEntry(project: Project, command: string): Promise<ClientEntry> {
  const { name } = await readIdentity(await Scanning.begin(project, {}));
  return { name, command, args: ['serve', project.root], env: {} };
}

interface Client {
  /** Where its configuration is. */
  readonly file: string;
  readonly form: (entry: ClientEntry) => JsonObject;
}

const inServers = (container: string, more: JsonObject = {}) => {
  return ({ name, command, args, env }: ClientEntry): JsonObject => ({
    [container]: { [name]: { ...more, command, args: [...args], env: { ...env } } },
  });
};
const mcpServers = inServers('mcpServers');

/** The clients that ready-made entries exist for. */
export const entryClients: Readonly<Record<string, Client>> = {
  'claude-desktop': { file: 'claude_desktop_config.json', form: mcpServers },
  cursor: { file: '.cursor/mcp.json', form: mcpServers },
  windsurf: { file: '~/.codeium/windsurf/mcp_config.json', form: mcpServers },
  'claude-cli': { file: '.mcp.json', form: mcpServers },
  librechat: { file: 'librechat.yaml, which takes JSON too', form: mcpServers },
  vscode: { file: '.vscode/mcp.json', form: inServers('servers', { type: 'stdio' }) },
};

/** A shell script that serves the project, for clients that start a file. */
export function wrapperScript({ command, args }: ClientEntry): string {
  return `#!/bin/sh\nexec ${[command, ...args].map(shellWord).join(' ')} "$@"\n`;
}

/** The command line that looks at the project with the Inspector. */
export function inspectorCommand({ command, args }: ClientEntry): string {
  return `npx @modelcontextprotocol/inspector -- ${[command, ...args].map(shellWord).join(' ')}`;
}
