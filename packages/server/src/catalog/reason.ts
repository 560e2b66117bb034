import { compileRedaction } from '@concord/contract';

const LONGEST_REASON = 500;
/** How much of a message is processed; more than is shown, because replacing paths makes it shorter. */
const LOOKED_AT = 4_000;

/** Absolute paths as they stand in messages, of POSIX, of Windows and as file URLs: in quotes, where they may have blanks, or bare. */
const quotedPath = /(?<=(['"`]))(?:file:\/\/|~?\/|[A-Za-z]:[\\/]|\\\\)[^'"`\n]{1,4000}(?=\1)/g;
const barePath = /(?:file:\/\/|(?<![\w.~:/\\-])(?:[A-Za-z]:[\\/]|\\\\|~?\/))[^\s'"`<>|:;,()[\]{}]{1,4000}/g;

/**
 * The message of an error as any client may read it: one line, redacted, with paths inside the folder of the server written relative to
 * that and all others left out. Gives `otherwise` for an error without a message.
 */
export function reasonOf(error: unknown, otherwise: string, folder = process.cwd()): string {
  const given = error instanceof Error ? error.message : error;
  if (typeof given !== 'string' || given.trim() === '') return otherwise;
  // Redacted before it is cut: half a secret would not be recognised.
  const { text } = compileRedaction({}).text(given);
  const shown = (path: string) => inside(path, folder);
  const line = text
    .slice(0, LOOKED_AT)
    .replace(quotedPath, shown)
    .replace(barePath, shown)
    .replace(/\s{1,4000}/g, ' ');
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line;
}

function inside(path: string, folder: string): string {
  const plain = path.replace(/^file:\/\//, '');
  const nested = folder.length > 1 && plain.startsWith(`${folder}/`) && !plain.includes('/../');
  return nested ? plain.slice(folder.length + 1) : '[path]';
}
