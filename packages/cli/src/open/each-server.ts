import type { ServerEntry } from '@concord/client';
import { failure, problem } from '@concord/contract';
import type { ForeignServer, Snapshot, Source, SourceKind } from '@concord/engine';
import type { CommandContext } from '../command/context.js';
import { CommandFailure, showsLogs, toCommandFailure } from '../command/failure.js';
import { adjustedEntry } from '../find/adjusted-entry.js';
import { numberOf } from '../parse/values.js';
import { ProgressLine } from '../print/progress-line.js';
import { definitionOf, openSource } from './open.js';
import { TimeLimit } from './time-limit.js';

const CONCURRENT_SERVERS = 8;

/** How long the list of one server may take, unless `--timeout` is given. */
export const LIST_LIMIT_MS = 60_000;

/** The lists of one server, or why they are not known. */
export type Listed = {
  readonly entry: ServerEntry;
  readonly durationMs: number;
  /** Resolves when the server is closed; the answer can be printed before. */
  readonly closed: Promise<void>;
} & ({ readonly answer: ServerLists } | { readonly failed: CommandFailure });

/** The lists of a server, and what it reported about itself. */
export interface ServerLists extends Snapshot {
  readonly server: ForeignServer | undefined;
}

/** Opens servers concurrently and returns their lists of those kinds, or why there are none, in the order of the configuration. A server that hangs does not delay the others. */
export async function listEachServer(
  entries: readonly ServerEntry[],
  context: CommandContext,
  kinds: readonly SourceKind[],
): Promise<readonly Listed[]> {
  // A wrong flag fails once, before any server is opened.
  for (const entry of entries.slice(0, 1)) adjustedEntry(entry, context);
  const atOnce = numberOf(context.flags, 'concurrency', 'positive') ?? CONCURRENT_SERVERS;
  const results: Listed[] = [];
  const waiting = entries.entries();
  const line = new ProgressLine(context, waitingFor(entries));
  const pending = new Set(entries);
  const worker = async () => {
    for (const [index, entry] of waiting) {
      results[index] = await listServer(entry, context, kinds);
      pending.delete(entry);
      line.phase(waitingFor([...pending]));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, entries.length) }, worker));
  await line.end();
  // A cancelled command prints no partial result.
  if (context.interruptedWith() !== undefined) throw new CommandFailure(failure(problem('cancelled', 'Cancelled')));
  return results;
}

function waitingFor(entries: readonly ServerEntry[]): string {
  return `waiting for ${entries.map(({ name }) => name).join(', ')}`;
}

async function listServer(entry: ServerEntry, context: CommandContext, kinds: readonly SourceKind[]): Promise<Listed> {
  const started = performance.now();
  let limit: TimeLimit | undefined;
  let source: Source | undefined;
  const end = () => {
    limit?.dispose();
    const closed = (source?.close() ?? Promise.resolve()).catch(() => {});
    return { entry, closed, durationMs: Math.round(performance.now() - started) };
  };
  try {
    const definition = await definitionOf(entry, context);
    limit = new TimeLimit(numberOf(context.flags, 'timeout', 'duration') ?? LIST_LIMIT_MS, context.signal);
    source = await openSource(entry, definition, context, limit);
    await source.refresh?.({ kinds });
    const answer = { ...source.snapshot(), server: source.identity.server };
    return { ...end(), answer };
  } catch (error) {
    return { ...end(), failed: toCommandFailure(error, { server: entry.name, entry, ...showsLogs(context) }) };
  }
}

/** Waits until all servers are closed. */
export async function allClosed(listed: readonly Listed[]): Promise<void> {
  await Promise.all(listed.map(each => each.closed));
}
