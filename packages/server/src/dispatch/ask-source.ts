import type { Json, JsonObject, Problem } from '@concord/contract';
import { ask, type CallRequest, type SourceQuestion } from '@concord/engine';
import type { Mount } from '../catalog/catalog.js';
import { problemError, withOutcome } from '../encode/problem-error.js';
import { oversized } from '../encode/response.js';
import type { Exchange } from '../session/exchange.js';
import { secretsOf } from '../settings/settings.js';
import { callerOf } from './caller.js';
import { logFailure } from './failure-log.js';
import type { Host } from './host.js';

/** No request may take longer; the signal of the exchange fires at the deadline of this one. */
const LONGEST_MS = 600_000;

/** Puts a question to a Source. Gives its answer, or throws the error its client gets; `otherwise` stands in for the words of a bug. */
export async function askSource(
  { name, source }: Mount,
  question: SourceQuestion,
  exchange: Exchange,
  host: Host,
  otherwise?: string,
): Promise<Json> {
  const { outcome, facts, threw } = await ask(source, question, requestFor(name, exchange, host));
  if (outcome.ok) return outcome.data!;
  const [problem] = outcome.problems;
  if (facts.truncated && problem.kind === 'too_large') throw withOutcome(tooLarge(problem, exchange, host), facts);
  logFailure(problem, exchange, host);
  const words = threw ? (otherwise ?? 'Internal error') : undefined;
  throw withOutcome(problemError(problem, exchange.era, words, facts.state), facts);
}

function requestFor(server: string, exchange: Exchange, host: Host): CallRequest {
  const { session, requestId, signal, placeWaitMs } = exchange;
  return {
    engine: host.engine,
    signal,
    server,
    timeoutMs: LONGEST_MS,
    caller: callerOf(exchange),
    meta: exchange.meta,
    client: session,
    knownSecrets: secretsOf(host.settings),
    onAsk: (questions, options) => exchange.ask(questions, options),
    onLog: ({ level, logger, data }) => exchange.log(level, logger, data),
    ...(placeWaitMs !== undefined && { placeWaitMs }),
    ...(requestId !== undefined && { requestId }),
    ...(session.roots && { roots: session.roots }),
  };
}

/** An answer that the engine has left out is reported as one that the transport would have left out. */
function tooLarge({ details }: Problem, { method, session }: Exchange, { engine }: Host) {
  const { sizeBytes, limitBytes = engine.limits.maxOutputBytes } = (details ?? {}) as JsonObject;
  return oversized(method, Number(sizeBytes), Number(limitBytes), session.log);
}
