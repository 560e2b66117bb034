import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isJsonObject } from '@concord/contract';
import type { Project } from '../project/project.js';
import { BadFolderSetting } from '../project/settings.js';

/** A folder a call may work in. */
export interface Root {
  readonly uri: string;
  readonly name: string;
  /** Canonical. */
  readonly path: string;
}

/** A root at a canonical path. */
export function rootAt(path: string, name = basename(path) || path): Root {
  return { uri: pathToFileURL(path).href, name, path };
}

const known = new WeakMap<readonly string[], readonly Root[]>();

/** The folders a caller named, or those for callers that name none. */
export function rootsOf(named: readonly string[] | undefined, otherwise: readonly Root[]): readonly Root[] {
  if (named === undefined) return otherwise;
  const made = known.get(named) ?? named.map(path => rootAt(path));
  known.set(named, made);
  return made;
}

/** The roots of calls whose client names none: those given, those of the environment, those of the project, or its folder. */
export function fallbackRoots(
  project: Project,
  env: Readonly<Record<string, string | undefined>>,
  given: readonly string[] | undefined,
  warn: (message: string) => void,
): readonly Root[] {
  if (given !== undefined) return given.map(path => usable(path, process.cwd(), '--roots'));
  if (env.MCPBASH_ROOTS)
    return env.MCPBASH_ROOTS.split(':')
      .filter(Boolean)
      .map(path => usable(path, project.root, 'MCPBASH_ROOTS'));
  return configured(project, warn) ?? [rootAt(project.root)];
}

function usable(path: string, base: string, from: string): Root {
  const canonical = canonicalFolder(resolve(base, path));
  if (canonical === undefined)
    throw new BadFolderSetting(
      `${from} names '${path}', which is no folder that can be read`,
      `Name folders that are there in ${from}, or leave it out`,
    );
  return rootAt(canonical);
}

function configured({ root }: Project, warn: (message: string) => void): readonly Root[] | undefined {
  const file = join('config', 'roots.json');
  let text: string;
  try {
    text = readFileSync(join(root, file), 'utf8');
  } catch {
    return undefined;
  }
  const entries = entriesOf(text);
  if (entries === undefined) {
    warn(`${file} must be {"roots": [{"path": …, "name": …}]}; the project's folder is the root`);
    return undefined;
  }
  const roots = entries.flatMap(entry => {
    const { path, name } = isJsonObject(entry) ? entry : {};
    const canonical =
      typeof path === 'string' ? canonicalFolder(isAbsolute(path) ? path : join(root, path)) : undefined;
    if (canonical === undefined)
      warn(`${file} has an entry that is no folder: ${JSON.stringify(path ?? entry).slice(0, 200)}`);
    return canonical === undefined ? [] : [rootAt(canonical, typeof name === 'string' ? name : undefined)];
  });
  return roots.length === 0 ? undefined : roots;
}

function entriesOf(text: string): readonly unknown[] | undefined {
  try {
    const { roots } = JSON.parse(text) as { roots?: unknown };
    return Array.isArray(roots) ? roots : undefined;
  } catch {
    return undefined;
  }
}

function canonicalFolder(path: string): string | undefined {
  try {
    const canonical = realpathSync(path);
    return statSync(canonical).isDirectory() ? canonical : undefined;
  } catch {
    return undefined;
  }
}
