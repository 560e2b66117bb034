import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { howToRun } from '../files/how-to-run.js';
import { unsafe } from '../files/safety.js';
import { failureOf } from '../read/read-failure.js';

/** The command that starts a program of a project. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** The command for a file inside `within`. Fails with the reason when it must not or cannot be run. */
export function programOf(file: string, within: string, root: string): Program {
  const danger = unsafe(file, canonicalFolder(within), root);
  if (danger !== undefined) throw failureOf('forbidden', `${relative(root, file)} is not run: it ${danger}`);
  const how = howToRun(file);
  switch (how.kind) {
    case 'self':
      return { command: file, args: [] };
    case 'interpreter':
      return { command: how.command, args: [...how.args, file] };
    case 'module':
      return { command: process.execPath, args: [file] };
    case 'none':
      throw failureOf('io', `${relative(root, file)} cannot be run: ${how.reason}`);
  }
}

/** The canonical path of a folder; the path itself when it is not there. */
export function canonicalFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
