import { existsSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nearest, type Source } from '@concord/engine';
import { type Mount, RefusedToStart } from '@concord/server';
import type { Shell } from './shell.js';

/** What a source that comes with the command is told: the environment, and what its entry or the command line says. */
export interface SourceSetting {
  readonly env: Shell['env'];
  readonly root?: string;
  /** Whether its results are to be redacted where it would leave them alone. */
  readonly redact?: boolean;
  /** Whether tools are published under the dotted spelling they had first. */
  readonly dottedNames?: boolean;
  /** Whether it is all that is served: then it refuses to start with nothing to serve. */
  readonly isAlone?: boolean;
}

type Factory = (setting: SourceSetting) => Source;

/** The sources that come with the command, loaded when they are asked for. */
export const builtIn: Readonly<Record<string, () => Promise<Factory>>> = {
  demo: async () => (await import('@concord/example-demo')).demoSource,
  context: async () => (await import('./serving/context.js')).context,
};

/** Whether a word names a file rather than a source or a server. */
export function isPath(name: string): boolean {
  return /[/\\]/.test(name) || ['.js', '.mjs'].includes(extname(name));
}

/** Opens what a person named: a built-in source, or a module of their own that exports one. `others` could have been meant too. */
export async function loadSource(
  name: string,
  shell: Shell,
  setting: SourceSetting,
  others: readonly string[] = [],
): Promise<Mount> {
  const known = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined;
  if (known) return { name, source: (await known())(setting) };
  const path = resolve(shell.cwd, name);
  if (['.js', '.mjs'].includes(extname(path)) && existsSync(path)) return fromModule(path, shell);
  const names = [...new Set([...Object.keys(builtIn), ...others])];
  const near = nearest(name, names);
  const hint =
    near === undefined
      ? `There are: ${names.slice(0, 20).join(', ')}, or a path to a .js module`
      : `Did you mean '${near}'?`;
  throw new RefusedToStart(`There is no source '${name}'. ${hint}`);
}

async function fromModule(path: string, { importModule = url => import(url) }: Shell): Promise<Mount> {
  const module = (await importModule(pathToFileURL(path).href)) as { default?: unknown };
  const exported = module.default;
  const source = (typeof exported === 'function' ? await exported() : exported) as Source | undefined;
  if (typeof source?.snapshot !== 'function')
    throw new RefusedToStart(`${path} must export a Source, or a function that makes one, as its default`);
  return { name: basename(path, extname(path)), source };
}
