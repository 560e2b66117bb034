import childProcess, { ChildProcess, type SpawnOptions, type StdioOptions } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

type Take = (text: string) => void;

/**
 * Keeps the code of this thread from the streams of the process, which belong to the protocol: what it prints, by whatever way, is
 * handed to `take`, and there is nothing to read. Its child processes get none of them either.
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
  keepFromDescriptors(take);
  keepFromChildren();
  syncBuiltinESMExports();
}

const isOutput = (descriptor: unknown) => descriptor === 1 || descriptor === 2;
const refused = () => Object.assign(new Error('EBADF: bad file descriptor'), { code: 'EBADF' });
const ownStreams = /^\/(?:dev\/(?:std(?:in|out|err)|fd\/[012])|proc\/(?:self|thread-self|\d{1,10})\/fd\/[012])$/;

// biome-ignore lint/suspicious/noExplicitAny: functions of Node are wrapped whatever their arguments are.
type Anything = any;

function keepFromDescriptors(take: Take): void {
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
  for (const name of ['open', 'openSync', 'createReadStream', 'createWriteStream', 'writeFile', 'appendFile'] as const)
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

/** A path that leads back to the streams of the process is no path. */
function guarded(file: unknown): unknown {
  if (typeof file === 'string' && ownStreams.test(file)) throw refused();
  return file;
}

function keepFromChildren(): void {
  const prototype = ChildProcess.prototype as unknown as { spawn(options: SpawnOptions): number };
  const { spawn } = prototype;
  prototype.spawn = function (options) {
    return spawn.call(this, { ...options, stdio: apart(options.stdio) });
  };
  for (const name of ['spawnSync', 'execSync', 'execFileSync'] as const)
    wrap(childProcess, name, original => (...given: unknown[]) => {
      const at = given.findIndex(each => typeof each === 'object' && each !== null && !Array.isArray(each));
      const options = at === -1 ? {} : (given[at] as SpawnOptions);
      const safe = { ...options, stdio: apart(options.stdio ?? 'pipe') };
      return at === -1 ? original(...given, safe) : original(...given.with(at, safe));
    });
}

/** What a child would have shared with this process it does without. */
function apart(stdio: StdioOptions | undefined): StdioOptions {
  const three = typeof stdio === 'string' ? [stdio, stdio, stdio] : (stdio ?? ['pipe', 'pipe', 'pipe']);
  return three.map(each =>
    each === 'inherit' || each === 0 || isOutput(each) || each === process.stdin ? 'ignore' : each,
  ) as StdioOptions;
}

function wrap(
  owner: Anything,
  name: string,
  make: (original: (...given: Anything[]) => Anything) => (...given: Anything[]) => Anything,
): void {
  owner[name] = Object.assign(make(owner[name].bind(owner)), owner[name]);
}
