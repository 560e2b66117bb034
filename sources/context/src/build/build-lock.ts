import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { startOf } from '@concord/engine';

/** The process that builds a cache. */
export interface Builder {
  readonly pid: number;
  readonly host: string;
  readonly start: string;
  readonly nonce: string;
}

/** The lock of a build. */
export interface BuildLock {
  release(): void;
}

/** Another process has the lock; `holder` is undefined when it just changed. */
export interface HeldLock {
  readonly holder: Builder | undefined;
}

/**
 * Takes the lock of a work directory, or gives its holder. The lock of a dead holder is taken over by a chain of files, each created
 * exclusively after a dead one, so that exactly one of many processes wins.
 */
export function takeBuildLock(work: string): BuildLock | HeldLock {
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

function takeChain(work: string, temporary: string): BuildLock | HeldLock {
  const chain: { readonly path: string; readonly nonce: string }[] = [];
  for (let path = join(work, 'lock'); ; path = join(work, `lock-${chain.at(-1)!.nonce}`)) {
    // A half-written record of a dead holder has no nonce; its position in the chain is used instead.
    const unnamed = '0'.repeat(chain.length + 1);
    const made = make(temporary, path, join(work, `lock-${unnamed}`));
    if (made === 'lost') return { holder: undefined };
    if (made === 'made') {
      // A link that was read may have been released since, so the whole chain is read again.
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

/** Deletes records of dead processes, then the chain from its head on, so that a process that follows it sees the change. */
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

/** Creates a link of the chain atomically. `successor` is the file that another process would create after it while it is empty. */
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
 * Without hard links the file is created first and written then. A process that saw it empty creates its successor and reads this file
 * again; here the file is written and then the successor is looked for. So at least one of the two sees the other and gives up.
 */
export function makeInPlace(record: string, path: string, successor: string): 'made' | 'there' | 'lost' {
  try {
    writeFileSync(path, record, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return 'there';
    throw error;
  }
  if (!existsSync(successor)) return 'made';
  // Emptied again, so that others go on to the successor.
  truncateSync(path);
  return 'lost';
}

/** Undefined when the file was deleted meanwhile. A malformed record counts as that of a holder that died while writing it. */
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
    // A malformed record, for example after a power loss.
  }
  return { pid: 0, host: hostname(), start: '', nonce: unnamed };
}

const NONCE = /^[0-9a-f]{32}$/;

/** Whether a holder is alive. A holder on another host counts as alive. */
function isAlive({ pid, host, start }: Builder): boolean {
  return host !== hostname() || (pid > 0 && startOf(pid) === start);
}
