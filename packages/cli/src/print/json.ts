import type { Json } from '@concord/contract';
import type { Flags } from '../parse/flags.js';
import type { Shell } from '../shell.js';

/** Prints exactly one document and a newline. */
export function printJson(shell: Shell, flags: Flags, document: unknown): Promise<void> {
  return shell.stdout(`${JSON.stringify(document as Json, null, flags.compact ? undefined : 2)}\n`);
}
