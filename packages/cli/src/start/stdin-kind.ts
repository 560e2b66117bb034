import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';

/** What the standard input of this process is: a command reads piped arguments unasked, and leaves everything else alone. */
export function kindOfInput(): 'terminal' | 'file' | 'pipe' | 'nothing' {
  if (isatty(0)) return 'terminal';
  try {
    const facts = fstatSync(0);
    if (facts.isFile()) return facts.size > 0 ? 'file' : 'nothing';
    return facts.isFIFO() || facts.isSocket() ? 'pipe' : 'nothing';
  } catch {
    return 'nothing';
  }
}
