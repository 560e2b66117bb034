import { realpath } from 'node:fs/promises';
import { replaceFile } from '@concord/engine';
import type { Fault } from '../../check/rules.js';
import { type FileText, readText } from '../read-text.js';

const MOST_BYTES = 4_194_304;

/** A change of a project's text: gives the new text and whether it differs, or why the change cannot be made. */
export type Change = (text: string) => Edited | { readonly fault: string };

export interface Edited {
  readonly text: string;
  readonly changed: boolean;
}

/**
 * Changes a project file: the new text is written beside it and takes its place, with its permissions.
 * Gives whether anything changed, or a fault of the parameter `project`, whose resolved value is `path`.
 */
export async function editFile(
  path: string,
  change: Change,
  given = path,
): Promise<{ readonly changed: boolean } | Fault> {
  const read = await readText(path, MOST_BYTES);
  if (!('text' in read)) return refusals[read.fault](given);
  const edited = change(read.text);
  if ('fault' in edited) return invalid(`is not an MSBuild project: ${edited.fault}`, given);
  // A link stays a link: its target is replaced.
  if (edited.changed) await replaceFile(await realpath(path), edited.text, { mode: read.mode });
  return { changed: edited.changed };
}

const invalid = (why: string, given: string): Fault => ({
  reason: 'invalid format',
  message: `Parameter 'project' names a file that cannot be edited: '${given}' ${why}`,
});

const refusals: Readonly<Record<Extract<FileText, { fault: string }>['fault'], (given: string) => Fault>> = {
  missing: given => ({ reason: 'not found', message: `Project file not found: ${given}` }),
  'not a file': given => invalid('is not a file', given),
  'too large': given => invalid('is larger than 4 MiB', given),
  'not UTF-8': given => invalid('is not encoded in UTF-8', given),
  unreadable: given => invalid('cannot be read', given),
};
