import { existsSync, statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nearest, type Source, type SourceSetting } from '@concord/engine';
import { type Mount, RefusedToStart } from '@concord/server';
import type { CommandContext } from '../command/context.js';
import { readySources, sources } from './source-registry.js';

const folderSource = sources.find(source => source.servesFolders)!;

/** Whether a word names a file rather than a source or a server. */
export function isPath(name: string): boolean {
  return /[/\\]/.test(name) || name === '.' || name === '..' || ['.js', '.mjs'].includes(extname(name));
}

/** Makes the source that a word names: a built-in one, a folder, or a module that exports one. `others` are further names for the hint. */
export async function loadSource(
  name: string,
  context: CommandContext,
  setting: SourceSetting,
  others: readonly string[] = [],
): Promise<Mount> {
  const known = readySources.find(source => source.name === name);
  if (known) return { name, source: await known.create(setting) };
  const path = resolve(context.cwd, name);
  if (name !== '' && isFolder(path))
    return { name: basename(path), source: await folderSource.create({ ...setting, path }) };
  if (['.js', '.mjs'].includes(extname(path)) && existsSync(path)) return fromModule(path, context);
  if (name !== '' && existsSync(path))
    throw new RefusedToStart(
      `'${name}' is a file; what can be served is a folder, such as the one it is in, or a .js module`,
    );
  const names = [...new Set([...readySources.map(source => source.name), ...others])];
  const near = nearest(name, names);
  const hint =
    near === undefined
      ? `There are: ${names.slice(0, 20).join(', ')}, the path of a folder, or that of a .js module`
      : `Did you mean '${near}'?`;
  throw new RefusedToStart(`There is no source '${name}'. ${hint}`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

async function fromModule(path: string, { importModule = url => import(url) }: CommandContext): Promise<Mount> {
  const module = (await importModule(pathToFileURL(path).href)) as { default?: unknown };
  const exported = module.default;
  const source = (typeof exported === 'function' ? await exported() : exported) as Source | undefined;
  if (typeof source?.snapshot !== 'function')
    throw new RefusedToStart(`${path} must export a Source, or a function that makes one, as its default`);
  return { name: basename(path, extname(path)), source };
}
