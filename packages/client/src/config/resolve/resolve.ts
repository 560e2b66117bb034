import { isAbsolute, join, resolve as resolvePath } from 'node:path';
import type { Caller } from '../entry/caller.js';
import type { Definition, DefinitionCommon, ServerEntry } from '../entry/definition.js';
import { countOf, durationOf, fieldError, flagOf, listOf, mapOf, wordOf } from '../entry/fields.js';
import type { Expanded } from '../expand/expand.js';
import { expandEntry } from '../expand/expanded-entry.js';
import { baseFolder, workspaceOf } from '../files/base-folder.js';
import { Secrets } from '../secrets/secrets.js';
import { readEnvFile } from './env-file.js';
import { inheritedEnvironment } from './environment.js';
import type { Resolution, TransportFields } from './resolve-remote.js';
import { remote } from './resolve-remote.js';

/**
 * What it takes to reach a server, for one caller: variables expanded, paths absolute, the child's environment complete. Throws a
 * ConfigError that names server, field and file, for this server only.
 */
export function resolve(server: ServerEntry, caller: Caller): Definition {
  const expanded = expandEntry(server, caller);
  const resolution: Resolution = { server, caller, expanded, secrets: new Secrets() };
  for (const [field, value] of expanded) {
    if (value.text.includes('\0')) throw fieldError(server, field, 'holds a NUL character');
    if (!/^(?:env|headers)\./.test(field)) resolution.secrets.field(value);
  }
  const way = {
    stdio: () => stdio(resolution),
    http: () => remote(resolution, 'http'),
    sse: () => remote(resolution, 'sse'),
    'built-in': () => builtIn(resolution),
  }[server.transport]();
  // Read last: resolving the fields adds secrets.
  return { ...common(server, resolution.secrets), ...way };
}

function common(server: ServerEntry, secrets: Secrets): DefinitionCommon {
  const { entry } = server;
  const optional = {
    description: typeof entry.description === 'string' ? entry.description : undefined,
    allowedTools: entry.allowedTools === undefined ? undefined : listOf(server, 'allowedTools'),
    disabledTools: entry.disabledTools === undefined ? undefined : listOf(server, 'disabledTools'),
    timeoutMs: durationOf(server, 'timeout'),
    startTimeoutMs: durationOf(server, 'startTimeout'),
    idleTimeoutMs: durationOf(server, 'idleTimeout'),
    retries: countOf(server, 'retries'),
  };
  const present = Object.entries(optional).filter(([, value]) => value !== undefined);
  return {
    name: server.name,
    ...(Object.fromEntries(present) as Partial<DefinitionCommon>),
    daemon: flagOf(entry, 'daemon', true),
    protocol: wordOf(server, 'protocol', ['auto', 'handshake', '2026-07-28']) ?? 'auto',
    secrets: secrets.list(),
  };
}

function stdio(resolution: Resolution): TransportFields<'stdio'> {
  const { server, caller, expanded } = resolution;
  const cwd = expanded.get('cwd')?.text;
  return {
    transport: 'stdio',
    command: commandPath(resolution, expanded.get('command')!.text),
    args: listOf(server, 'args').map((_, index) => expanded.get(`args[${index}]`)!.text),
    env: environment(resolution),
    cwd: cwd ? fromBase(resolution, cwd) : workspaceOf(server, caller),
    ...(flagOf(server.entry, 'shared', false) && { shared: true }),
  };
}

/** A command without a slash is looked up in PATH; one with a slash is a file, beside the configuration unless absolute. */
function commandPath(resolution: Resolution, command: string): string {
  if (command.trim() === '') throw fieldError(resolution.server, 'command', 'is empty');
  const isPath = command.includes('/') || (resolution.caller.platform === 'win32' && command.includes('\\'));
  return isPath ? fromBase(resolution, command) : command;
}

function fromBase({ server, caller }: Resolution, path: string): string {
  if (path === '~' || path.startsWith('~/')) return join(caller.home, path.slice(1));
  return isAbsolute(path) ? path : resolvePath(baseFolder(server, caller), path);
}

function environment(resolution: Resolution): Readonly<Record<string, string>> {
  const { server, caller, secrets } = resolution;
  const { inheritEnv } = server.entry;
  const wanted = typeof inheritEnv === 'boolean' ? inheritEnv : listOf(server, 'inheritEnv');
  const inherited = inheritedEnvironment(caller, wanted);
  for (const name of inherited.asked) secrets.inherited(name, inherited.env[name]!);
  return { ...inherited.env, ...ownEnvironment(resolution) };
}

/** The variables an entry sets itself. */
function ownEnvironment(resolution: Resolution): Readonly<Record<string, string>> {
  const { server, expanded, secrets } = resolution;
  const file = expanded.get('envFile')?.text;
  const fromFile = file ? readEnvFile(server, fromBase(resolution, file)) : [];
  const own: [string, Expanded][] = [
    ...fromFile.map(([name, text]): [string, Expanded] => [name, { text, taken: new Map() }]),
    ...mapOf(server, 'env').map(([name]): [string, Expanded] => [name, expanded.get(`env.${name}`)!]),
  ];
  for (const [name, value] of own) {
    if (name === '' || /[=\0]/.test(name)) throw fieldError(server, 'env', 'has a name that no variable can have');
    secrets.environment(name, value);
  }
  return Object.fromEntries(own.map(([name, value]) => [name, value.text]));
}

function builtIn(resolution: Resolution): TransportFields<'built-in'> {
  const { server, expanded } = resolution;
  const root = expanded.get('root')?.text;
  const path = expanded.get('path')?.text;
  return {
    transport: 'built-in',
    use: String(server.entry.use),
    ...(root === undefined ? {} : { root: fromBase(resolution, root) }),
    ...(path === undefined ? {} : { path: fromBase(resolution, path) }),
    ...(server.entry.env === undefined ? {} : { env: ownEnvironment(resolution) }),
  };
}
