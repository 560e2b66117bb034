import { type Connection, ConnectionProblem, type ServerCatalog } from '@concord/client';
import { isJsonObject, type JsonObject, ProblemError } from '@concord/contract';
import type {
  Call,
  Prompt,
  PromptResult,
  RefreshOptions,
  Resource,
  ResourceContents,
  ResourceTemplate,
  Snapshot,
  Source,
  SourceKind,
} from '@concord/engine';
import { publishable } from './listed.js';
import { failureOf } from './problem.js';
import { upstreamTool } from './tool.js';

/** What whoever connected a server can say about it, or wants to know of it. */
export interface UpstreamOptions {
  /** Its tools as an earlier connection listed them: they are in the snapshot until `refresh` has looked. */
  readonly remembered?: readonly JsonObject[] | undefined;
  /** Called with the tools as the server listed them, each time it did. */
  readonly onTools?: (listed: readonly JsonObject[]) => void;
  /** Called once a request is at the server, and whether it may be sent a second time. */
  readonly onSent?: (isRepeatable: boolean) => void;
}

/** Which lists of a server each kind of ours is read from. */
const listsOf: Readonly<Record<SourceKind, readonly (keyof ServerCatalog)[]>> = {
  tools: ['tools'],
  resources: ['resources', 'resourceTemplates'],
  prompts: ['prompts'],
  completions: [],
};

/** What the lists of a server are called in sentences. */
const listNames: Readonly<Record<keyof ServerCatalog, string>> = {
  tools: 'tools',
  resources: 'resources',
  resourceTemplates: 'resource templates',
  prompts: 'prompts',
};

const allKinds = Object.keys(listsOf) as readonly SourceKind[];
const NOTHING: ServerCatalog = { tools: [], resources: [], resourceTemplates: [], prompts: [] };

/**
 * A connected server as a Source. Its tools keep their names, its results every field they come with. Lists are read by `open` and
 * `refresh`; what they say is as the server sent it; `publishedSource` masks its secrets. When all of them are read, one that the server
 * cannot give costs only itself, unless it is that of its tools.
 */
