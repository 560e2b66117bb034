import type { Log } from '../log/log.js';
import { takeHeld } from './held-stdout.js';

/** Standard output while it belongs to the protocol. */
export interface GuardedStdout {
  /** Writes the one line a server over HTTP may print: its address. */
  url(line: string): void;
  /** Gives standard output back. */
  restore(): void;
}

/** Keeps standard output for the protocol: whatever else is or was written there goes to the log as stray text. */
export function guardStdout(log: Log): GuardedStdout {
  const origins = new Set<string>();
  const stray = (text: string) => ({ message: 'stray output on stdout', text: text.slice(0, LONGEST_SHOWN) });
  for (const text of takeHeld()) log.warn('core', stray(text));
  const original = process.stdout.write;
  const guarded = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const origin = originOf(guarded);
    const first = !origins.has(origin) && origins.size < MOST_ORIGINS;
    origins.add(origin);
    log[first ? 'warn' : 'debug']('core', stray(text));
    for (const callback of rest) if (typeof callback === 'function') callback();
    return true;
  };
  process.stdout.write = guarded as typeof process.stdout.write;
  return {
    url: line => original.call(process.stdout, `${line}\n`),
    restore: () => {
      process.stdout.write = original;
    },
  };
}

const MOST_ORIGINS = 1_000;
const LONGEST_SHOWN = 1_024;

/** The place in the code that wrote: the first stack frame above the guard that is not of Node itself. */
function originOf(guard: (...args: never[]) => unknown): string {
  const trace: { stack?: string } = {};
  Error.captureStackTrace(trace, guard);
  const frames = (trace.stack ?? '').split('\n').slice(1);
  return frames.find(frame => !frame.includes('node:'))?.trim() ?? 'unknown';
}
