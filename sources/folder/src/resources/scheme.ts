import type { Contents } from '../project/items.js';
import type { Project } from '../project/project.js';
import { findTarget } from './find-target.js';
import { providerFile } from './provider-file.js';
import { builtInNames, providerNames } from './provider-names.js';

/** Whether a project would try to read a URI that nobody lists: it knows the name, or has a provider for the scheme. */
export function canRead(uri: string, contents: Contents, project: Project): boolean {
  if (findTarget(uri, contents) !== undefined) return true;
  return providerNames(uri).some(
    name => builtInNames.some(builtIn => builtIn === name) || providerFile(name, project) !== undefined,
  );
}
