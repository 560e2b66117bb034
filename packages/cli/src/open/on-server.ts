import type { ServerEntry } from '@concord/client';
import type { CommandContext } from '../command/context.js';
import { type About, CommandFailure, toCommandFailure } from '../command/failure.js';
import { definitionOf, openServer } from '../find/servers.js';
import { numberOf } from '../parse/values.js';
import { ProgressLine } from '../print/progress-line.js';
import type { OpenServer } from './open-server.js';
import { TimeLimit } from './time-limit.js';

/** What a command has while it is about one server. */
export interface Visit {
  readonly server: OpenServer;
  readonly limit: TimeLimit;
  readonly line: ProgressLine;
}

/** Runs a command on one server, within its time; what it prints is out before the server is ended. */
export async function onServer<Result>(
  entry: ServerEntry,
  about: About,
  usualLimitMs: number,
  context: CommandContext,
  run: (visit: Visit) => Promise<Result>,
): Promise<Result> {
  let server: OpenServer | undefined;
  let limit: TimeLimit | undefined;
  let line: ProgressLine | undefined;
  try {
    const definition = await definitionOf(entry, context);
    const chosen = numberOf(context.flags, 'timeout', 'duration') ?? definition.timeoutMs;
    limit = new TimeLimit(chosen ?? usualLimitMs, context.signal, chosen !== undefined);
    line = new ProgressLine(context, `${entry.name}: starting`);
    server = await openServer(entry, definition, context, limit);
    return await run({ server, limit, line });
  } catch (error) {
    await line?.end();
    const { failure, about: found, retryCount } = toCommandFailure(error, about);
    throw new CommandFailure(failure, found, retryCount || (server?.retryCount() ?? 0));
  } finally {
    limit?.dispose();
    await line?.end();
    await server?.close().catch(() => {});
  }
}
