import { randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/**
 * Takes the lock of a work directory, or tells who has it. One whose holder died is taken over along a chain of files, each made
 * exclusively behind a dead one, so that of many takers exactly one wins.
 */
export function takeBuildLock(work: string): BuildLock | { readonly holder: Builder | undefined } {
  const own: Builder = {
    pid: process.pid,
    host: hostname(),
    start: startOf(process.pid) ?? '',
    nonce: randomBytes(16).toString('hex'),
  };
  const temporary = join(work, `taking-${own.pid}-${own.nonce}`);
  writeFileSync(temporary, JSON.stringify(own), { flag: 'wx', mode: 0o600 });
  try {
    return takeChain(work, temporary, own);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function takeChain(
  work: string,
  temporary: string,
  own: Builder,
): BuildLock | { readonly holder: Builder | undefined } {
  const chain: { readonly path: string; readonly nonce: string }[] = [];
  for (let path = join(work, 'lock'); ; path = join(work, `lock-${chain.at(-1)!.nonce}`)) {
    if (linked(temporary, path)) {
      // A loser that withdrew and died looks like a dead holder to one who read its file just before: so all is read again.
      if (!chain.every(link => readBuilder(link.path)?.nonce === link.nonce)) {
        rmSync(path, { force: true });
        return { holder: undefined };
      }
      return { release: () => release(work, [...chain.map(link => link.path), path], own) };
    }
    const holder = readBuilder(path);
    if (holder === undefined || isAlive(holder)) return { holder };
    chain.push({ path, nonce: holder.nonce });
  }
}

/** From the head on: whoever still follows the chain finds that it changed. What takers that died left goes too. */
function release(work: string, paths: readonly string[], own: Builder): void {
  for (const path of paths) rmSync(path, { force: true });
  for (const name of readdirSync(work)) {
    const [, pid] = /^taking-([0-9]{1,10})-[0-9a-f]{32}$/.exec(name) ?? [];
    if (pid !== undefined && (Number(pid) === own.pid || startOf(Number(pid)) === undefined))
      rmSync(join(work, name), { force: true });
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error;
  }
  // Where there are no links, the file is made in place.
  try {
    writeFileSync(to, readFileSync(from), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Undefined when the file went away in between; a file that makes no sense is of a holder that is dead. */
function readBuilder(path: string): Builder | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { pid, host, start, nonce } = JSON.parse(text) as Record<string, unknown>;
    if (
      Number.isInteger(pid) &&
      typeof host === 'string' &&
      typeof nonce === 'string' &&
      /^[0-9a-f]{1,64}$/.test(nonce)
    )
      return { pid: pid as number, host, start: String(start), nonce };
  } catch {
    // What a power loss left is no record.
  }
  return { pid: 0, host: hostname(), start: '', nonce: '0' };
}

/** A holder on another host cannot be looked at, and counts as alive. */
function isAlive({ pid, host, start }: Builder): boolean {
  return host !== hostname() || (pid > 0 && startOf(pid) === start);
}
