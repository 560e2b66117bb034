import { appendFile, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '@concord/engine';
import { codeOf } from '../../files/file-system.js';
import { pathBelow } from '../../project/findings.js';

/** Something cannot be made. The message says why, and the hint what to do. */
export class CannotMake extends Error {
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** A file to make, by its absolute path. */
export interface PlannedFile {
  readonly path: string;
  readonly content: string;
  readonly isExecutable?: boolean;
}

/** The created, skipped and updated files, by their paths below the root. */
export interface Made {
  readonly created: readonly string[];
  readonly skipped: readonly string[];
  readonly updated: readonly string[];
}

/** The combined results of several steps. */
export function together(...all: readonly Made[]): Made {
  return {
    created: all.flatMap(({ created }) => created),
    skipped: all.flatMap(({ skipped }) => skipped),
    updated: all.flatMap(({ updated }) => updated),
  };
}

/** Creates the files that do not exist. Existing files stay unchanged. Throws CannotMake. */
export async function makeMissing(root: string, files: readonly PlannedFile[]): Promise<Made> {
  const created: string[] = [];
  const skipped: string[] = [];
  for (const file of files) {
    const name = pathBelow(root, file.path);
    (await isNew(file, name)) ? created.push(name) : skipped.push(name);
  }
  return { created, skipped, updated: [] };
}

async function isNew({ path, content, isExecutable = false }: PlannedFile, name: string): Promise<boolean> {
  const mode = isExecutable ? 0o755 : 0o644;
  try {
    await makePlace(dirname(path), name);
    await writeFile(path, content, { flag: 'wx', mode });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw cannotWrite(name, error);
  }
}

/** The error for a file that could not be written. */
export function cannotWrite(name: string, error: unknown): CannotMake {
  if (error instanceof CannotMake) return error;
  const isTaken = ['EEXIST', 'ENOTDIR'].includes(codeOf(error));
  const why = isTaken ? 'a file is in the place of its folder' : codeOf(error);
  return new CannotMake(`${name} cannot be written (${why})`, 'Let its folder be one that you may write to');
}

/** Creates a folder. Throws CannotMake for one behind a link, because discovery would not scan it. */
async function makePlace(folder: string, name: string): Promise<void> {
  try {
    makeFolder(folder, 0o755);
  } catch (error) {
    throw cannotWrite(name, error);
  }
  if ((await realpath(folder)) !== folder)
    throw new CannotMake(`${name} would lie behind a symbolic link`, 'Replace the link by a folder');
}

/** Adds the lines that a file does not have yet; creates the file when it does not exist. */
export async function addLines(root: string, path: string, lines: readonly string[]): Promise<Made> {
  const name = pathBelow(root, path);
  try {
    const before = await readFile(path, 'utf8').catch(error => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (before === undefined) return makeMissing(root, [{ path, content: `${lines.join('\n')}\n` }]);
    const present = new Set(before.split(/\r?\n/).map(line => line.trim()));
    const missing = lines.filter(line => !present.has(line));
    if (missing.length === 0) return { created: [], skipped: [name], updated: [] };
    await appendFile(path, `${before === '' || before.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`);
    return { created: [], skipped: [], updated: [name] };
  } catch (error) {
    throw cannotWrite(name, error);
  }
}

/** Makes a folder for a project and gives its canonical path. Throws CannotMake. */
export async function makeRoot(path: string): Promise<string> {
  try {
    makeFolder(path, 0o755);
    return await realpath(path);
  } catch (error) {
    const why = codeOf(error) === 'EEXIST' ? 'it is a file' : codeOf(error);
    throw new CannotMake(`${path} cannot be made a project (${why})`, 'Name a folder that you may write to');
  }
}
