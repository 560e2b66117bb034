import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { makeFolder, replaceFile } from '@concord/engine';
import { FileSystem } from '../files/file-system.js';
import { readObject } from '../files/read-json.js';
import { unsafe } from '../files/safety.js';
import type { Project } from '../project/project.js';
import type { FolderSettings } from '../project/settings.js';
import type { Stored } from './gather.js';
import { type ListKind, listKinds } from './project-items.js';

/** The file of each list. */
const names: Readonly<Record<ListKind, string>> = {
  tools: 'tools.json',
  resources: 'resources.json',
  templates: 'resource-templates.json',
  prompts: 'prompts.json',
};

const FORMAT = 1;

/** The stored file of each list. */
export type RegistryStatus = Readonly<
  Record<
    ListKind,
    {
      readonly status: 'present' | 'missing';
      readonly path: string;
      readonly count: number | null;
      readonly hash: string | null;
      /** Seconds since 1970. */
      readonly mtime: number | null;
    }
  >
>;

/** Reads the state of the stored lists. */
export async function registryStatus(project: Project, settings: FolderSettings): Promise<RegistryStatus> {
  const entries = listKinds.map(async kind => {
    const path = join(project.registry, names[kind]);
    const file = await readFile(project, kind, settings);
    if (file === undefined) return [kind, { status: 'missing', path, count: null, hash: null, mtime: null }];
    const mtime = Math.floor((await stat(path)).mtimeMs / 1000);
    return [kind, { status: 'present', path, count: file.items.length, hash: file.hash, mtime }];
  });
  return Object.fromEntries(await Promise.all(entries)) as RegistryStatus;
}

/** The stored lists; undefined unless all of them exist with their right hashes. */
export async function readRegistryFiles(project: Project, settings: FolderSettings): Promise<Stored | undefined> {
  const files = await Promise.all(listKinds.map(kind => readFile(project, kind, settings)));
  if (files.some(file => file === undefined || file.hash !== hashOf(file.items))) return undefined;
  const lists = Object.fromEntries(listKinds.map((kind, index) => [kind, files[index]!.items]));
  return { ...lists, file: project.registry, text: '' } as unknown as Stored;
}

interface RegistryFile {
  readonly items: readonly JsonObject[];
  readonly hash: string;
}

async function readFile(project: Project, kind: ListKind, settings: FolderSettings): Promise<RegistryFile | undefined> {
  const path = join(project.registry, names[kind]);
  try {
    if (unsafe(path, project.registry, project.root) !== undefined) return undefined;
    // The file also has fields around the items, and fields of items that are not listed.
    const { bytes } = await new FileSystem().read(path, settings.registryMaxBytes * 2 + 65_536);
    const read = readObject(bytes);
    if ('fault' in read || read.object.format_version !== FORMAT) return undefined;
    const { items, hash } = read.object;
    if (!Array.isArray(items) || !items.every(isJsonObject) || typeof hash !== 'string') return undefined;
    return { items: items as readonly JsonObject[], hash };
  } catch {
    return undefined;
  }
}

/** Stores a list by replacing its file. Gives the reason when it could not. */
export async function writeRegistryFile(
  project: Project,
  kind: ListKind,
  items: readonly JsonObject[],
  generatedAt: string,
): Promise<string | undefined> {
  const content = {
    format_version: FORMAT,
    version: 1,
    generatedAt,
    items,
    hash: hashOf(items),
    total: items.length,
  };
  const path = join(project.registry, names[kind]);
  try {
    makeFolder(project.registry, 0o755);
    await replaceFile(path, `${JSON.stringify(content)}\n`, { mode: 'umask' });
    return undefined;
  } catch (error) {
    return `${names[kind]} could not be written (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`;
  }
}

function hashOf(items: readonly Json[]): string {
  return createHash('sha256').update(JSON.stringify(items)).digest('hex');
}
