import type { ResourceContents } from '@concord/engine';
import type { Contents } from '../project/items.js';
import type { Project } from '../project/project.js';
import type { FolderSettings } from '../project/settings.js';
import { contentsOf } from '../read/contents.js';
import { failureOf, readFailure } from '../read/read-failure.js';
import type { ReadCall } from '../read/request.js';
import { findTarget, type Target } from './find-target.js';
import { providerFile } from './provider-file.js';
import { builtInNames, providerNames, schemeOf } from './provider-names.js';
import { findProvider } from './providers.js';

/**
 * Reads a resource by URI or name: the listed resource, else the first matching template, else the provider of the URI's scheme.
 * Fails with a ProblemError.
 */
export async function readResource(
  given: string,
  contents: Contents,
  project: Project,
  settings: FolderSettings,
  call: ReadCall,
): Promise<ResourceContents[]> {
  const target: Partial<Target> & Pick<Target, 'uri'> = findTarget(given, contents) ?? { uri: given };
  const { uri, item } = target;
  if (item === undefined && schemeOf(uri) === undefined) throw readFailure(3, 'There is no resource of that name');
  const provider = findProvider(uri, item?.provider, project);
  if (provider === undefined) throw failureOf('io', 'Unsupported resource provider');
  const content = await provider.read({ ...target, project, settings, call });
  return [contentsOf(uri, item?.mimeType, content)];
}

/** Whether a project would try to read a URI that is not listed: it has a resource or template for it, or a provider of its scheme. */
export function canRead(uri: string, contents: Contents, project: Project): boolean {
  if (findTarget(uri, contents) !== undefined) return true;
  return providerNames(uri).some(
    name => builtInNames.some(builtIn => builtIn === name) || providerFile(name, project) !== undefined,
  );
}
