import { resolve } from 'node:path';
import { isInside } from '../files/safety.js';
import type { Project } from '../project/project.js';
import type { FolderSettings } from '../project/settings.js';
import { BuildFailed } from '../scan/walk/scanning.js';
import { type BuildOptions, type Built, buildUnbounded, overCap } from './build.js';
import { type ListKind, listKinds } from './project-items.js';
import { writeRegistryFile } from './registry-files.js';

/** The result of a refresh for each list. */
export type Refreshed = Readonly<
  Record<
    ListKind,
    { readonly status: 'ok' | 'failed' | 'skipped'; readonly count: number; readonly error: string | null }
  >
>;

/** Builds a project and stores its lists. A list that is too large or cannot be written has failed. */
export async function refreshRegistry(
  project: Project,
  settings: FolderSettings,
  options: BuildOptions & { readonly write?: boolean | undefined } = {},
): Promise<Refreshed> {
  const filter = options.filter ?? (settings.env.MCPBASH_REGISTRY_REFRESH_PATH || undefined);
  const seen = { ...settings, staticRegistry: false };
  let built: Built;
  let part: Built;
  try {
    // Always the whole list is stored: a part of it would hide the rest.
    built = await buildUnbounded(project, seen, { ...options, filter: undefined });
    part = filter === undefined ? built : await buildUnbounded(project, seen, { ...options, filter });
  } catch (error) {
    if (!(error instanceof BuildFailed)) throw error;
    return refreshed(kind => ({ status: 'failed', count: 0, error: `${kind}: ${error.message}` }));
  }
  const results: Partial<Record<ListKind, Refreshed[ListKind]>> = {};
  for (const kind of listKinds) {
    const { count } = part.lists[kind];
    if (!touches(project, kind, filter)) results[kind] = { status: 'skipped', count: 0, error: null };
    else {
      const error =
        overCap(kind, built.lists[kind], settings) ??
        (options.write === false ? undefined : await write(project, kind, built));
      results[kind] = { status: error === undefined ? 'ok' : 'failed', count, error: error ?? null };
    }
  }
  return refreshed(kind => results[kind]!);
}

function write(project: Project, kind: ListKind, built: Built): Promise<string | undefined> {
  const items = built.contents[kind].map(({ entry }) => entry);
  return writeRegistryFile(project, kind, items, built.builtAt);
}

/** Whether the items of a list can lie below the filter's path. */
function touches(project: Project, kind: ListKind, filter: string | undefined): boolean {
  if (filter === undefined) return true;
  const part = resolve(project.root, filter);
  const folder = project[kind === 'templates' ? 'resources' : kind];
  return part === folder || isInside(part, folder) || isInside(folder, part);
}

function refreshed(of: (kind: ListKind) => Refreshed[ListKind]): Refreshed {
  return Object.fromEntries(listKinds.map(kind => [kind, of(kind)])) as Refreshed;
}
