import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isIgnoredFile } from '../files/file-names.js';
import { codeOf, isGone } from '../files/file-system.js';
import { isExecutableFile } from '../files/find-program.js';
import type { Project } from '../project/project.js';
import { shellWord } from '../project/shell-word.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** There is no project at a path. The message says what to do. */
export class NoProject extends Error {
  /** The command to type next. */
  readonly hint: string;

  constructor(message: string, next = 'mcp init') {
    super(message);
    this.hint = next;
  }
}

/** The file that makes a folder a project. */
const MARKER = join('server.d', 'server.meta.json');

/** The parts of a project: where they are by default, and the variable that moves them. */
const parts = {
  tools: { folder: 'tools', variable: 'MCPBASH_TOOLS_DIR' },
  resources: { folder: 'resources', variable: 'MCPBASH_RESOURCES_DIR' },
  prompts: { folder: 'prompts', variable: 'MCPBASH_PROMPTS_DIR' },
  completions: { folder: 'completions', variable: 'MCPBASH_COMPLETIONS_DIR' },
  server: { folder: 'server.d', variable: 'MCPBASH_SERVER_DIR' },
  providers: { folder: 'providers', variable: 'MCPBASH_PROVIDERS_DIR' },
  registry: { folder: '.registry', variable: 'MCPBASH_REGISTRY_DIR' },
} as const;

/**
 * The project at a path, or the bare folder of executables there, whose `tools` is the folder itself. A relative
 * MCPBASH_*_DIR is below the root. Throws NoProject when the path is neither, and when a variable names a folder that is not there.
 */
export function locateProject(path: string, env: Environment): Project {
  const root = folderAt(path);
  if (root === undefined) throw new NoProject(`${path} is not a folder${hint}`);
  const place = (part: keyof typeof parts): string => {
    const moved = env[parts[part].variable];
    return moved ? canonical(resolve(root, moved)) : join(root, parts[part].folder);
  };
  const project: Project = {
    root,
    isBare: false,
    tools: place('tools'),
    resources: place('resources'),
    prompts: place('prompts'),
    completions: place('completions'),
    server: place('server'),
    providers: place('providers'),
    registry: place('registry'),
  };
  const isMissing = (part: keyof typeof parts) => Boolean(env[parts[part].variable]) && !isFolder(project[part]);
  // The policy is in this folder: without it every call would be allowed.
  if (isMissing('server')) throw missingFolder(parts.server.variable, env);
  if (exists(join(project.server, basename(MARKER)))) return project;
  if ([project.tools, project.resources, project.prompts].some(isFolder)) return project;
  if (executablesIn(root).length > 0) return { ...project, isBare: true, tools: root };
  const missing = (['tools', 'resources', 'prompts'] as const).find(isMissing);
  if (missing) throw missingFolder(parts[missing].variable, env);
  throw new NoProject(
    `${path} has neither ${MARKER} nor a folder tools, resources or prompts, and no executable file${hint}`,
  );
}

function missingFolder(variable: string, env: Environment): NoProject {
  const message = `${variable} names ${env[variable]}, which is not a folder; correct or unset it`;
  return new NoProject(message, `unset ${variable}`);
}

/** Where a command looks for its project. */
export interface ProjectSearch {
  readonly cwd: string;
  /** `--project-root`, or a folder given as argument. */
  readonly projectRoot?: string | undefined;
  readonly env: Environment;
}

/** The project a command is about: the folder it was given, MCPBASH_PROJECT_ROOT, or the nearest parent with the marker. */
export function findProject({ cwd, projectRoot, env }: ProjectSearch): Project {
  if (projectRoot !== undefined) return locateProject(resolve(cwd, projectRoot), env);
  const given = env.MCPBASH_PROJECT_ROOT;
  if (given) {
    if (folderAt(resolve(cwd, given)) === undefined) {
      throw missingFolder('MCPBASH_PROJECT_ROOT', env);
    }
    return locateProject(resolve(cwd, given), env);
  }
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (exists(join(folder, MARKER))) return locateProject(folder, env);
    if (folder === dirname(folder)) break;
  }
  throw new NoProject(`no ${MARKER} in ${cwd} or any folder above it; name the project with --project-root${hint}`);
}

const hint = '; `mcp init` makes a project';

function folderAt(path: string): string | undefined {
  try {
    const root = realpathSync.native(path);
    return statSync(root).isDirectory() ? root : undefined;
  } catch {
    return undefined;
  }
}

function canonical(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function exists(path: string): boolean {
  return statsAt(path) !== undefined;
}

/** Whether there is a folder that is not a link: links are never scanned, so they make no project. */
function isFolder(path: string): boolean {
  return statsAt(path)?.isDirectory() ?? false;
}

/** Undefined when there is nothing. Throws NoProject when the path cannot be looked at: there might be a policy behind it. */
function statsAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (isGone(error)) return undefined;
    const code = codeOf(error);
    const next = code === 'EACCES' ? `chmod u+rx ${shellWord(dirname(path))}` : `ls -l ${shellWord(dirname(path))}`;
    throw new NoProject(`${path} cannot be looked at (${code})`, next);
  }
}

/** The executable files directly in a folder, which are its tools when it is a bare one. */
export function executablesIn(root: string): readonly string[] {
  try {
    return readdirSync(root).filter(name => !isIgnoredFile(name) && isExecutableFile(join(root, name)));
  } catch {
    return [];
  }
}
