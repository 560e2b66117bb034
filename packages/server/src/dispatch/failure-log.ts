import { type Kind, type Problem, ProblemError } from '@concord/contract';
import { reasonOf } from '../catalog/reason.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { Exchange } from '../session/exchange.js';
import type { Host } from './host.js';

/** Kinds of problem that the caller can mend by itself: they are logged at `debug`. */
const ofTheCaller: ReadonlySet<Kind> = new Set(['invalid_params', 'not_found', 'invalid_path', 'forbidden']);

/** Logs what a method failed by. The client reads no more of it than it may know; the operator does if that was asked for. */
export function logFailure(failed: unknown, exchange: Exchange, { log, settings }: Host): void {
  const error = failed instanceof ProblemError ? failed.problem : failed;
  if (error instanceof RpcError || exchange.signal.aborted) return;
  const { kind, message } = (error ?? {}) as Partial<Problem>;
  const level = kind !== undefined && ofTheCaller.has(kind) ? 'debug' : 'error';
  const logger = exchange.method.split('/', 1)[0]!;
  exchange.log(level, logger, `${exchange.method} failed: ${reasonOf(message, 'no reason was given')}`);
  if (settings.logVerbose && message !== undefined) log.at(level, logger, message);
}
