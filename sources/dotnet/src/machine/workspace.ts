import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { namedFiles } from '../locks/references.js';

/** A project as its file describes it, without evaluation. */
export interface WorkspaceProject {
  readonly name: string;
  readonly path: string;
  readonly targetFrameworks: readonly string[];
  readonly packageCount: number;
  readonly isTestProject: boolean;
}

export interface Workspace {
  readonly root: string;
  readonly solution?: string;
  readonly projects: readonly WorkspaceProject[];
}

const MOST_PROJECTS = 500;
const MOST_FOLDERS = 20_000;
const MOST_BYTES = 1_048_576;
const isProject = (name: string) => ['.csproj', '.fsproj', '.vbproj'].includes(extname(name).toLowerCase());
const skipped = new Set(['bin', 'obj', 'node_modules', '.git']);

/** What is in a folder: the members of its solution, or else the projects below it. */
export function readWorkspace(root: string): Workspace {
  const names = entriesOf(root)
    .filter(each => each.isFile())
    .map(each => each.name)
    .sort();
  const solution = ['.slnx', '.sln'].flatMap(extension =>
    names.filter(name => extname(name).toLowerCase() === extension),
  )[0];
  const path = solution === undefined ? undefined : join(root, solution);
  const files = path === undefined ? projectsBelow(root) : namedFiles(path, textOf(path));
  return {
    root,
    ...(path !== undefined && { solution: path }),
    projects: files.slice(0, MOST_PROJECTS).map(file => describe(file, textOf(file))),
  };
}

function projectsBelow(root: string): readonly string[] {
  const found: string[] = [];
  const folders = [root];
  for (let seen = 0; folders.length > 0 && found.length < MOST_PROJECTS && seen < MOST_FOLDERS; seen++) {
    const folder = folders.shift()!;
    for (const entry of entriesOf(folder).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.isDirectory() && !skipped.has(entry.name)) folders.push(join(folder, entry.name));
      else if (entry.isFile() && isProject(entry.name)) found.push(join(folder, entry.name));
    }
  }
  return found;
}

function describe(path: string, text: string): WorkspaceProject {
  const frameworks = /<TargetFrameworks?\s{0,10}>([^<]{1,1000})</.exec(text)?.[1] ?? '';
  const packages = text.match(/<PackageReference\s/g)?.length ?? 0;
  const isTestProject =
    /<IsTestProject\s{0,10}>\s{0,10}true/i.test(text) ||
    /Include="(?:Microsoft\.NET\.Test\.Sdk|xunit\.v3|MSTest|TUnit)"|Sdk="MSTest\.Sdk/i.test(text);
  return {
    name: basename(path, extname(path)),
    path,
    targetFrameworks: frameworks
      .split(';')
      .map(each => each.trim())
      .filter(each => each !== ''),
    packageCount: packages,
    isTestProject,
  };
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return statSync(path).size > MOST_BYTES ? '' : readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
