import { relative, sep } from 'node:path';
import type { Diagnostic } from './items.js';

/** Where a finding is, and what to do about it. */
export interface Place {
  /** Absolute. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly hint?: string | undefined;
}

/** Collects diagnostics while a project is read. */
export class Findings {
  readonly #root: string;
  readonly #found: Diagnostic[] = [];

  constructor(root: string) {
    this.#root = root;
  }

  add(level: Diagnostic['level'], section: Diagnostic['section'], message: string, place: Place = {}): void {
    const { file, line, hint } = place;
    this.#found.push({
      level,
      section,
      message,
      ...(file !== undefined && { file: this.name(file) }),
      ...(line !== undefined && { line }),
      ...(hint !== undefined && { hint }),
    });
  }

  error(section: Diagnostic['section'], message: string, place?: Place): undefined {
    this.add('error', section, message, place);
  }

  warn(section: Diagnostic['section'], message: string, place?: Place): undefined {
    this.add('warning', section, message, place);
  }

  /** A path for messages: relative to the project where it is inside, in printable characters. */
  name(file: string): string {
    return shown(pathBelow(this.#root, file));
  }

  /** All diagnostics, sorted by file and line. */
  sorted(): readonly Diagnostic[] {
    return [...this.#found].sort(
      (a, b) => compare(a.file ?? '', b.file ?? '') || (a.line ?? 0) - (b.line ?? 0) || compare(a.message, b.message),
    );
  }
}

/** A path below a folder, with `/` between its parts; the path itself when it is not below. */
export function pathBelow(folder: string, file: string): string {
  const path = relative(folder, file);
  if (path === '') return '.';
  return path === '..' || path.startsWith(`..${sep}`) ? file : path.split(sep).join('/');
}

/** Text from outside made safe for a message: one line, printable, bounded in length. */
export function shown(text: string): string {
  const short = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return short.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, escaped);
}

function escaped(character: string): string {
  return `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`;
}

/** Compares names by code unit, so that the order is the same on every machine. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
