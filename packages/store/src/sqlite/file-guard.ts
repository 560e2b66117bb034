import { rmdirSync } from 'node:fs';
import { type AcquireRequest, type Conflict, createLocks, type Lease, type Locks } from '@concord/engine';
import { StoreFailure } from '../failure/store-failure.js';
import { type LibraryName, SqliteError, sqliteCodes } from './library.js';

/** How long a process waits for others to end their transaction. */
const longestWaitMs = 10_000;

/** Keeps processes that use one file from getting in each other's way. */
export interface FileGuard {
  /** Does work while nobody else does something that excludes it. */
  within<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Does something that another process may keep from happening for a moment. */
  unlessBusy(work: () => void): Promise<void>;
  close(): Promise<void>;
}

/**
 * The two libraries do not know each other's locks, and that of `node-sqlite3-wasm` is a folder, which stays when a process is killed.
 * So whoever uses Node's library has the file's key as a reader while it is open; whoever uses the other one has it as a writer for
 * each batch, alone, and may remove a folder that was left.
 */
export async function openGuard(
  path: string,
  library: LibraryName,
  warn: (message: string) => void,
): Promise<FileGuard> {
  const locks = createLocks({ directory: `${path}.locks`, onWarning: warn });
  return library === 'node' ? sharedGuard(path, locks) : exclusiveGuard(path, locks);
}

async function sharedGuard(path: string, locks: Locks): Promise<FileGuard> {
  const lease = await take(path, locks, 'read');
  return { within: work => work(), unlessBusy: retried, close: () => lease.release() };
}

function exclusiveGuard(path: string, locks: Locks): FileGuard {
  return {
    async within(work) {
      const lease = await take(path, locks, 'write');
      try {
        removeLeftLock(path);
        return await work();
      } finally {
        await lease.release();
      }
    },
    unlessBusy: async work => work(),
    close: async () => {},
  };
}

async function take(path: string, locks: Locks, mode: 'read' | 'write'): Promise<Lease> {
  const request: AcquireRequest = { keys: [{ key: path, mode }], operation: 'store', target: path };
  const lease: Lease | Conflict = await locks.acquire(request, { waitMs: longestWaitMs });
  if (lease.held) return lease;
  throw new StoreFailure(
    'in-use',
    `The store ${path} is in use by process ${lease.holder.pid}, which runs another version of Node`,
    'Run all that use one file with the same version of Node, or end that process.',
  );
}

function removeLeftLock(path: string): void {
  try {
    rmdirSync(`${path}.lock`);
  } catch {
    // There is none, as a rule.
  }
}

async function retried(work: () => void): Promise<void> {
  const until = performance.now() + longestWaitMs;
  for (let wait = 1; ; wait = Math.min(20, wait * 1.5)) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof SqliteError && error.code === sqliteCodes.busy) || performance.now() > until) throw error;
    }
    // Not waited for in SQLite, which would hold up everything else in this process.
    await new Promise(resolve => setTimeout(resolve, wait * (0.5 + Math.random())));
  }
}
