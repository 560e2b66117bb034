import { type Kind, ProblemError } from '@concord/contract';
import { RpcError } from '../encode/rpc-error.js';
import type { Exchange, Host } from './exchange.js';
import { reasonOf } from './reason.js';

/** Kinds of problem that a caller can mend: they are its answer, not an incident. */
const ofTheCaller: ReadonlySet<Kind> = new Set(['invalid_params', 'not_found', 'invalid_path', 'forbidden']);

/** Logs what a Source threw. The client reads no more of it than it may know; the operator does if that was asked for. */
export function logFailure(error: unknown, exchange: Exchange, { log, settings }: Host): void {
  if (error instanceof RpcError || exchange.signal.aborted) return;
  const level = error instanceof ProblemError && ofTheCaller.has(error.problem.kind) ? 'debug' : 'error';
  const logger = exchange.method.split('/', 1)[0]!;
  exchange.log(level, logger, `${exchange.method} failed: ${reasonOf(error, 'no reason was given')}`);
  if (settings.logVerbose && error instanceof Error) log.at(level, logger, error.message);
}
