import type { Connection, ServerCatalog } from '@concord/client';
import { isJsonObject, type JsonObject, ProblemError } from '@concord/contract';
import type {
  Prompt,
  PromptArgument,
  PromptResult,
  Resource,
  ResourceContents,
  ResourceTemplate,
  Snapshot,
  Source,
  SourceKind,
} from '@concord/engine';
import { failureOf } from './problem.js';
import { upstreamTool } from './tool.js';

const EMPTY: ServerCatalog = { tools: [], resources: [], resourceTemplates: [], prompts: [] };

/** A connected server as a Source. Its tools keep their names, its results every field they come with. */
export function upstreamSource(name: string, connection: Connection): Source {
  const { facts } = connection;
  const listeners = new Set<(kinds: readonly SourceKind[]) => void>();
  let snapshot = snapshotOf(EMPTY, connection);
  const refresh = async () => {
    snapshot = snapshotOf(await connection.snapshot(), connection);
  };
  const stopListening = connection.onChange(kinds => {
    const changed = [...new Set(kinds.map(kind => (kind === 'resourceTemplates' ? 'resources' : kind)))];
    // A list that cannot be read again leaves the last good one in force.
    void refresh().then(
      () => listeners.forEach(listener => void listener(changed)),
      () => {},
    );
  });
  const asked = <Result>(request: Promise<Result>): Promise<Result> =>
    request.catch(error => {
      throw new ProblemError(failureOf(error, connection.stderrTail()).problems[0]);
    });
  const { version } = facts.serverInfo;
  const { resources } = facts.capabilities;

  return {
    identity: {
      name,
      version: typeof version === 'string' ? version : '0.0.0',
      ...(facts.instructions !== undefined && { instructions: facts.instructions }),
    },
    kinds: (['tools', 'resources', 'prompts', 'completions'] as const).filter(
      kind => facts.capabilities[kind] !== undefined,
    ),
    open: refresh,
    snapshot: () => snapshot,
    onChange: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: async (uri, { signal }) =>
      (await asked(connection.read(uri, { signal }))).contents as unknown as readonly ResourceContents[],
    prompt: async (prompt, args, { signal }) =>
      (await asked(connection.prompt(prompt, args, { signal }))) as unknown as PromptResult,
    complete: async (request, { signal }) => {
      const { completion } = await asked(connection.complete(request as unknown as JsonObject, { signal }));
      return ((completion as JsonObject).values ?? []) as string[];
    },
    ...(isJsonObject(resources) && resources.subscribe === true && watching(connection)),
    close: async () => {
      stopListening();
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

function snapshotOf(catalog: ServerCatalog, connection: Connection): Snapshot {
  const named = catalog.tools.filter(tool => typeof tool.name === 'string');
  return {
    tools: named.map(tool => upstreamTool(tool, connection)),
    resources: catalog.resources as unknown as readonly Resource[],
    resourceTemplates: catalog.resourceTemplates as unknown as readonly ResourceTemplate[],
    prompts: catalog.prompts.map(promptOf),
    builtAt: new Date().toISOString(),
  };
}

/** A listed prompt with the fields that servers may leave out. */
function promptOf(listed: JsonObject): Prompt {
  const args = Array.isArray(listed.arguments) ? (listed.arguments as unknown as PromptArgument[]) : [];
  return {
    ...(listed as unknown as Prompt),
    arguments: args.map(each => ({ ...each, required: each.required === true })),
  };
}
