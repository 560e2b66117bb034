import {
  type ClientName,
  grantTrust,
  importConfig,
  type ServerEntry,
  showConfig,
  withdrawTrust,
} from '@concord/client';
import { usage } from '../failure.js';
import type { CommandLine } from '../parse/command-line.js';
import { printJson } from '../print/json.js';
import { configured, serverNamed, stateFolder } from '../servers.js';
import type { Shell } from '../shell.js';
import type { Command } from './command.js';

type Action = (shell: Shell, line: CommandLine, words: readonly string[]) => Promise<void>;

/** `mcp config show|import|trust|distrust`. */
export const config: Command = {
  summary: 'show, import and trust configurations',
  usage: 'mcp config show [server] | import [client…] | trust <server…> | distrust <server…>',
  flags: ['all'],
  examples: ['mcp config show', 'mcp config import cursor > mcp.json', 'mcp config trust files'],
  run: async (shell, line) => {
    const [verb = '', ...words] = line.words;
    const action = Object.hasOwn(actions, verb) ? actions[verb] : undefined;
    if (!action) throw usage(`mcp config has ${Object.keys(actions).join(', ')}`, 'mcp config --help');
    await action(shell, line, words);
    return 0;
  },
};

const callerOf = (shell: Shell) => ({ cwd: shell.cwd, home: shell.home, env: shell.env, platform: shell.platform });

const actions: Readonly<Record<string, Action>> = {
  show: async (shell, { flags }, [only]) => {
    const all = await configured(shell, flags);
    const wanted = only === undefined ? all : { ...all, servers: [serverNamed(all, only)] };
    const shown = await showConfig(wanted, callerOf(shell), stateFolder(shell));
    if (flags.json) return printJson(shell, flags, shown);
    const files = shown.files.map(
      file => `${file.path} (${file.client}, ${file.scope}, ${file.status}): ${file.servers.join(', ')}`,
    );
    const servers = shown.servers.flatMap(each => [
      `${each.name}  ${each.transport}  ${each.url ?? [each.command, ...each.args].filter(Boolean).join(' ')}${each.trusted ? '' : `   not trusted: mcp config trust ${each.name}`}`,
      ...(each.env.length > 0 ? [`  env: ${each.env.join(', ')}`] : []),
      ...(each.missing_variables.length > 0 ? [`  unset: ${each.missing_variables.join(', ')}`] : []),
      ...each.warnings.map(warning => `  warning: ${warning}`),
    ]);
    await shell.stdout(`${[...files, ...servers].join('\n')}\n`);
  },
  import: async (shell, { flags }, clients) => {
    const all = await configured(shell, { ...flags });
    const imported = importConfig(all, clients.length === 0 ? undefined : (clients as ClientName[]));
    for (const note of imported.notes) await shell.stderr(`note: ${note}\n`);
    await shell.stdout(`${JSON.stringify(imported.config, null, 2)}\n`);
  },
  trust: (shell, line, names) => changeTrust(shell, line, names, 'trusted', grantTrust),
  distrust: (shell, line, names) => changeTrust(shell, line, names, 'distrusted', withdrawTrust),
};

async function changeTrust(
  shell: Shell,
  { flags }: CommandLine,
  names: readonly string[],
  done: string,
  change: (servers: readonly ServerEntry[], folder: string) => Promise<void>,
): Promise<void> {
  const all = await configured(shell, flags);
  if (names.length === 0 && !flags.all) throw usage('Which server? Name it, or give --all', 'mcp config show');
  const entries = flags.all
    ? all.servers.filter(entry => entry.scope === 'project')
    : names.map(name => serverNamed(all, name));
  for (const { name, entry } of entries)
    await shell.stderr(
      `${name}: ${entry.url ?? [entry.command, ...((entry.args as string[] | undefined) ?? [])].join(' ')}\n`,
    );
  await change(entries, stateFolder(shell));
  if (flags.json) await printJson(shell, flags, { [done]: entries.map(({ name }) => name) });
}
