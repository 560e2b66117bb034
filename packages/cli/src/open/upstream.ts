import type { Connection, ConnectOptions, Definition, ServerEntry } from '@concord/client';
import { delegatingSource, type Source } from '@concord/engine';
import type { ConnectedSource } from '@concord/gateway/upstreams';
import { upstreamSource } from '@concord/source-upstream';
import type { CommandContext } from '../command/context.js';
import { stateFolder } from '../command/folders.js';
import { prepareForAnswer } from './prepare-answer.js';
import { rememberedCatalog } from './remembered-catalog.js';
import { serverOutput } from './server-output.js';
import type { TimeLimit } from './time-limit.js';

/** How long a server has to list what it has, unless its entry gives it another time to start. */
const LISTS_MS = 60_000;

/** Starts or connects to an upstream server for one command. Its lists are read by `refresh`. */
export async function openUpstream(
  entry: ServerEntry,
  definition: Definition,
  context: CommandContext,
  limit: TimeLimit,
): Promise<Source> {
  const started = performance.now();
  const { flags, sent } = context;
  const catalog = rememberedCatalog(entry, definition, context);
  // A daemon mostly reuses connections, so reading the stored era would cost more than it saves.
  const lastConnection = context.daemon === undefined ? await catalog.lastConnection() : {};
  const connecting = limit.waitFor(
    entry.name,
    'start',
    context.connect(definition, {
      ...lastConnection,
      ...connectionOptions(entry, context),
      signal: limit.signal,
      isOnePersons: true,
      // Also where nobody can be asked: a daemon lends the connection to commands of both kinds.
      asks: ['elicitation/create'],
      capabilities: { elicitation: { form: {}, url: {} } },
      ...serverOutput(entry.name, definition.secrets, context),
    }),
  );
  // A server takes longer to start than this takes; a daemon has done it before.
  if (context.daemon === undefined) setImmediate(prepareForAnswer);
  const connection = await connecting.catch(async error => {
    await catalog.forget();
    throw error;
  });
  if (flags.verbose)
    await context.stderr(
      `note: ${entry.name}: connected in ${Math.round(performance.now() - started)} ms, protocol ${connection.facts.protocolVersion}\n`,
    );
  const source = upstreamSource(entry.name, connection, {
    remembered: connection.remembered?.('tools') ?? (await catalog.tools()),
    onTools: catalog.setTools,
    onSent: sent,
  });
  return delegatingSource(() => source, {
    refresh: options => limit.waitFor(entry.name, 'call', source.refresh!({ signal: limit.signal, ...options })),
    close: async () => {
      await Promise.all([
        catalog.store(connection, flags['wait-exit'] === true),
        closeConnection(connection, source, context),
      ]);
    },
  });
}

/** Starts or connects to a server that `mcp serve` publishes, and reads all its lists. */
export async function connectUpstream(
  entry: ServerEntry,
  definition: Definition,
  context: CommandContext,
  options: { readonly signal: AbortSignal } & Pick<
    ConnectOptions,
    'onStarted' | 'onWarning' | 'onQuestion' | 'asks' | 'sign'
  >,
): Promise<ConnectedSource> {
  const connection = await context.connect(definition, {
    ...connectionOptions(entry, context),
    ...options,
    detectsSilence: true,
  });
  const source = upstreamSource(entry.name, connection);
  const listsMs = definition.startTimeoutMs ?? LISTS_MS;
  const late = AbortSignal.timeout(listsMs);
  try {
    await source.refresh!({ signal: AbortSignal.any([options.signal, late]) });
  } catch (error) {
    await connection.close();
    throw late.aborted
      ? new Error(`${entry.name}: its lists could not be read within ${Math.round(listsMs)} ms`)
      : error;
  }
  return { source, ended: connection.ended };
}

/** The options of a connection: the entry that owns it, the environment and the state folder. */
function connectionOptions({ file, name }: ServerEntry, context: CommandContext) {
  return { owner: `${file ?? ''}#${name}`, env: context.env, stateFolder: stateFolder(context) };
}

/** Closes a connection without waiting for the server's process to end, unless `--wait-exit` is given. */
function closeConnection(connection: Connection, source: Source, { flags }: CommandContext): Promise<void> {
  return flags['wait-exit'] || !connection.release ? source.close() : connection.release();
}
