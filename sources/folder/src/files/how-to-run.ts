import { closeSync, existsSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { shown } from '../project/findings.js';
import { extensionOf } from './file-names.js';
import { programIn } from './find-program.js';
import { interpreterLine, LONGEST_LINE, lookedForByEnv } from './interpreter-line.js';

/** How a file is run. An interpreter gets the file's path after its `args`. */
export type HowToRun =
  | { readonly kind: 'self' }
  | { readonly kind: 'interpreter'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'module' }
  | { readonly kind: 'none'; readonly reason: string };

/**
 * Decides how a file is run, from its mode and its first bytes. `seen` is its current state, where the caller has it. Nothing is
 * cached, so that it can be asked before each run.
 */
export function howToRun(file: string, seen?: Stats): HowToRun {
  try {
    const stats = seen ?? statSync(file);
    if (!stats.isFile()) return none('it is not a regular file');
    const name = basename(file);
    const isExecutable = hasExecuteBit(stats.mode);
    return decide(name, isExecutable, needsHead(name, isExecutable) ? headOf(file) : Buffer.alloc(0));
  } catch (error) {
    return none(`it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`);
  }
}

/** Whether a mode has an execute bit. Always false on Windows. */
export function hasExecuteBit(mode: number): boolean {
  return process.platform !== 'win32' && (mode & 0o111) !== 0;
}

/** Whether the first bytes matter for how a file is run. */
export function needsHead(name: string, isExecutable: boolean): boolean {
  return !isExecutable || isModuleName(name);
}

/** The same decision from known facts; `head` is at least the first 256 bytes of a file for which `needsHead` is true. */
export function decide(name: string, isExecutable: boolean, head: Buffer): HowToRun {
  const extension = extensionOf(name);
  if (process.platform === 'win32' && windows[extension] !== undefined) return windows[extension];
  if (isExecutable && !modules.has(extension)) return { kind: 'self' };
  const line = interpreterLine(head);
  if (line === undefined) {
    // The system cannot run it without `#!`, with or without an execute bit; we can.
    if (modules.has(extension)) return { kind: 'module' };
    if (shells.has(extension)) return { kind: 'interpreter', command: shell(), args: [] };
    return none('it has neither the execute bit nor a `#!` line');
  }
  if (isExecutable) return { kind: 'self' };
  if ('fault' in line) return none(line.fault);
  const fault = firstLineFault(head);
  return fault === undefined ? { kind: 'interpreter', ...line } : none(fault);
}

/** Why the system cannot run a script by its `#!` line; undefined when it can, or there is none. `head` is as for `decide`. */
function firstLineFault(head: Buffer): string | undefined {
  const line = interpreterLine(head);
  if (line === undefined) return undefined;
  if ('fault' in line) return line.fault;
  if (!line.command.startsWith('/') || existsSync(line.command)) return undefined;
  return `the program of its \`#!\` line, ${shown(line.command)}, is not there`;
}

/** Like `firstLineFault`, and also checks that a program that `env` or we look up is on the PATH. */
export function startFault(head: Buffer, isExecutable = true): string | undefined {
  const line = interpreterLine(head);
  if (line === undefined || 'fault' in line) return firstLineFault(head);
  const isNamed = line.command.includes('/');
  // The system does not search the PATH for the interpreter.
  if (!isNamed && isExecutable) return `its \`#!\` line names ${shown(line.command)} without its path`;
  const lookedFor = isNamed ? lookedForByEnv(line) : line.command;
  if (lookedFor === undefined || programIn(process.env.PATH ?? '', lookedFor) !== null) return firstLineFault(head);
  return `the program of its \`#!\` line, ${shown(lookedFor)}, is not on the PATH`;
}

/** Why a file could not be started. The system reports a missing interpreter as a missing script; this names the interpreter. */
export function whyNotStarted(
  file: string,
  { code, message }: { readonly code: string; readonly message: string },
): string {
  try {
    return (code === 'ENOENT' ? startFault(headOf(file)) : undefined) ?? message;
  } catch {
    return message;
  }
}

/** Whether a file of this name can be a module. */
export function isModuleName(name: string): boolean {
  return modules.has(extensionOf(name));
}

const modules: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts']);
const shells: ReadonlySet<string> = new Set(['.sh', '.bash']);

/** How Windows runs files, by extension. */
const windows: Readonly<Record<string, HowToRun>> = {
  '.exe': { kind: 'self' },
  '.cmd': { kind: 'interpreter', command: 'cmd.exe', args: ['/d', '/c'] },
  '.bat': { kind: 'interpreter', command: 'cmd.exe', args: ['/d', '/c'] },
  '.ps1': { kind: 'interpreter', command: 'powershell.exe', args: ['-NoProfile', '-NonInteractive', '-File'] },
};

function headOf(file: string): Buffer {
  const head = Buffer.alloc(LONGEST_LINE);
  const descriptor = openSync(file, 'r');
  try {
    return head.subarray(0, readSync(descriptor, head, 0, head.length, 0));
  } finally {
    closeSync(descriptor);
  }
}

function none(reason: string): HowToRun {
  return { kind: 'none', reason };
}

let foundShell: string | undefined;

/** The path of bash, or of sh where there is no bash. */
export function shell(): string {
  foundShell ??= findProgram('bash') ?? findProgram('sh') ?? '/bin/sh';
  return foundShell;
}

function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/bin'];
  return folders
    .filter(folder => folder.startsWith('/'))
    .map(folder => join(folder, name))
    .find(path => existsSync(path));
}
