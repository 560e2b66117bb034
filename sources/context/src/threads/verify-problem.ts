import { compareUtf8 } from '../words/utf8-order.js';

/** Everything that can be wrong with a cache, in the order it is reported. */
export const checks = [
  'manifest',
  'format',
  'count',
  'order',
  'cache_version',
  'file_path',
  'file_name',
  'document_missing',
  'document_unreadable',
  'document_json',
  'document_id',
  'document_version',
  'document_hash',
  'orphan',
  'index',
] as const;

export type Check = (typeof checks)[number];

export interface VerifyProblem {
  readonly check: Check;
  readonly file: string;
  readonly id: string;
}

/** The order in which problems are reported: by check, then by file, then by id. */
export function compareProblems(one: VerifyProblem, other: VerifyProblem): number {
  return (
    checks.indexOf(one.check) - checks.indexOf(other.check) ||
    compareUtf8(one.file, other.file) ||
    compareUtf8(one.id, other.id)
  );
}
