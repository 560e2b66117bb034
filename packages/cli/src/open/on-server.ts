import type { Definition, ServerEntry } from '@concord/client';
import type { Source } from '@concord/engine';
import type { CommandContext } from '../command/context.js';
import { type About, CommandFailure, showsLogs, toCommandFailure } from '../command/failure.js';
import { numberOf } from '../parse/values.js';
import { ProgressLine } from '../print/progress-line.js';
import { definitionOf, openSource } from './open.js';
import { TimeLimit } from './time-limit.js';

/** One server that was opened for a command, and the time the command has. */
export interface OpenedServer {
  readonly entry: ServerEntry;
  readonly definition: Definition;
  readonly source: Source;
  readonly limit: TimeLimit;
  readonly line: ProgressLine;
}

/** Opens a server, runs `work` within the time limit of the command, and closes the server after the output is written. */
export async function onServer<Result>(
  entry: ServerEntry,
  about: About,
  usualLimitMs: number,
  context: CommandContext,
  run: (opened: OpenedServer) => Promise<Result>,
): Promise<Result> {
  let source: Source | undefined;
  let limit: TimeLimit | undefined;
  let line: ProgressLine | undefined;
  try {
    const definition = await definitionOf(entry, context);
    const chosen = numberOf(context.flags, 'timeout', 'duration') ?? definition.timeoutMs;
    limit = new TimeLimit(chosen ?? usualLimitMs, context.signal, chosen !== undefined);
    line = new ProgressLine(context, `${entry.name}: starting`);
    source = await openSource(entry, definition, context, limit);
    return await run({ entry, definition, source, limit, line });
  } catch (error) {
    await line?.end();
    const { failure, about: found, retryCount } = toCommandFailure(error, { ...about, ...showsLogs(context) });
    throw new CommandFailure(failure, found, retryCount || (source?.retryCount?.() ?? 0));
  } finally {
    limit?.dispose();
    await line?.end();
    await source?.close().catch(() => {});
  }
}
