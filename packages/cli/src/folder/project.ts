import { findProject, type Project } from '@concord/source-folder';
import type { Shell } from '../shell.js';

/** The project a command is about. Throws NoProject. */
export function projectFor({ cwd, env }: Shell, folder: string | undefined): Project {
  return findProject({ cwd, env, projectRoot: folder });
}