export function upstreamSource(name: string, connection: Connection, options: UpstreamOptions = {}): Source {
  const { onSent, onTools } = options;
  const listeners = new Set<(kinds: readonly SourceKind[]) => void>();
  let catalog: ServerCatalog = { ...NOTHING, ...(options.remembered && { tools: options.remembered }) };
  let isRemembered = options.remembered !== undefined;
  let snapshot: Snapshot | undefined;
  let stopListening: (() => void) | undefined;
  let secrets: readonly string[] = [];
  /** The lists that the server could not give, each with a sentence about it. */
  const unlisted = new Map<keyof ServerCatalog, string>();

  const read = async (list: keyof ServerCatalog, signal: RefreshOptions['signal'], isOptional: boolean) => {
    try {
      const listed = await connection.list(list, signal && { signal });
      unlisted.delete(list);
      return listed;
    } catch (error) {
      if (!isOptional || !(error instanceof ConnectionProblem) || error.kind !== 'rpc_error') throw error;
      unlisted.set(list, `its ${listNames[list]} cannot be listed: ${error.message}`);
      return [];
    }
  };
  const refresh = async ({ kinds, signal }: RefreshOptions = {}) => {
    const wanted = (kinds ?? allKinds).flatMap(kind => listsOf[kind]);
    const isOptional = (list: keyof ServerCatalog) => kinds === undefined && list !== 'tools';
    const lists = await Promise.all(
      wanted.map(async list => [list, await read(list, signal, isOptional(list))] as const),
    );
    catalog = { ...catalog, ...Object.fromEntries(lists) };
    snapshot = undefined;
    if (!wanted.includes('tools')) return;
    isRemembered = false;
    onTools?.(catalog.tools);
  };
  const listen = () =>
    connection.onChange(lists => {
      const changed = allKinds.filter(kind => listsOf[kind].some(list => lists.includes(list)));
      // A list that cannot be read again leaves the last good one in force.
      void refresh({ kinds: changed }).then(
        () => listeners.forEach(listener => void listener(changed)),
        () => {},
      );
    });
  const answerTo = <Result>(request: Promise<Result>): Promise<Result> =>
    request.catch(error => {
      const { problems, state } = failureOf(error);
      throw new ProblemError(problems[0], state);
    });
  const sending = (call: Call) => ({
    signal: call.signal,
    client: call.client,
    meta: call.handedOn(),
    ...(onSent && { onSent: () => onSent(true) }),
  });
  const { protocolVersion, serverInfo, capabilities, instructions } = connection.facts;

  return {
    identity: {
      name,
      version: typeof serverInfo.version === 'string' ? serverInfo.version : '0.0.0',
      ...(instructions !== undefined && { instructions }),
      server: { protocolVersion, serverInfo, capabilities },
    },
    kinds: allKinds.filter(kind => capabilities[kind] !== undefined),
    isForeign: true,
    open: refresh,
    refresh,
    snapshot: () => {
      snapshot ??= snapshotOf(catalog, [...unlisted.values()], connection, isRemembered, onSent);
      return snapshot;
    },
    onChange: listener => {
      stopListening ??= listen();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    secrets: () => {
      const now = connection.secrets ?? [];
      // The same list until one is added: whoever masks them compiles it once.
      if (now.length !== secrets.length || now.some((secret, at) => secret !== secrets[at])) secrets = now;
      return secrets;
    },
    read: async (uri, call) => {
      const { contents } = await answerTo(connection.read(uri, sending(call)));
      return contents as unknown as readonly ResourceContents[];
    },
    prompt: async (prompt, args, call) =>
      (await answerTo(connection.prompt(prompt, args, sending(call)))) as unknown as PromptResult,
    complete: async (request, { signal, client }) => {
      const { completion } = await answerTo(connection.complete(request as unknown as JsonObject, { signal, client }));
      return ((completion as JsonObject).values ?? []) as string[];
    },
    retryCount: () => connection.retryCount,
    logged: () => connection.stderrTail(Number.POSITIVE_INFINITY),
    ...(isJsonObject(capabilities.resources) && capabilities.resources.subscribe === true && watching(connection)),
    close: async () => {
      stopListening?.();
      await connection.close();
    },
  };
}

/** What a Source has whose server tells of updates to its resources. */
function watching(connection: Connection): Pick<Source, 'watch' | 'unwatch' | 'onUpdated'> {
  const stops = new Map<string, () => void>();
  return {
    watch: uri => {
      if (!stops.has(uri)) stops.set(uri, connection.watch(uri));
    },
    unwatch: uri => {
      stops.get(uri)?.();
      stops.delete(uri);
    },
    onUpdated: listener => connection.onUpdated(listener),
  };
}

function snapshotOf(
  catalog: ServerCatalog,
  unlisted: readonly string[],
  connection: Connection,
  isRemembered: boolean,
  onSent: UpstreamOptions['onSent'],
): Snapshot {
  const tools = publishable(catalog.tools, 'tool');
  const resources = publishable(catalog.resources, 'resource');
  const resourceTemplates = publishable(catalog.resourceTemplates, 'resource template');
  const prompts = publishable(catalog.prompts, 'prompt');
  const leftOut = [...unlisted, ...[tools, resources, resourceTemplates, prompts].flatMap(each => each.leftOut)];
  return {
    tools: tools.items.map(tool => upstreamTool(tool, connection, onSent)),
    resources: resources.items as unknown as readonly Resource[],
    resourceTemplates: resourceTemplates.items as unknown as readonly ResourceTemplate[],
    prompts: prompts.items.map(promptOf),
    builtAt: new Date().toISOString(),
    ...(leftOut.length > 0 && { leftOut }),
    ...(isRemembered && { isRemembered }),
  };
}

/** A listed prompt with the fields that servers may leave out. */
function promptOf(listed: JsonObject): Prompt {
  const args = Array.isArray(listed.arguments) ? listed.arguments.filter(isJsonObject) : [];
  const named = args.map(each => ({ ...each, name: String(each.name), required: each.required === true }));
  return { ...(listed as unknown as Prompt), arguments: named };
}
