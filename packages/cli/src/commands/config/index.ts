import {
  type ClientName,
  type ConfigFile,
  clients,
  findServer,
  grantTrust,
  importConfig,
  type ServerEntry,
  type ShownServer,
  showConfig,
  withdrawTrust,
} from '@concord/client';
import { nearest } from '@concord/engine';
import type { Command, CommandWords } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { unknownWord, usage } from '../../command/failure.js';
import { stateFolder } from '../../command/folders.js';
import { consentLines } from '../../find/consent.js';
import { configured, discovered } from '../../find/servers.js';
import { printJson } from '../../print/json.js';
import { type Paint, paintFor } from '../../print/paint.js';
import { padded, visible, widthOf } from '../../print/text.js';
import { WRONG_USAGE } from '../project/folder-command.js';
import { showClientEntries } from './client-entries.js';
import { addServer, removeServer } from './edit-servers.js';

type Action = (context: CommandContext, line: CommandWords, words: readonly string[]) => Promise<void>;

/** `mcp config show|add|remove|import|trust|distrust|client`. */
export const config: Command = {
  summary: 'show, change, import and trust configurations, and make entries for clients',
  usage:
    'mcp config show [server] | add <name> <url | folder | -- command…> | remove <name> | import [client…] | trust <server…> | distrust <server…> | client [client] [DIR]',
  flags: ['all', 'force', 'project-root', 'wrapper', 'inspector'],
  usageExit: words => (words.includes('client') ? WRONG_USAGE : 1),
  examples: [
    'mcp config show',
    'mcp config import cursor > mcp.json',
    'mcp config add files -- npx -y @modelcontextprotocol/server-filesystem .',
    "mcp config add search https://example.com/mcp --header 'X-Team: docs'",
    'mcp config remove files',
    'mcp config trust files',
    'mcp config distrust --all',
    'mcp config client cursor > .cursor/mcp.json',
  ],
  more: "Nothing is started, and import writes no file: it prints one. add and remove change the project's mcp.json where it has one, else\nthe user's, and leave everything else in it as it is. client prints what starts the server of a project.",
  run: async (context, line) => {
    const [verb = '', ...words] = line.words;
    const action = Object.hasOwn(actions, verb) ? actions[verb] : undefined;
    if (!action) throw unknownWord('config', verb || undefined, Object.keys(actions));
    await action(context, line, words);
    return 0;
  },
};

const actions: Readonly<Record<string, Action>> = {
  show: async (context, _line, [only]) => {
    const { flags } = context;
    const all = await configured(context);
    const wanted = only === undefined ? all : { ...all, servers: [findServer(all, only)] };
    const shown = await showConfig(wanted, context, stateFolder(context));
    if (flags.json) return printJson(context, shown);
    const paint = paintFor(context, 'stdout');
    const width = Math.max(0, ...shown.servers.map(({ name }) => widthOf(name)));
    const hidden = new Map(shown.servers.flatMap(({ name, shadows }) => shadows.map(path => [path, name] as const)));
    const lines = [
      ...shown.files.map(file => fileLine(file, hidden)),
      ...shown.servers.flatMap(each => serverLines(each, width, paint)),
    ];
    await context.stdout(`${visible(lines.join('\n'), false)}\n`);
  },
  import: async (context, _line, names) => {
    const { flags } = context;
    const foreign = clients.map(({ client }) => client).filter(client => client !== 'own');
    const unknown = names.find(name => !foreign.some(client => client === name));
    if (unknown !== undefined) {
      const near = nearest(unknown, foreign);
      const hint = near === undefined ? `There are: ${foreign.join(', ')}` : `Did you mean '${near}'?`;
      throw usage(`There is no client '${unknown.slice(0, 40)}'`, hint);
    }
    const all = await discovered(context);
    const imported = importConfig(all, names.length === 0 ? foreign : (names as ClientName[]));
    if (!flags.quiet) for (const note of imported.notes) await context.stderr(`note: ${note}\n`);
    await printJson(context, imported.config);
  },
  trust: (context, _line, names) => changeTrust(context, names, 'trusted', grantTrust),
  distrust: (context, _line, names) => changeTrust(context, names, 'distrusted', withdrawTrust),
  add: addServer,
  remove: removeServer,
  client: showClientEntries,
};

function fileLine(
  { path, client, scope, status, servers, error }: ConfigFile,
  hidden: ReadonlyMap<string, string>,
): string {
  const names = servers.map(name => (hidden.get(path) === name ? `${name} (hidden)` : name));
  const said = error ?? (status === 'shadowed' && names.length === 0 ? 'not read' : names.join(', ') || 'no servers');
  return `${path} (${client}, ${scope}${status === 'used' ? '' : `, ${status}`}): ${said}`;
}

function serverLines(server: ShownServer, width: number, paint: Paint): string[] {
  const {
    name,
    transport,
    url,
    command,
    args,
    enabled,
    trusted,
    env,
    headers,
    missing_variables: unset,
    warnings,
  } = server;
  const target = url ?? [command, ...args].filter(part => part !== undefined).join(' ');
  const notes = [
    ...(enabled ? [] : ['not listed']),
    ...(trusted ? [] : [`not trusted: mcp config trust ${name}`]),
    ...(server.original_name === undefined ? [] : [`called ${JSON.stringify(server.original_name)} in its file`]),
  ];
  const indent = ' '.repeat(width + 2);
  const names = env.map(variable => (unset.includes(variable) ? `${variable} (unset)` : variable));
  const others = unset.filter(variable => !env.includes(variable));
  return [
    [`${paint.bold(padded(name, width))}  ${transport}  ${target}`.trimEnd(), ...notes].join('   '),
    ...(names.length > 0 ? [`${indent}env: ${names.join(', ')}`] : []),
    ...(headers.length > 0 ? [`${indent}headers: ${headers.join(', ')}`] : []),
    ...(others.length > 0 ? [`${indent}unset: ${others.join(', ')}`] : []),
    ...server.shadows.map(path => `${indent}hides the one of ${path}`),
    ...warnings.map(warning => `${indent}${paint.yellow('warning:')} ${warning}`),
  ];
}

async function changeTrust(
  context: CommandContext,
  names: readonly string[],
  done: 'trusted' | 'distrusted',
  change: (servers: readonly ServerEntry[], folder: string) => Promise<void>,
): Promise<void> {
  const { flags } = context;
  const all = await configured(context);
  if (names.length === 0 && !flags.all) throw usage('Which server? Name it, or give --all', 'mcp config show');
  const entries = flags.all
    ? all.servers.filter(entry => entry.scope === 'project')
    : names.map(name => findServer(all, name));
  for (const entry of entries)
    await context.stderr(
      `${entry.name} of ${entry.file ?? 'mcp itself'}: ${consentLines(entry, context).join('; ')}\n`,
    );
  await change(entries, stateFolder(context));
  if (flags.json) await printJson(context, { [done]: entries.map(({ name }) => name) });
  else await context.stdout(`${done}: ${entries.map(({ name }) => name).join(', ') || 'nothing'}\n`);
}
