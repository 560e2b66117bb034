import fs from 'node:fs';
import net from 'node:net';
import tty from 'node:tty';
import { isOfProcess, refused, refuseToMake, wrap } from './wrap.js';

type Take = (text: string) => void;

const isOutput = (descriptor: unknown) => descriptor === 1 || descriptor === 2;
const ownStreams = /^\/(?:dev\/(?:std(?:in|out|err)|fd\/[012])|proc\/(?:self|thread-self|\d{1,10})\/fd\/[012])$/;

/** Keeps this thread from the descriptors 0 to 2 of the process: what is written to 1 and 2 goes to `take`, and 0 cannot be read. */
export function keepFromDescriptors(take: Take): void {
  const bytes = (data: unknown, from = 0, length?: number) =>
    typeof data === 'string'
      ? Buffer.from(data)
      : Buffer.from(data as Uint8Array).subarray(from, length === undefined ? undefined : from + length);
  const printed = (data: unknown, rest: readonly unknown[]): number => {
    const [from, length] =
      typeof data === 'string' ? [0, undefined] : (rest as [number | undefined, number | undefined]);
    const part = bytes(data, typeof from === 'number' ? from : 0, typeof length === 'number' ? length : undefined);
    take(part.toString());
    return part.length;
  };
  wrap(
    fs,
    'writeSync',
    original =>
      (descriptor: unknown, data: unknown, ...rest: unknown[]) =>
        isOutput(descriptor) ? printed(data, rest) : original(descriptor, data, ...rest),
  );
  wrap(fs, 'write', original => (descriptor: unknown, data: unknown, ...rest: unknown[]) => {
    if (!isOutput(descriptor)) return original(descriptor, data, ...rest);
    const length = printed(data, rest);
    const done = rest.at(-1);
    if (typeof done === 'function') queueMicrotask(() => done(null, length, data));
  });
  wrap(fs, 'writev', original => (descriptor: unknown, parts: readonly Uint8Array[], ...rest: unknown[]) => {
    if (!isOutput(descriptor)) return original(descriptor, parts, ...rest);
    const length = parts.reduce((sum, part) => sum + printed(part, []), 0);
    const done = rest.at(-1);
    if (typeof done === 'function') queueMicrotask(() => done(null, length, parts));
  });
  wrap(
    fs,
    'writevSync',
    original =>
      (descriptor: unknown, parts: readonly Uint8Array[], ...rest: unknown[]) =>
        isOutput(descriptor)
          ? parts.reduce((sum, part) => sum + printed(part, []), 0)
          : original(descriptor, parts, ...rest),
  );
  wrap(
    fs,
    'writeFileSync',
    original =>
      (file: unknown, data: unknown, ...rest: unknown[]) =>
        isOutput(file) ? void printed(data, []) : original(guarded(file), data, ...rest),
  );
  wrap(
    fs,
    'appendFileSync',
    original =>
      (file: unknown, data: unknown, ...rest: unknown[]) =>
        isOutput(file) ? void printed(data, []) : original(guarded(file), data, ...rest),
  );
  for (const name of ['readSync', 'readvSync', 'readFileSync'] as const)
    wrap(fs, name, original => (file: unknown, ...rest: unknown[]) => {
      if (file === 0) throw refused();
      return original(guarded(file), ...rest);
    });
  for (const name of ['read', 'readv', 'readFile'] as const)
    wrap(fs, name, original => (file: unknown, ...rest: unknown[]) => {
      const done = rest.at(-1);
      if (file === 0 && typeof done === 'function') return void queueMicrotask(() => done(refused()));
      return original(guarded(file), ...rest);
    });
  keepFromClosing();
  refuseToMake(net, 'Socket', options => isOfProcess(options?.fd));
  for (const name of ['ReadStream', 'WriteStream']) refuseToMake(tty, name, isOfProcess);
  for (const name of ['createReadStream', 'createWriteStream', 'writeFile', 'appendFile'] as const)
    wrap(
      fs,
      name,
      original =>
        (file: unknown, ...rest: unknown[]) =>
          original(guarded(file), ...rest),
    );
  for (const name of ['open', 'readFile', 'writeFile', 'appendFile'] as const)
    wrap(
      fs.promises,
      name,
      original =>
        async (file: unknown, ...rest: unknown[]) =>
          original(guarded(file), ...rest),
    );
}

/** Throws for a path that leads back to the streams of the process. */
function guarded(file: unknown): unknown {
  if (typeof file === 'string' && ownStreams.test(file)) throw refused();
  return file;
}

/** Lets this thread close only descriptors that it has opened: all threads of a process share them. */
function keepFromClosing(): void {
  const opened = new Set<unknown>();
  wrap(fs, 'openSync', original => (file: unknown, ...rest: unknown[]) => {
    const descriptor: unknown = original(guarded(file), ...rest);
    opened.add(descriptor);
    return descriptor;
  });
  wrap(fs, 'open', original => (file: unknown, ...rest: unknown[]) => {
    const done = rest.pop();
    if (typeof done !== 'function') return original(guarded(file), ...rest, done);
    original(guarded(file), ...rest, (error: unknown, descriptor: unknown) => {
      if (!error) opened.add(descriptor);
      done(error, descriptor);
    });
  });
  wrap(fs, 'closeSync', original => (descriptor: unknown) => {
    if (!opened.delete(descriptor)) throw refused();
    original(descriptor);
  });
  wrap(fs, 'close', original => (descriptor: unknown, ...rest: unknown[]) => {
    const [done] = rest;
    if (opened.delete(descriptor)) original(descriptor, ...rest);
    else if (typeof done === 'function') queueMicrotask(() => done(refused()));
  });
}
