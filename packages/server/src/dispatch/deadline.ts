import { rpcCodes, type State } from '@concord/contract';
import { Interrupted, Stop, type StopSignal } from '@concord/engine';
import { RpcError } from '../protocol/rpc-error.js';
import type { Exchange } from '../session/exchange.js';

/** Stops the work when the deadline passes; the request then fails with an error that says so, and whether anything may have been done. */
export async function within<Result>(
  seconds: number,
  exchange: Exchange,
  run: (limited: Exchange) => Promise<Result>,
  state: State = 'unknown',
): Promise<Result> {
  const limited = new Stop();
  limited.follow(exchange.signal);
  const late = new Interrupted('timeout', 'fixed');
  const timer = setTimeout(() => limited.stop(late), seconds * 1_000);
  try {
    return await run(exchange.under(limited));
  } catch (error) {
    if (limited.reason !== late) throw error;
    throw timedOut(exchange.method, seconds, state);
  } finally {
    clearTimeout(timer);
  }
}

/** A request took longer than it may; what it began may go on. */
export function timedOut(method: string, seconds: number, state: State = 'unknown'): RpcError {
  const message = `${method} timed out after ${seconds} s`;
  return new RpcError(rpcCodes.internalError, message, undefined, { kind: 'timeout', state });
}

/** Waits for something, but no longer than until the request is told to stop; rejects with the reason then. */
export function orStopped(wait: Promise<void>, signal: StopSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    wait.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
