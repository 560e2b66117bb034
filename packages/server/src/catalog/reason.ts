import { compileRedaction } from '@concord/contract';

const LONGEST_REASON = 500;
/** How much of a message is looked at; more than is shown, because paths get shorter. */
const LOOKED_AT = 4_000;

/** Absolute paths as they stand in messages, of POSIX, of Windows and as file URLs: in quotes, where they may have blanks, or bare. */
const quotedPath = /(?<=(['"`]))(?:file:\/\/|~?\/|[A-Za-z]:[\\/]|\\\\)[^'"`\n]{1,4000}(?=\1)/g;
const barePath = /(?:file:\/\/|(?<![\w.~:/\\-])(?:[A-Za-z]:[\\/]|\\\\|~?\/))[^\s'"`<>|:;,()[\]{}]{1,4000}/g;

/**
 * Why a Source failed, fit for any client: one line, redacted, and of paths only those inside the folder the server works in, written
 * from there. `otherwise` stands in for an error without words.
 */
export function reasonOf(error: unknown, otherwise: string, folder = process.cwd()): string {
  const given = error instanceof Error ? error.message : error;
  if (typeof given !== 'string' || given.trim() === '') return otherwise;
  // Redacted before it is cut: half a secret has no shape to be known by.
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
