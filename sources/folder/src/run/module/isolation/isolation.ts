import { syncBuiltinESMExports } from 'node:module';
import { keepFromChildren, keepFromSignals, keepFromThreads } from './children.js';
import { keepFromDescriptors } from './descriptors.js';

type Take = (text: string) => void;

/**
 * Isolates this thread from the streams of the process, which belong to the protocol. Everything it prints goes to `take`, and there
 * is nothing to read. Its child processes and threads get none of the streams either.
 */
export function isolate(take: Take): void {
  const text = (chunk: unknown, encoding?: unknown): string =>
    typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString(encoding as BufferEncoding);
  for (const stream of [process.stdout, process.stderr])
    stream.write = ((chunk: unknown, encoding?: unknown, done?: unknown) => {
      take(text(chunk, typeof encoding === 'string' ? undefined : encoding));
      const callback = typeof encoding === 'function' ? encoding : done;
      if (typeof callback === 'function') queueMicrotask(() => callback());
      return true;
    }) as typeof stream.write;
  isolateWithin(take);
}

/** The same for a thread whose own `process.stdout` and `process.stderr` lead to the thread that started it. */
export function isolateWithin(take: Take): void {
  keepFromDescriptors(take);
  keepFromChildren();
  keepFromThreads();
  keepFromSignals();
  syncBuiltinESMExports();
}
