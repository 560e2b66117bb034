import { createHash } from 'node:crypto';
import type { Contents } from '../project/items.js';
import type { Project } from '../project/project.js';
import type { FolderSettings } from '../project/settings.js';
import { Register, type RegisterOptions, type Registration } from '../register/register.js';
import { BuildFailed, Scanning, type ScanOptions } from '../scan/walk/scanning.js';
import { gather } from './gather.js';
import { type ListKind, listKinds, type Projected, projected } from './project-items.js';
import { readRegistryFiles } from './registry-files.js';

export interface BuildOptions extends ScanOptions, RegisterOptions {
  /** Reads registrations; made when left out. A caller that keeps it avoids running an unchanged script again. */
  readonly register?: Register | undefined;
}

/** One build of a project: everything it publishes, with size and hash of each list. */
export interface Built {
  readonly contents: Contents;
  readonly lists: Readonly<Record<ListKind, Projected>>;
  /** SHA-256 over all of the contents, listed or not: equal when nothing has changed. */
  readonly fingerprint: string;
  readonly registration: Registration;
  /** RFC 3339, UTC. */
  readonly builtAt: string;
  /** Whether the items were loaded from registry files, without a scan. */
  readonly isFromRegistry: boolean;
}

/** Builds the contents of a project. Throws BuildFailed when they cannot be used as a whole. */
export async function buildContents(
  project: Project,
  settings: FolderSettings,
  options: BuildOptions = {},
): Promise<Built> {
  const built = await buildUnbounded(project, settings, options);
  for (const kind of listKinds) {
    const fault = overCap(kind, built.lists[kind], settings);
    if (fault !== undefined) throw new BuildFailed(fault);
  }
  return built;
}

/** The same without the cap on the size of a list. */
export async function buildUnbounded(
  project: Project,
  settings: FolderSettings,
  options: BuildOptions = {},
): Promise<Built> {
  const register = options.register ?? new Register(project, settings, options);
  const registration = await register.read();
  const stored = settings.staticRegistry ? await readRegistryFiles(project, settings) : undefined;
  const registered = registration.kind === 'registered' ? registration : undefined;
  const scanning = await Scanning.begin(project, options);
  const found = await gather(scanning, registered, stored);
  reportRegistration(scanning, registration);
  const contents: Contents = { ...found, diagnostics: scanning.findings.sorted() };
  return {
    contents,
    lists: Object.fromEntries(listKinds.map(kind => [kind, projected(kind, contents)])) as Built['lists'],
    fingerprint: createHash('sha256').update(JSON.stringify(contents)).digest('hex'),
    registration,
    builtAt: new Date().toISOString(),
    isFromRegistry: stored !== undefined,
  };
}

/** Why a list is too large to be served. The text does not change while the list stays too large. */
export function overCap(kind: ListKind, list: Projected, settings: FolderSettings): string | undefined {
  if (list.bytes <= settings.registryMaxBytes) return undefined;
  return `the list of ${kind} is larger than ${settings.registryMaxBytes} bytes (MCPBASH_REGISTRY_MAX_BYTES)`;
}

function reportRegistration(scanning: Scanning, registration: Registration): void {
  if (registration.kind === 'bad') {
    const { file, line, reason } = registration;
    scanning.findings.error('server', `${reason}: nothing in it is used`, {
      file,
      line,
      hint: 'mend or remove it; until then everything is found by discovery',
    });
  } else if (registration.kind === 'none' && registration.note !== undefined) {
    scanning.findings.add('info', 'server', registration.note, {
      file: `${scanning.project.server}/register.sh`,
      hint: 'allow it with MCPBASH_ALLOW_PROJECT_HOOKS=true, or write a register.json',
    });
  }
}
