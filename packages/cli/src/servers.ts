import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import {
  builtInEntry,
  type Config,
  ConfigError,
  type Connection,
  connect,
  type Definition,
  findServer,
  grantTrust,
  isAllowed,
  isTrusted,
  needsConsent,
  readConfig,
  resolve,
  type ServerEntry,
  withAdditions,
} from '@concord/client';
import type { JsonObject } from '@concord/contract';
import type { Source, Tool } from '@concord/engine';
import { upstreamSource } from '@concord/source-upstream';
import { usage } from './failure.js';
import { readDuration } from './parse/command-line.js';
import type { Flags } from './parse/flags.js';
import type { Shell } from './shell.js';
import { builtIn } from './sources.js';

/** A tool as its server lists it. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly tool: Tool;
}

/** A server that has been reached. */
export interface OpenServer {
  readonly entry: ServerEntry;
  readonly source: Source;
  readonly secrets: readonly string[];
  /** The tools that may be seen and called, in the server's order. */
  readonly tools: readonly ListedTool[];
  /** Tools that a filter of the entry hides. */
  readonly hidden: readonly string[];
  readonly connection?: Connection;
  close(): Promise<void>;
}

/** Where this user's state of the command lives. */
export function stateFolder({ env, home }: Shell): string {
  return join(env.XDG_STATE_HOME || join(home, '.local', 'state'), 'mcp');
}

/** All configured servers; without any, the sources that come with the command. */
export async function configured(shell: Shell, flags: Flags): Promise<Config> {
  const config = await readConfig({
    cwd: shell.cwd,
    home: shell.home,
    env: shell.env,
    platform: shell.platform,
    ...(flags.config !== undefined && { configFile: flags.config as string }),
    ...(flags['no-discover'] && { discover: false }),
  });
  if (!flags.quiet) for (const warning of config.warnings) await shell.stderr(`warning: ${warning}\n`);
  const own = config.servers.filter(({ client }) => client !== 'built-in');
  const taken = new Set(own.map(({ name }) => name));
  const ours = Object.keys(builtIn)
    .filter(name => !taken.has(name))
    .map(builtInEntry);
  return { ...config, servers: own.length === 0 ? ours : own.concat(hiddenBehind(ours)) };
}

/** Built-in sources can always be called by name; they are listed only when there is nothing else. */
function hiddenBehind(entries: readonly ServerEntry[]): ServerEntry[] {
  return entries.map(entry => ({ ...entry, enabled: false }));
}

/** The server of that name, or an error that lists those there are. */
export function serverNamed(config: Config, name: string): ServerEntry {
  return config.servers.find(entry => entry.name === name) ?? findServer(config, name);
}

/** Reaches a server: asks for consent where it is due, starts or dials it, and reads what it has. */
export async function openServer(entry: ServerEntry, shell: Shell, flags: Flags): Promise<OpenServer> {
  await consented(entry, shell, flags);
  const caller = { cwd: shell.cwd, home: shell.home, env: shell.env, platform: shell.platform };
  const added = withAdditions(entry, additionsOf(flags, shell));
  const pinned =
    flags.protocol === undefined ? added : { ...added, entry: { ...added.entry, protocol: flags.protocol as string } };
  const definition = resolve(pinned, caller);
  return definition.transport === 'built-in'
    ? openBuiltIn(entry, definition)
    : openUpstream(entry, definition, shell, flags);
}

async function openBuiltIn(
  entry: ServerEntry,
  definition: Definition & { transport: 'built-in' },
): Promise<OpenServer> {
  const make = Object.hasOwn(builtIn, definition.use) ? builtIn[definition.use] : undefined;
  if (!make)
    throw new ConfigError(`'${entry.name}' uses the source '${definition.use}', which this version does not have`, {
      server: entry.name,
    });
  const source = (await make())();
  await source.open();
  return opened(entry, definition, source, undefined);
}

async function openUpstream(
  entry: ServerEntry,
  definition: Definition,
  shell: Shell,
  flags: Flags,
): Promise<OpenServer> {
  const timeoutMs =
    flags.timeout === undefined ? definition.timeoutMs : readDuration(flags.timeout as string, '--timeout');
  const connection = await connect(definition, {
    signal: shell.signal,
    ...(timeoutMs !== undefined && { startTimeoutMs: timeoutMs }),
    ...(flags['server-logs'] && { onServerLog: (line: string) => void shell.stderr(`[${entry.name}] ${line}\n`) }),
  });
  const source = upstreamSource(entry.name, connection);
  try {
    await source.open();
  } catch (error) {
    await connection.close();
    throw error;
  }
  return opened(entry, definition, source, connection);
}

function opened(
  entry: ServerEntry,
  definition: Definition,
  source: Source,
  connection: Connection | undefined,
): OpenServer {
  const { tools } = source.snapshot();
  const allowed = tools.filter(tool => isAllowed(definition, tool.name));
  return {
    entry,
    source,
    secrets: definition.secrets,
    tools: allowed.map(tool => ({
      name: tool.name,
      ...(tool.description !== '' && { description: tool.description }),
      inputSchema: tool.inputSchema,
      tool,
    })),
    hidden: tools.filter(tool => !allowed.includes(tool)).map(tool => tool.name),
    ...(connection && { connection }),
    close: () => source.close(),
  };
}

/** Headers and variables of this command: `Name: value`, `NAME=value`, or `NAME` alone to pass one on. */
function additionsOf(flags: Flags, { env }: Shell) {
  const headers = ((flags.header as readonly string[] | undefined) ?? []).map(text => split(text, ':', '--header'));
  const variables = ((flags.env as readonly string[] | undefined) ?? []).map(text =>
    text.includes('=') ? split(text, '=', '--env') : ([text, env[text] ?? ''] as const),
  );
  return {
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(variables.length > 0 && { env: Object.fromEntries(variables) }),
    ...(flags['allow-http'] && { allowHttp: true }),
  };
}

function split(text: string, at: string, flag: string): readonly [string, string] {
  const index = text.indexOf(at);
  if (index < 1) throw usage(`${flag} needs a name and a value around '${at}'`);
  return [text.slice(0, index).trim(), text.slice(index + 1).trim()];
}

/** An entry of the project may start programs: it is used only after somebody said so. */
async function consented(entry: ServerEntry, shell: Shell, flags: Flags): Promise<void> {
  const folder = stateFolder(shell);
  if (!needsConsent(entry) || flags.trust || shell.env.MCP_TRUST === '1' || (await isTrusted(entry, folder))) return;
  if (shell.terminal.stdin && shell.terminal.stderr) {
    const answer = await question(entry, shell);
    if (answer === 'y') await grantTrust([entry], folder);
    if (answer === 'y' || answer === 'o') return;
  }
  throw new ConfigError(`The server '${entry.name}' of ${entry.file} is not trusted`, {
    kind: 'untrusted',
    server: entry.name,
    hint: `mcp config trust ${entry.name}, or --trust for this run`,
  });
}

async function question(entry: ServerEntry, shell: Shell): Promise<string> {
  const { command, args = [], url } = entry.entry;
  const target = url ?? [command, ...(args as string[])].join(' ');
  const ask = createInterface({ input: shell.stdin, output: process.stderr });
  try {
    const text = `${entry.file} defines '${entry.name}':\n  ${target}\nUse it? [y]es, remember · [o]nce · [N]o `;
    return (await ask.question(text)).trim().toLowerCase().slice(0, 1);
  } finally {
    ask.close();
  }
}
