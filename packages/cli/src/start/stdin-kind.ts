import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';

/** The kind of this process's standard input. Commands read arguments from a pipe without being asked, and from nothing else. */
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
