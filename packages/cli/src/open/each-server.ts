import type { ServerEntry } from '@concord/client';
import { failure, problem } from '@concord/contract';
import type { ForeignServer, Snapshot, Source, SourceKind } from '@concord/engine';
import type { CommandContext } from '../command/context.js';
import { CommandFailure, toCommandFailure } from '../command/failure.js';
import { adjustedEntry } from '../find/adjusted-entry.js';
import { numberOf } from '../parse/values.js';
import { ProgressLine } from '../print/progress-line.js';
import { definitionOf, openSource } from './open.js';
import { TimeLimit } from './time-limit.js';

const CONCURRENT_SERVERS = 8;

/** How long one server has to be listed, unless somebody says otherwise. */
export const LIST_LIMIT_MS = 60_000;

/** What one server has, or why that is not known. */
export type Listed = {
  readonly entry: ServerEntry;
  readonly durationMs: number;
  /** Settles when nothing of the server is left to wait for; the answer can be printed before. */
  readonly closed: Promise<void>;
} & ({ readonly answer: ServerLists } | { readonly failed: CommandFailure });

/** Everything a server lists, and what it said of itself. */
export interface ServerLists extends Snapshot {
  readonly server: ForeignServer | undefined;
}

/** Opens servers side by side and gives the lists of those kinds, or why there are none, in the order of the configuration. One that hangs costs only itself. */
export async function listEachServer(
  entries: readonly ServerEntry[],
  context: CommandContext,
  kinds: readonly SourceKind[],
): Promise<readonly Listed[]> {
  // What is wrong on the command line is told once, before anything is reached.
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
  // What others answered before is no answer to a command that was given up.
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
    return { ...end(), failed: toCommandFailure(error, { server: entry.name }) };
  }
}

/** Waits until nothing of the servers is left to wait for. */
export async function allClosed(listed: readonly Listed[]): Promise<void> {
  await Promise.all(listed.map(each => each.closed));
}
