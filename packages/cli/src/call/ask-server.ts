import type { Failure, Json, JsonObject } from '@concord/contract';
import { ask, type Source, type SourceQuestion } from '@concord/engine';
import type { CommandContext } from '../command/context.js';
import { type About, CommandFailure, withNextStep } from '../command/failure.js';
import type { OpenedServer } from '../open/on-server.js';
import { commandEngine } from './engine.js';

/** Asks a server for a resource or a prompt, and gives its answer, redacted. Throws the failure, with what to do about it. */
export async function askServer(
  question: SourceQuestion,
  about: About,
  { entry, source, limit }: OpenedServer,
  context: CommandContext,
): Promise<Json> {
  const engine = commandEngine(context);
  const { outcome, facts } = await ask(source, question, {
    engine,
    signal: context.signal,
    timeoutMs: limit.remainingMs() ?? Number.MAX_SAFE_INTEGER,
    server: entry.name,
    caller: { name: 'mcp', transport: 'cli' },
  });
  await engine.records.flush();
  if (outcome.ok) return outcome.data!;
  if (outcome.problems[0].kind === 'timeout') throw limit.problem(entry.name, 'call');
  const { requestId, durationMs } = facts;
  throw new CommandFailure(withNextStep(withoutOutput(outcome), about), { ...about, call: { requestId, durationMs } });
}

/** An error that the server answered with says what is wrong: what it wrote to its stderr before is left out. */
function withoutOutput(failed: Failure): Failure {
  const [first, ...others] = failed.problems;
  if (first.variant !== 'rpc_error' || first.details === undefined) return failed;
  const { stderrTail: _, ...details } = first.details;
  return { ...failed, problems: [{ ...first, details }, ...others] };
}

/** The metadata of the document of a resource or prompt. */
export function answerMetadata(source: Source, { now }: CommandContext): JsonObject {
  const retries = source.retryCount?.() ?? 0;
  return { timestamp: now().toISOString(), retry_count: retries > 0 ? retries : null };
}
