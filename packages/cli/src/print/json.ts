import type { Flags } from '../command/flags.js';
import type { Shell } from '../start/process-shell.js';

/** A document as it is printed: two spaces of indent, or one line where that was asked for; with its newline. */
export function jsonText(flags: Flags, document: unknown): string {
  return `${JSON.stringify(document, null, flags.compact ? undefined : 2)}\n`;
}

/** Prints exactly one document and a newline. */
export function printJson(shell: Shell, flags: Flags, document: unknown): Promise<void> {
  return shell.stdout(jsonText(flags, document));
}

/** Prints a text that has no document of its own; with `--json` it is the one member of one. */
export function printText(shell: Shell, flags: Flags, text: string): Promise<void> {
  return flags.json ? printJson(shell, flags, { text }) : shell.stdout(text);
}
