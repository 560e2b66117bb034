import type { ServerEntry } from '@concord/client';
import { failure, problem } from '@concord/contract';
import type { CommandContext } from '../command/context.js';
import { CommandFailure, toCommandFailure } from '../command/failure.js';
import { adjustedEntry } from '../find/adjusted-entry.js';
import { definitionOf, openServer } from '../find/servers.js';
import { numberOf } from '../parse/values.js';
import { ProgressLine } from '../print/progress-line.js';
import type { OpenServer } from './open-server.js';
import { TimeLimit } from './time-limit.js';

const AT_ONCE = 8;

/** How long one server has to be listed, unless somebody says otherwise. */
export const LIST_LIMIT_MS = 60_000;

/** What came of one server: its answer, or why there is none. */
export type Reached<Answer> = {
  readonly entry: ServerEntry;
  readonly durationMs: number;
  /** Settles when nothing of the server is left to wait for; the answer can be printed before. */
  readonly closed: Promise<void>;
} & ({ readonly answer: Answer } | { readonly failed: CommandFailure });

/** Reaches servers side by side and gives what came of each, in the order of the configuration. One that hangs costs only itself. */
export async function eachServer<Answer>(
  entries: readonly ServerEntry[],
  context: CommandContext,
  ask: (server: OpenServer) => Promise<Answer>,
): Promise<readonly Reached<Answer>[]> {
  // What is wrong on the command line is told once, before anything is reached.
  for (const entry of entries.slice(0, 1)) adjustedEntry(entry, context);
  const atOnce = numberOf(context.flags, 'concurrency', 'positive') ?? AT_ONCE;
  const results: Reached<Answer>[] = [];
  const waiting = entries.entries();
  const line = new ProgressLine(context, waitingFor(entries));
  const pending = new Set(entries);
  const worker = async () => {
    for (const [index, entry] of waiting) {
      results[index] = await reach(entry, context, ask);
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

async function reach<Answer>(
  entry: ServerEntry,
  context: CommandContext,
  ask: (server: OpenServer) => Promise<Answer>,
): Promise<Reached<Answer>> {
  const started = performance.now();
  let limit: TimeLimit | undefined;
  let server: OpenServer | undefined;
  const end = () => {
    limit?.dispose();
    const closed = (server?.close() ?? Promise.resolve()).catch(() => {});
    return { entry, closed, durationMs: Math.round(performance.now() - started) };
  };
  try {
    const definition = await definitionOf(entry, context);
    limit = new TimeLimit(numberOf(context.flags, 'timeout', 'duration') ?? LIST_LIMIT_MS, context.signal);
    server = await openServer(entry, definition, context, limit);
    const answer = await ask(server);
    return { ...end(), answer };
  } catch (error) {
    return { ...end(), failed: toCommandFailure(error, { server: entry.name }) };
  }
}

/** Waits until nothing of the servers is left to wait for. */
export async function allClosed(reached: readonly Reached<unknown>[]): Promise<void> {
  await Promise.all(reached.map(each => each.closed));
}
