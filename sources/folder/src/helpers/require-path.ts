import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Root } from '../call/tool-context.js';
import { roots as rootsOfCall } from './call.js';
import { INVALID_PARAMS, ToolError } from './tool-error.js';

/**
 * The canonical path of a value that must lie inside a root, wherever links lead; a relative one is below the project. A module
 * gives the roots of its context. Throws a ToolError for invalid arguments when it does not.
 */
export function requirePath(value: unknown, roots: readonly (Root | string)[] = rootsOfCall()): string {
  if (typeof value !== 'string' || value === '') throw new ToolError(INVALID_PARAMS, 'A path is required');
  if (value.includes('\0')) throw new ToolError(INVALID_PARAMS, 'A path cannot hold a NUL');
  const path = canonical(resolve(process.env.MCPBASH_PROJECT_ROOT ?? '', value));
  const folders = roots.map(root => canonical(typeof root === 'string' ? root : root.path));
  if (path !== undefined && folders.some(folder => folder !== undefined && isInside(path, folder))) return path;
  throw new ToolError(INVALID_PARAMS, `The path ${value.slice(0, 1_000)} is outside the roots`);
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The path without links; of what does not exist, that of its nearest folder with the rest behind it. */
function canonical(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const folder = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || folder === path || isLink(path)) return undefined;
    const parent = canonical(folder);
    return parent === undefined ? undefined : join(parent, basename(path));
  }
}

/** Whether a path is a link: a broken one may lead anywhere later. */
function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
