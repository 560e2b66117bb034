import { statfsSync } from 'node:fs';
import { type FailureReason, StoreFailure } from '../failure/store-failure.js';
import { SqliteError, sqliteCodes } from './library.js';

interface Words {
  readonly reason: FailureReason;
  readonly says: (path: string) => string;
  readonly next: string;
}

const atPath = 'See whether the folder exists and this user may write there, or give another path: --store sqlite:PATH';

const words: Readonly<Record<number, Words>> = {
  [sqliteCodes.busy]: {
    reason: 'away',
    says: path => `The store ${path} was kept busy by another process for too long`,
    next: 'Try again; if it stays so, find the process that holds the file.',
  },
  [sqliteCodes.readOnly]: { reason: 'read-only', says: path => `The store ${path} cannot be written`, next: atPath },
  [sqliteCodes.inputOutput]: {
    reason: 'away',
    says: path => `The disk of the store ${path} gave an error`,
    next: 'See what the system says about that disk.',
  },
  [sqliteCodes.corrupt]: {
    reason: 'not-a-store',
    says: path => `The store ${path} is damaged`,
    next: 'Move the file away and start anew, or bring back a copy.',
  },
  [sqliteCodes.full]: {
    reason: 'full',
    says: path => `The disk of the store ${path} is full`,
    next: 'Make room on it: nothing that was acknowledged is lost, and work goes on by itself then.',
  },
  [sqliteCodes.cannotOpen]: { reason: 'bad-address', says: path => `The store ${path} cannot be opened`, next: atPath },
  [sqliteCodes.notADatabase]: {
    reason: 'not-a-store',
    says: path => `The file ${path} is not a store`,
    next: 'Give another path: --store sqlite:PATH',
  },
};

/** What an error of SQLite means to whoever uses the store; any other error as it is. */
export function sqliteFailure(error: unknown, path: string): unknown {
  if (!(error instanceof SqliteError)) return error;
  const found = words[error.code === sqliteCodes.inputOutput && isDiskFull(path) ? sqliteCodes.full : error.code];
  return found ? new StoreFailure(found.reason, found.says(path), found.next) : error;
}

/** One of the libraries tells of a full disk as of any other error of the disk. */
function isDiskFull(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize < 262_144;
  } catch {
    return false;
  }
}
