import { dirname, extname, join, resolve } from 'node:path';
import { isJsonObject } from '@concord/contract';
import { isDirectory } from '../check/stats.js';
import { readText } from './read-text.js';

const MOST_BYTES = 33_554_432;

/** The ids of the packages a project was restored with, in lower case; none when it was not, or is a solution. */
export async function restoredPackages(project: string | undefined, directory: string): Promise<ReadonlySet<string>> {
  const folder = folderOf(project, directory);
  const read =
    folder === undefined ? undefined : await readText(join(folder, 'obj', 'project.assets.json'), MOST_BYTES);
  return new Set(read && 'text' in read ? packagesIn(read.text) : []);
}

function folderOf(project: string | undefined, directory: string): string | undefined {
  if (project === undefined) return directory;
  const path = resolve(directory, project);
  if (isDirectory(path)) return path;
  return /^\.sln[xf]?$/i.test(extname(path)) ? undefined : dirname(path);
}

function packagesIn(text: string): readonly string[] {
  try {
    const assets: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    const libraries = isJsonObject(assets) && isJsonObject(assets.libraries) ? Object.keys(assets.libraries) : [];
    return libraries.map(each => each.split('/', 1)[0]!.toLowerCase());
  } catch {
    return [];
  }
}
