import { relative } from 'node:path';
import { findProject, type Project } from '@concord/source-folder';
import type { CommandContext } from '../../command/context.js';

/** The project a command is about. Throws NoProject. */
export function projectFor({ cwd, env }: CommandContext, folder: string | undefined): Project {
  return findProject({ cwd, env, projectRoot: folder });
}

/** A folder as somebody names it who is in another one: the way down where there is one, never to be taken for a flag. */
export function relativeFolder(cwd: string, folder: string): string {
  const way = relative(cwd, folder);
  if (way.startsWith('..')) return folder;
  return way.startsWith('-') ? `./${way}` : way || '.';
}
