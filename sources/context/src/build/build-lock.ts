import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { startOf } from '@concord/engine';

/** Who builds a cache. */
export interface Builder {
  readonly pid: number;
  readonly host: string;
  readonly start: string;
  readonly nonce: string;
}

/** The right to build, until it is given back. */
export interface BuildLock {
  release(): void;
}

/** Somebody else has it; undefined when it changed hands just now. */
export interface Held {
  readonly holder: Builder | undefined;
}

/**
 * Takes the lock of a work directory, or tells who has it. One whose holder died is taken over along a chain of files, each made
 * exclusively behind a dead one, so that of many takers exactly one wins.
 */
export function takeBuildLock(work: string): BuildLock | Held {
  const own: Builder = {
    pid: process.pid,
    host: hostname(),
    start: startOf(process.pid) ?? '',
    nonce: randomBytes(16).toString('hex'),
  };
  const temporary = join(work, `taking-${own.nonce}`);
  writeFileSync(temporary, JSON.stringify(own), { flag: 'wx', mode: 0o600 });
  try {
    return takeChain(work, temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function takeChain(work: string, temporary: string): BuildLock | Held {
  const chain: { readonly path: string; readonly nonce: string }[] = [];
  for (let path = join(work, 'lock'); ; path = join(work, `lock-${chain.at(-1)!.nonce}`)) {
    // What a dead holder left half written has no name of its own; it gets one by its place in the chain.
    const unnamed = '0'.repeat(chain.length + 1);
    const made = make(temporary, path, join(work, `lock-${unnamed}`));
    if (made === 'lost') return { holder: undefined };
    if (made === 'made') {
      // One that read a link before it was released would follow a chain that is no more: so all is read again.
      if (chain.every((link, depth) => readBuilder(link.path, '0'.repeat(depth + 1))?.nonce === link.nonce))
        return { release: () => release(work, [...chain.map(link => link.path), path]) };
      rmSync(path, { force: true });
      return { holder: undefined };
    }
    const holder = readBuilder(path, unnamed);
    if (holder === undefined || isAlive(holder)) return { holder };
    chain.push({ path, nonce: holder.nonce });
  }
}

/** From the head on, so that whoever still follows the chain finds that it changed; before that, what others left who died. */
function release(work: string, paths: readonly string[]): void {
  try {
    for (const name of readdirSync(work)) {
      const path = join(work, name);
      if (!/^(?:lock|taking)-[0-9a-f]{1,64}$/.test(name) || paths.includes(path)) continue;
      const left = readBuilder(path, '0');
      if (left && !isAlive(left)) rmSync(path, { force: true });
    }
  } finally {
    for (const path of paths) rmSync(path, { force: true });
  }
}

/** Makes a link of the chain, whole at once. `successor` is what a taker would make behind it while it is empty. */
function make(temporary: string, path: string, successor: string): 'made' | 'there' | 'lost' {
  try {
    linkSync(temporary, path);
    return 'made';
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return 'there';
    if (!withoutLinks.has(code)) throw error;
  }
  return makeInPlace(readFileSync(temporary, 'utf8'), path, successor);
}

const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Where there are no hard links the file is made first and written then. A taker that saw it empty puts its own behind it and reads
 * this one again; here it is written and then looked behind. So at least one of the two sees the other, and gives way.
 */
export function makeInPlace(record: string, path: string, successor: string): 'made' | 'there' | 'lost' {
  try {
    writeFileSync(path, record, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return 'there';
    throw error;
  }
  if (!existsSync(successor)) return 'made';
  // Empty again: others go on to the one behind it, as they would have without us.
  truncateSync(path);
  return 'lost';
}

/** Undefined when the file went away in between; one that makes no sense is of a holder that died while it wrote. */
function readBuilder(path: string, unnamed: string): Builder | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { pid, host, start, nonce } = JSON.parse(text) as Record<string, unknown>;
    if (Number.isInteger(pid) && typeof host === 'string' && typeof nonce === 'string' && NONCE.test(nonce))
      return { pid: pid as number, host, start: String(start), nonce };
  } catch {
    // What a power loss left is no record.
  }
  return { pid: 0, host: hostname(), start: '', nonce: unnamed };
}

const NONCE = /^[0-9a-f]{32}$/;

/** A holder on another host cannot be looked at, and counts as alive. */
function isAlive({ pid, host, start }: Builder): boolean {
  return host !== hostname() || (pid > 0 && startOf(pid) === start);
}
