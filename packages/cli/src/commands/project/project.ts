import { relative } from 'node:path';
import { findProject, type Project } from '@concord/source-folder';
import type { CommandContext } from '../../command/context.js';

/** The project a command is about. Throws NoProject. */
export function projectFor({ cwd, env }: CommandContext, folder: string | undefined): Project {
  return findProject({ cwd, env, projectRoot: folder });
}

/** A folder as a path relative to `cwd`, or absolute when it is not below; it never begins with `-`. */
export function relativeFolder(cwd: string, folder: string): string {
  const way = relative(cwd, folder);
  if (way.startsWith('..')) return folder;
  return way.startsWith('-') ? `./${way}` : way || '.';
}
