import { existsSync, statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nearest, type Source } from '@concord/engine';
import { type Mount, RefusedToStart } from '@concord/server';
import type { CommandContext } from '../command/context.js';

/** What a source that comes with the command is told: the environment, and what its entry or the command line says. */
export interface SourceSetting {
  readonly env: CommandContext['env'];
  readonly root?: string;
  /** Where the command was run. */
  readonly cwd?: string;
  /** Variables of its entry. */
  readonly entryEnv?: Readonly<Record<string, string>>;
  /** Whether it is opened for one call alone, and what it starts cannot outlive that. */
  readonly isShortLived?: boolean;
  /** The folder of a project. */
  readonly path?: string;
  /** Whether it is served where others than this machine can reach it. */
  readonly isPublic?: boolean;
  /** Whether its results are to be redacted where it would leave them alone. */
  readonly redact?: boolean;
  /** Whether tools are published under the dotted spelling they had first. */
  readonly dottedNames?: boolean;
  /** Whether it is all that is served: then it refuses to start with nothing to serve. */
  readonly isAlone?: boolean;
}

type Factory = (setting: SourceSetting) => Source | Promise<Source>;

/** The sources that come with the command, loaded when they are asked for. */
export const builtIn: Readonly<Record<string, () => Promise<Factory>>> = {
  demo: async () => (await import('@concord/example-demo')).demoSource,
  dotnet: async () => (await import('./dotnet.js')).dotnet,
  context: async () => (await import('./context.js')).context,
};

/** Those that an entry of the configuration can use: some have to be told more than their name. */
export const usable: typeof builtIn = {
  ...builtIn,
  folder: async () => (await import('./folder.js')).folder,
};

/** Whether a word names a file rather than a source or a server. */
export function isPath(name: string): boolean {
  return /[/\\]/.test(name) || name === '.' || name === '..' || ['.js', '.mjs'].includes(extname(name));
}

/** Opens what a person named: a built-in source, or a module of their own that exports one. `others` could have been meant too. */
export async function loadSource(
  name: string,
  context: CommandContext,
  setting: SourceSetting,
  others: readonly string[] = [],
): Promise<Mount> {
  const known = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined;
  if (known) return { name, source: await (await known())(setting) };
  const path = resolve(context.cwd, name);
  if (name !== '' && isFolder(path)) {
    const make = await usable.folder!();
    return { name: basename(path), source: await make({ ...setting, path }) };
  }
  if (['.js', '.mjs'].includes(extname(path)) && existsSync(path)) return fromModule(path, context);
  if (name !== '' && existsSync(path))
    throw new RefusedToStart(
      `'${name}' is a file; what can be served is a folder, such as the one it is in, or a .js module`,
    );
  const names = [...new Set([...Object.keys(builtIn), ...others])];
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
