import type { Contents } from '../project/items.js';
import type { Project } from '../project/project.js';
import type { FolderSettings } from '../project/settings.js';
import { readIdentity } from './identity.js';
import { findPrompts } from './prompts.js';
import { findResources } from './resources.js';
import { findTools } from './tools.js';
import { unique, withoutNamesakes } from './unique.js';
import { type Discovered, Scanning, type ScanOptions } from './walk/scanning.js';

export { BuildFailed, type ScanOptions } from './walk/scanning.js';

/** Everything that discovery finds in a project. A bad item is left out and reported. Throws BuildFailed when the project cannot be read. */
export async function scanProject(
  project: Project,
  _settings: FolderSettings,
  options: ScanOptions = {},
): Promise<Contents> {
  const scanning = await Scanning.begin(project, options);
  return { ...(await discover(scanning, new Set())), diagnostics: scanning.findings.sorted() };
}

/** The same for a scan that has begun, without the kinds in `skip`. */
export async function discover(
  scanning: Scanning,
  skip: ReadonlySet<Discovered>,
): Promise<Omit<Contents, 'diagnostics'>> {
  const hasResources = !skip.has('resources') || !skip.has('templates');
  const [identity, tools, found, prompts] = await Promise.all([
    readIdentity(scanning),
    skip.has('tools') ? [] : findTools(scanning),
    hasResources ? findResources(scanning) : { resources: [], templates: [] },
    skip.has('prompts') ? [] : findPrompts(scanning),
  ]);
  const resources = skip.has('resources') ? [] : unique(scanning, 'resources', found.resources);
  const templates = skip.has('templates') ? [] : unique(scanning, 'resources', found.templates);
  return {
    identity,
    tools: unique(scanning, 'tools', tools),
    resources,
    templates: withoutNamesakes(scanning, resources, templates),
    prompts: unique(scanning, 'prompts', prompts),
    completions: [],
  };
}
