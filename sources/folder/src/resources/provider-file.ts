import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isIgnoredFile } from '../files/file-names.js';
import { howToRun } from '../files/how-to-run.js';
import type { Project } from '../project/project.js';

/** The file in `providers/` with a provider's name and any extension; undefined when there is none. */
export function providerFile(name: string, project: Project): string | undefined {
  // Only names in that folder are compared, so that a path as provider name finds nothing.
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
