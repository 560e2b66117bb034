import type { Connection, Definition, ServerCatalog, ServerEntry } from '@concord/client';
import { compileRedaction, isJsonObject, type Json, type JsonObject } from '@concord/contract';
import type { Call, Prompt, PromptResult, Resource, ResourceContents, ResourceTemplate } from '@concord/engine';
import { upstreamTool } from '@concord/source-upstream';
import type { CommandContext } from '../command/context.js';
import type { Flags } from '../command/flags.js';
import { stateFolder } from '../find/state-folder.js';
import { type CatalogMemory, catalogMemory } from './catalog-memory.js';
import type { OpenServer } from './open-server.js';
import { serverSounds } from './server-sounds.js';
import type { TimeLimit } from './time-limit.js';
import { filtered } from './tool-list.js';

/** Starts or dials a server of somebody else. */
export async function openUpstream(
  entry: ServerEntry,
  definition: Definition,
  context: CommandContext,
  limit: TimeLimit,
): Promise<OpenServer> {
  const started = performance.now();
  const sounds = serverSounds(entry.name, definition.secrets, context);
  const memory = catalogMemory(entry, definition, context);
  // Connections of a daemon stand most of the time: looking up how they were met would cost each command more than it saves one.
  const met = context.daemon === undefined ? await memory.verdict() : {};
  const connecting = limit.waitFor(
    entry.name,
    'start',
    context.connect(definition, {
      ...met,
      owner: `${entry.file ?? ''}#${entry.name}`,
      signal: limit.signal,
      env: context.env,
      stateFolder: stateFolder(context),
      ...sounds,
    }),
  );
  const connection = await connecting.catch(async error => {
    await memory.forget();
    throw error;
  });
  if (context.flags.verbose)
    await context.stderr(
      `note: ${entry.name}: connected in ${Math.round(performance.now() - started)} ms, protocol ${connection.facts.protocolVersion}\n`,
    );
  return upstreamServer(entry, definition, connection, memory, context, limit);
}

function upstreamServer(
  entry: ServerEntry,
  definition: Definition,
  connection: Connection,
  memory: CatalogMemory,
  context: CommandContext,
  limit: TimeLimit,
): OpenServer {
  // Tokens come up, and change, while the connection stands.
  const known: Definition = {
    ...definition,
    get secrets() {
      return connection.secrets ?? definition.secrets;
    },
  };
  const masked = maskFor(known.secrets);
  const facts = masked(connection.facts);
  const ask = <Result>(request: Promise<Result>) => limit.waitFor(entry.name, 'call', request);
  const list = async (kind: keyof ServerCatalog) => masked(await ask(connection.list(kind, { signal: limit.signal })));
  const calling = telling(connection, context);
  const toolsOf = (listed: readonly JsonObject[]) => {
    const named = listed.filter(tool => typeof tool.name === 'string' && tool.name !== '');
    return filtered(
      named.map(tool => upstreamTool(tool, calling)),
      definition,
    );
  };
  return {
    entry,
    definition: known,
    facts,
    ...(facts.instructions !== undefined && { instructions: facts.instructions }),
    tools: async ({ remembered = false } = {}) => {
      const known = remembered ? (connection.remembered?.('tools') ?? (await memory.tools())) : undefined;
      if (known) return { ...toolsOf(masked(known)), isRemembered: true };
      const listed = await list('tools');
      memory.learn(listed);
      return toolsOf(listed);
    },
    resources: async () => (await list('resources')) as unknown as readonly Resource[],
    templates: async () => (await list('resourceTemplates')) as unknown as readonly ResourceTemplate[],
    prompts: async () => (await list('prompts')).map(promptOf),
    read: async (uri, call) => {
      const { contents } = await ask(connection.read(uri, optionsFor(call, context)));
      return (Array.isArray(contents) ? contents.filter(isJsonObject) : []) as unknown as readonly ResourceContents[];
    },
    prompt: async (name, args, call) =>
      (await ask(connection.prompt(name, args, optionsFor(call, context)))) as unknown as PromptResult,
    retryCount: () => connection.retryCount,
    close: async () => {
      await Promise.all([
        memory.keep(connection, context.flags['wait-exit'] === true),
        leave(connection, context.flags),
      ]);
    },
  };
}

const optionsFor = ({ signal }: Call, context: CommandContext) => ({ signal, onSent: () => context.sent(true) });

/** The connection as a tool sees it, which tells the shell when its call is at the server. */
function telling(connection: Connection, context: CommandContext): Connection {
  const call: Connection['call'] = (name, args, options = {}) => {
    const hints = isJsonObject(options.tool?.annotations) ? options.tool.annotations : {};
    const again = hints.readOnlyHint === true || hints.idempotentHint === true;
    return connection.call(name, args, { ...options, onSent: () => context.sent(again) });
  };
  return {
    facts: connection.facts,
    call,
    stderrTail: () => connection.stderrTail(),
    get secrets() {
      return connection.secrets ?? [];
    },
  } as Connection;
}

/** A server that takes its time to end is left to end by itself, unless somebody wants to see it gone. */
function leave(connection: Connection, flags: Flags): Promise<void> {
  return flags['wait-exit'] || !connection.release ? connection.close() : connection.release();
}

/** What a server tells of itself comes as it was sent; only what quotes a secret of its own configuration is masked. */
function maskFor(secrets: readonly string[]) {
  const redaction = secrets.length === 0 ? undefined : compileRedaction({ known: [...secrets] });
  return <Told>(told: Told): Told => {
    if (!redaction?.text(JSON.stringify(told)).rules.includes('known-value')) return told;
    return redaction.value(told as Json).value as Told;
  };
}

/** Servers may leave out what our lists always have. */
function promptOf(listed: JsonObject): Prompt {
  const args = Array.isArray(listed.arguments) ? listed.arguments.filter(isJsonObject) : [];
  const named = args.map(each => ({ ...each, name: String(each.name), required: each.required === true }));
  return { ...(listed as unknown as Prompt), arguments: named };
}
