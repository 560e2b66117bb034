import { rpcCodes } from '@concord/contract';
import { Stop, type StopSignal } from '@concord/engine';
import { RpcError } from '../encode/rpc-error.js';
import type { Exchange } from './exchange.js';

/** Tells the work to stop when the deadline passes, and then says so. */
export async function within<Result>(
  seconds: number,
  exchange: Exchange,
  run: (limited: Exchange) => Promise<Result>,
): Promise<Result> {
  const limited = new Stop();
  limited.follow(exchange.signal);
  const error = new RpcError(rpcCodes.internalError, `${exchange.method} timed out after ${seconds} s`);
  const timer = setTimeout(() => limited.stop(error), seconds * 1_000);
  try {
    return await run(exchange.under(limited));
  } catch (thrown) {
    throw limited.reason === error ? error : thrown;
  } finally {
    clearTimeout(timer);
  }
}

/** How long cancelled work has to come to its end before it is answered for. */
const WINDING_UP_MS = 2_000;

/** Waits for work, but not for work that was told to stop and does not: one that is late has had its time. */
export function orStopped<Result>(running: Promise<Result>, signal: StopSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const stop = () => {
      const patience = signal.reason instanceof RpcError ? 0 : WINDING_UP_MS;
      timer = setTimeout(() => reject(signal.reason), patience);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    running.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    });
  });
}
