import { appendFileSync } from 'node:fs';
import { appendFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject, Problem } from '@concord/contract';
import { makeFolder, makePrivateFolder } from '../files/make-folder.js';
import type { Limits } from '../limits/limits.js';

/** What is kept of a call. Never contents. */
export interface CallRecord {
  readonly timestamp: string;
  readonly server?: string;
  readonly tool: string;
  readonly requestId: string;
  /** The name of the account that called; where nobody asked for one, the way the call came. */
  readonly caller: string;
  /** The way it came, where `caller` is a name. */
  readonly transport?: string;
  readonly status: 'success' | 'error';
  readonly state: string;
  readonly durationMs: number;
  readonly kinds: readonly string[];
  readonly bytes: number;
  readonly redactions: number;
  readonly truncated: boolean;
  /** Present when the result left unredacted. */
  readonly unredacted?: boolean;
  /** Microseconds that each stage took, but for the last, which writes this down. */
  readonly stages?: StageTimes;
  /** Milliseconds it waited, by what for: a place to work in, a lock, the same call under way elsewhere. */
  readonly waits?: Readonly<Record<string, number>>;
  /** What decided a failure, as far as that is no content: the limit, the lock and its holder, the deadline. */
  readonly why?: JsonObject;
  /** The server that does the work, where that is another one. */
  readonly upstream?: string;
  /** The process of several that served it. */
  readonly replica?: string;
  /** What whoever admitted it adds: the budget, limits that were met, whether the answer is a repeated one. */
  readonly notes?: JsonObject;
}

export type StageName = 'correlate' | 'validate' | 'admit' | 'run' | 'settle' | 'redact' | 'bound';
export type StageTimes = { readonly [Name in StageName]?: number };

/** Takes records of calls. */
export interface Records {
  /** Whether any are kept: what only a record needs is measured only then. */
  readonly isKept: boolean;
  /**
   * Adds the record of a call, which never fails. Where the answer has to wait until it is kept, gives a promise: of nothing once it is, or
   * of the problem that kept it from being so.
   */
  add(record: CallRecord, isReadOnly: boolean): undefined | Promise<{ readonly problem: Problem } | undefined>;
  /** Writes what is waiting. */
  flush(): Promise<void>;
}

export interface RecordsOptions {
  /** The state folder; undefined keeps no records. */
  readonly folder: string | undefined;
  readonly limits: Pick<Limits, 'recordFileBytes' | 'maxQueuedRecords'>;
  readonly warn: (message: string) => void;
}

/** Keeps nothing. */
const noRecords: Records = { isKept: false, add: () => undefined, flush: async () => {} };

/** Records of this time are written together. */
const GATHER_MS = 100;

const FILE = 'calls.jsonl';
const OLDER_FILE = 'calls.1.jsonl';

/** Opens the records of this user: one JSON line per call, in the state folder. Adding one never waits. */
export function openRecords({ folder, limits, warn }: RecordsOptions): Records {
  if (folder === undefined) return noRecords;
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
    isKept: true,
    add: record => {
      if (!usable || waiting.length >= limits.maxQueuedRecords) return undefined;
      atExit(writeAtExit);
      // Written down later, when no caller waits for it.
      waiting.push(record);
      if (waiting.length === 1) setTimeout(flush, GATHER_MS).unref();
      return undefined;
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
