import type { MadeIn } from '@concord/source-folder';
import type { Flags } from '../parse/flags.js';
import { printJson } from '../print/json.js';
import type { Shell } from '../shell.js';

/** Tells what was made and what was there already, and what could be done next. */
export async function printMade(shell: Shell, flags: Flags, made: MadeIn, next: string): Promise<void> {
  const { projectRoot, created, skipped, updated } = made;
  if (flags.json) return printJson(shell, flags, { projectRoot, created, skipped, updated });
  const lines = [
    ...created.map(path => `Created ${path}`),
    ...updated.map(path => `Updated ${path}`),
    ...skipped.map(path => `Skipped ${path}: it is there already`),
  ];
  await shell.stdout(lines.map(line => `${line}\n`).join(''));
  if (!flags.quiet) await shell.stderr(`next: ${next}\n`);
}
