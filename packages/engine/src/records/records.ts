import { appendFileSync } from 'node:fs';
import { appendFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, makePrivateFolder } from '../files/make-folder.js';
import type { Limits } from '../limits/limits.js';

/** What is kept of a call. Never contents. */
export interface CallRecord {
  readonly timestamp: string;
  readonly server?: string;
  readonly tool: string;
  readonly requestId: string;
  readonly caller: string;
  readonly status: 'success' | 'error';
  readonly state: string;
  readonly durationMs: number;
  readonly kinds: readonly string[];
  readonly bytes: number;
  readonly redactions: number;
  readonly truncated: boolean;
  /** Present when the result left unredacted. */
  readonly unredacted?: boolean;
}

/** Takes records of calls. Adding one never fails and never waits. */
export interface Records {
  add(record: CallRecord): void;
  /** Writes what is waiting. */
  flush(): Promise<void>;
}

export interface RecordsOptions {
  /** The state folder; undefined keeps no records. */
  readonly folder: string | undefined;
  readonly limits: Pick<Limits, 'recordFileBytes' | 'maxQueuedRecords'>;
  readonly warn: (message: string) => void;
}

/** Records of this time are written together. */
const GATHER_MS = 100;

const FILE = 'calls.jsonl';
const OLDER_FILE = 'calls.1.jsonl';

/** Opens the records of this user: one JSON line per call, in the state folder. */
export function openRecords({ folder, limits, warn }: RecordsOptions): Records {
  if (folder === undefined) return { add: () => {}, flush: async () => {} };
  const file = join(folder, FILE);
  let waiting: CallRecord[] = [];
  let writing: Promise<void> | undefined;
  let usable = true;

  const writeWaiting = async () => {
    while (waiting.length > 0) {
      const lines = linesOf(waiting);
      waiting = [];
      makePrivateFolder(folder);
      await rotate(file, join(folder, OLDER_FILE), limits.recordFileBytes);
      await appendFile(file, lines, { mode: 0o600 });
    }
  };
  const flush = () => {
    writing ??= writeWaiting()
      .catch(error => {
        usable = false;
        waiting = [];
        warn(`call records are off: ${folder} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'error'})`);
      })
      .finally(() => {
        writing = undefined;
      });
    return writing;
  };
  const writeAtExit = () => {
    try {
      if (!usable || waiting.length === 0) return;
      makeFolder(folder);
      appendFileSync(file, linesOf(waiting), { mode: 0o600 });
    } catch {
      // The process ends: there is nobody left to warn.
    }
  };

  return {
    add: record => {
      if (!usable || waiting.length >= limits.maxQueuedRecords) return;
      atExit(writeAtExit);
      // Written down later, when no caller waits for it.
      waiting.push(record);
      if (waiting.length === 1) setTimeout(flush, GATHER_MS).unref();
    },
    flush,
  };
}

function linesOf(records: readonly CallRecord[]): string {
  return records.map(record => `${JSON.stringify(record)}\n`).join('');
}

const lastWrites = new Set<() => void>();

/** Calls a function when the process ends, with one listener for all of them. */
function atExit(write: () => void): void {
  if (lastWrites.size === 0)
    process.once('exit', () => {
      for (const each of lastWrites) each();
    });
  lastWrites.add(write);
}

async function rotate(file: string, older: string, limit: number): Promise<void> {
  const size = await stat(file).then(
    found => found.size,
    () => 0,
  );
  // Another process may have rotated in between: then there is nothing to move.
  if (size >= limit) await rename(file, older).catch(() => {});
}
