import { dirname, isAbsolute, resolve } from 'node:path';
import type { Diagnostic } from './diagnostic.js';
import { type DiagnosticLine, readDiagnosticLine } from './diagnostic-line.js';

export interface ReaderOptions {
  /** Where relative paths begin when no project says otherwise. */
  readonly directory: string;
  /** Whether the output is also that of a program: then only what certainly comes from the build counts. */
  readonly program?: boolean;
}

/** The diagnostics and outputs of a run. */
export interface Findings {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** What was written, from lines such as `App -> /out/App.dll`. */
  readonly outputs: readonly string[];
  readonly elapsed?: string;
}

const LONGEST_LINE = 65_536;
const MOST_KEPT = 10_000;
const MOST_MESSAGE = 16_384;

/** A diagnostic that the next lines may continue. */
interface Open {
  readonly key: string;
  readonly read: DiagnosticLine;
  readonly texts: string[];
  readonly raws: string[];
  readonly projects: Set<string>;
  readonly frameworks: Set<string>;
}

/** Reads output line by line and keeps each diagnostic once, in time linear in the output. */
export class DiagnosticsReader {
  readonly #options: ReaderOptions;
  readonly #found = new Map<string, Open>();
  readonly #outputs = new Set<string>();
  #last: Open | undefined;
  #elapsed: string | undefined;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  push(given: string): void {
    const line = given.length > LONGEST_LINE ? given.slice(0, LONGEST_LINE) : given;
    if (!/error|warn/i.test(line)) return this.#other(line);
    const read = readDiagnosticLine(line);
    if (!read || !this.#counts(read)) return this.#other(line);
    if (this.#continues(read)) {
      this.#last!.texts.push(read.text);
      this.#last!.raws.push(line.trim());
      return;
    }
    this.#take(read, line);
  }

  result(): Findings {
    const all = [...this.#found.values()].map(open => ({ open, diagnostic: this.#toDiagnostic(open) }));
    const distinct = new Map<string, Diagnostic>();
    for (const { diagnostic } of all) {
      const { severity, code, file, line, column, message } = diagnostic;
      const key = JSON.stringify([severity, code, file, line, column, message]);
      const known = distinct.get(key);
      distinct.set(key, known ? merged(known, diagnostic) : diagnostic);
    }
    const diagnostics = [...distinct.values()];
    return {
      errors: diagnostics.filter(each => each.severity === 'error'),
      warnings: diagnostics.filter(each => each.severity === 'warning'),
      outputs: [...this.#outputs],
      ...(this.#elapsed !== undefined && { elapsed: this.#elapsed }),
    };
  }

  /** Whether a line in the output of a program is a diagnostic: it must name a project, MSBuild or a code of the build tools. */
  #counts({ suffix, origin, code = '' }: DiagnosticLine): boolean {
    if (!this.#options.program) return true;
    return suffix !== undefined || origin === 'MSBUILD' || /^(?:MSB|NU|NETSDK)\d/.test(code);
  }

  #take(read: DiagnosticLine, line: string): void {
    const key = keyOf(read, read.text);
    const known = this.#found.get(key);
    const open: Open = known ?? {
      key,
      read,
      texts: [read.text],
      raws: [line.trim()],
      projects: new Set(),
      frameworks: new Set(),
    };
    if (read.suffix) {
      open.projects.add(read.suffix.project);
      if (read.suffix.framework !== undefined) open.frameworks.add(read.suffix.framework);
    }
    if (!known && this.#found.size < MOST_KEPT) this.#found.set(key, open);
    // A repeated diagnostic has its continuation lines already.
    this.#last = known ? undefined : open;
  }

  #continues(read: DiagnosticLine): boolean {
    const last = this.#last;
    if (!last || keyOf(last.read, '') !== keyOf(read, '')) return false;
    return read.text === '' || /^\s/.test(read.text) || read.code === 'MSB4018';
  }

  #other(line: string): void {
    const trimmed = line.trim();
    if (this.#last && /^MSB10\d\d$/.test(this.#last.read.code ?? '') && trimmed.startsWith('Switch:'))
      this.#last.raws.push(trimmed);
    else if (trimmed !== '') this.#last = undefined;
    const arrow = line.indexOf(' -> ');
    if (arrow > 0 && /^\s{0,20}[^\s].{0,200}$/.test(line.slice(0, arrow)))
      this.#outputs.add(line.slice(arrow + 4).trim());
    if (trimmed.startsWith('Time Elapsed ')) this.#elapsed = trimmed.slice('Time Elapsed '.length);
  }

  #toDiagnostic({ read, texts, raws, projects, frameworks }: Open): Diagnostic {
    const { severity, origin, location, code } = read;
    const isTool = origin !== '' && location === undefined && /^[^\s./\\]{1,100}$/.test(origin);
    const [project] = projects;
    const from = project !== undefined && isAbsolute(project) ? dirname(project) : this.#options.directory;
    const file = origin === '' || isTool ? undefined : isWindowsPath(origin) ? origin : resolve(from, origin);
    // NuGet writes the project where others write the file.
    if (project === undefined && file !== undefined && /\.[a-z]{1,10}proj$/i.test(file)) projects.add(file);
    return {
      severity,
      ...(code !== undefined && { code }),
      message: texts.join('\n').trimEnd().slice(0, MOST_MESSAGE),
      ...(file !== undefined && { file }),
      ...location,
      ...(isTool && { tool: origin }),
      projects: [...projects],
      frameworks: [...frameworks],
      raw: raws.join('\n'),
    };
  }
}

function isWindowsPath(path: string): boolean {
  return process.platform !== 'win32' && /^[A-Za-z]:[\\/]/.test(path);
}

function keyOf({ severity, origin, location, code, suffix }: DiagnosticLine, text: string): string {
  return JSON.stringify([severity, origin, location, code, text === '' ? suffix : undefined, text]);
}

function merged(first: Diagnostic, next: Diagnostic): Diagnostic {
  const union = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])];
  return {
    ...first,
    projects: union(first.projects, next.projects),
    frameworks: union(first.frameworks, next.frameworks),
  };
}
