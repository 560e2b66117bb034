import type { Rule } from '../rules/rule.js';
import type { ReadLimits, ReadResult } from './read-file.js';
import type { LanguageFaults } from './rule-book.js';
import type { WalkedFile } from './walk.js';

/** What a worker is started with. */
export interface WorkerStart {
  readonly rules: readonly Rule[];
  readonly limits: ReadLimits;
  /** Where the worker says what it is at: the number of the file, and a count that changes with every rule. */
  readonly progress: SharedArrayBuffer;
}

/** Files to scan, each with its number. */
export type WorkerTask = readonly (readonly [number: number, file: WalkedFile])[];

/** What a file came to, or that a task is done, or that another worker must go on with it. */
export type WorkerAnswer =
  | { readonly number: number; readonly result: ReadResult }
  | { readonly done: boolean; readonly faults: readonly LanguageFaults[] };
