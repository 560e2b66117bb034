import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of an executable found on a PATH, or of `name` itself when it is a path; null when there is none. */
export function programIn(path: string, name: string): string | null {
  if (name.includes('/')) return isExecutableFile(name) ? name : null;
  const folders = path.split(delimiter).filter(folder => folder !== '');
  return folders.map(folder => join(folder, name)).find(isExecutableFile) ?? null;
}

/** Whether this process may execute the file. */
export function isExecutableFile(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
