import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError, clients, editServer, findServer, grantTrust, type ServerEntry } from '@concord/client';
import type { JsonObject } from '@concord/contract';
import type { CommandWords } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { usage } from '../../command/failure.js';
import { stateFolder } from '../../command/folders.js';
import { configured } from '../../find/servers.js';
import { readServers } from '../../find/target.js';
import { printJson } from '../../print/json.js';

/** `mcp config add <name> <url | folder | -- command…>`: writes an entry into our own file. */
export async function addServer(context: CommandContext, line: CommandWords, words: readonly string[]): Promise<void> {
  const [name, ...target] = words;
  if (name === undefined || !/^[^\s/]{1,100}$/.test(name) || /\p{Cc}/u.test(name))
    throw usage('A server needs a name without slashes and spaces', 'mcp config add files -- npx -y some-server');
  if (target.length === 0 && !line.rest)
    throw usage(
      `What is '${name}'? Give a URL, a folder, or a command after --`,
      `mcp config add ${name} -- <command>`,
    );
  const given = await ownServer({ words: target, rest: line.rest }, context);
  if (given === undefined)
    throw usage(`'${target[0]!.slice(0, 80)}' is no URL and no folder`, `mcp config add ${name} -- <command>`);
  const file = await ownFile(context);
  // A file that is not there yet is made.
  const { servers } = existsSync(file) ? await configured(context) : { servers: [] };
  if (servers.some(each => each.name === name && each.file === file) && !context.flags.force)
    throw usage(`${file} has a server '${name}'`, `--force replaces it; mcp config show ${name}`);
  await editServer(file, name, entryOf(given, context));
  await consent(name, context);
  await told(context, 'added', name, file);
}

/** The server that the words of a command line describe; undefined where they name another, or none. */
async function ownServer(line: CommandWords, context: CommandContext): Promise<ServerEntry | undefined> {
  try {
    const [given] = await readServers(line, context);
    return given?.client === 'ad-hoc' ? given : undefined;
  } catch (error) {
    if (error instanceof ConfigError && error.kind === 'unknown_server') return undefined;
    throw error;
  }
}

/** `mcp config remove <name>`: takes an entry out of our own file. */
export async function removeServer(
  context: CommandContext,
  _line: CommandWords,
  [name]: readonly string[],
): Promise<void> {
  if (name === undefined) throw usage('Which server? Name it', 'mcp config show');
  const entry = findServer(await configured(context), name);
  if (entry.file === undefined) throw usage(`'${name}' comes with mcp: no file has it`, 'mcp config show');
  if (entry.client !== 'own')
    throw usage(`'${name}' stands in a file of ${entry.client}, which is only read`, `Edit ${entry.file}`);
  await editServer(entry.file, entry.originalName ?? name, undefined);
  await told(context, 'removed', name, entry.file);
}

/** The file that is edited: the one that was named, else the project's where it has one, else the user's. */
async function ownFile(context: CommandContext): Promise<string> {
  const { cwd, home, env, platform } = context;
  const named = namedFile(context);
  if (named !== undefined) return resolve(cwd, named);
  const { files } = await configured(context);
  const project = files.find(({ client, scope }) => client === 'own' && scope === 'project');
  const own = clients.find(({ client }) => client === 'own')!;
  return project?.path ?? own.userFiles({ cwd, home, env, platform, sources: [] })[0]!;
}

function namedFile({ flags, env }: CommandContext): string | undefined {
  return (flags.config as string | undefined) ?? (env.MCP_CONFIG_PATH || undefined);
}

/** The entry as it is written: what the command line says of the server, and nothing of the machine it was typed on. */
function entryOf({ entry }: ServerEntry, { flags }: CommandContext): JsonObject {
  const { command, args, url, use, path } = entry;
  const pairs = (name: 'env' | 'header', at: string) => {
    const texts = (flags[name] as readonly string[] | undefined) ?? [];
    return Object.fromEntries(
      texts.map(text => {
        const index = text.indexOf(at);
        // `--env NAME` keeps the value out of the file.
        return index < 1 ? [text, `\${${text}}`] : [text.slice(0, index).trim(), text.slice(index + 1).trim()];
      }),
    );
  };
  const env = pairs('env', '=');
  const headers = pairs('header', ':');
  return {
    ...(command !== undefined && { command, args: args ?? [] }),
    ...(url !== undefined && { url }),
    ...(use !== undefined && { use, path: path! }),
    ...(typeof flags.cwd === 'string' && { cwd: flags.cwd }),
    ...(Object.keys(env).length > 0 && { env }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

/** Whoever adds a server has consented to it. */
async function consent(name: string, context: CommandContext): Promise<void> {
  const entry = findServer(await configured({ ...context, flags: { ...context.flags, quiet: true } }), name);
  if (entry.scope === 'project') await grantTrust([entry], stateFolder(context));
}

async function told(context: CommandContext, done: 'added' | 'removed', name: string, file: string): Promise<void> {
  if (context.flags.json) await printJson(context, { [done]: name, file });
  else await context.stdout(`${done}: ${name} (${file})\n`);
}
