import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '../project.js';
import { isIgnoredFile } from '../scan/ignored.js';
import { howToRun } from '../scan/runnable.js';

/** The file under `providers/` with a provider's name and any extension; undefined when there is none. */
export function providerFile(name: string, project: Project): string | undefined {
  // A name of metadata is not to be trusted with a path.
  if (!/^[A-Za-z0-9][A-Za-z0-9+._-]{0,63}$/.test(name)) return undefined;
  const named = entriesOf(project.providers)
    .filter(entry => entry === name || (entry.startsWith(`${name}.`) && !isIgnoredFile(entry)))
    .sort()
    .map(entry => join(project.providers, entry));
  return named.find(file => howToRun(file).kind !== 'none') ?? named[0];
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
