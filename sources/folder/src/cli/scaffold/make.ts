import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { executablesIn, locateProject, NoProject } from '../../locate/locate.js';
import { pathBelow } from '../../project/findings.js';
import type { Project } from '../../project/project.js';
import { titleOf } from '../../scan/identity.js';
import { makeCompletion } from './completion.js';
import { promptFiles, providerFiles, resourceFiles, testFiles } from './content-files.js';
import { addLines, CannotMake, type Made, makeMissing, makeRoot, type PlannedFile, together } from './made-files.js';
import type { ContentKind } from './names.js';
import { entryNames, type ToolLanguage, toolFiles } from './tool-files.js';

/** What a new project is made with. */
export interface ProjectOptions {
  /** The folder's name unless given. */
  readonly name?: string | undefined;
  readonly hello: boolean;
  readonly readme: boolean;
}

/** The version a new project begins with. */
const FIRST_VERSION = '0.1.0';
const ignored = ['.registry/', 'node_modules/', '__pycache__/'];

/** What was made, and where. */
export interface MadeIn extends Made {
  readonly projectRoot: string;
  /** Files that were tools while the folder was a bare one. */
  readonly formerTools?: readonly string[];
}

/** Makes a project of a folder, and the folder where there is none. Nothing that is there changes. Throws CannotMake. */
export async function makeProject(path: string, { name, hello, readme }: ProjectOptions): Promise<MadeIn> {
  const root = await makeRoot(path);
  const formerTools = isBare(root) ? executablesIn(root) : [];
  const called = name ?? basename(root);
  const marker: PlannedFile = {
    path: join(root, 'server.d', 'server.meta.json'),
    content: `${JSON.stringify({ name: called, title: titleOf(called), version: FIRST_VERSION, description: `Tools of ${called}` }, null, 2)}\n`,
  };
  const marked = await makeMissing(root, [marker]);
  const project = locateProject(root, {});
  const greets = hello && rivalOf(project, 'hello', 'tool.sh') === undefined;
  const made = together(
    marked,
    await makeMissing(root, [
      ...(greets ? toolFiles(project, 'hello', 'sh') : [{ path: join(project.tools, '.gitkeep'), content: '' }]),
      ...(readme ? [{ path: join(root, 'README.md'), content: readmeOf(called, greets) }] : []),
    ]),
    await addLines(root, join(root, '.gitignore'), ignored),
  );
  return { projectRoot: root, ...made, ...(formerTools.length > 0 && { formerTools }) };
}

function isBare(root: string): boolean {
  try {
    return locateProject(root, {}).isBare;
  } catch (error) {
    if (error instanceof NoProject) return false;
    throw error;
  }
}

/** How each kind of content is made. */
const makers: Readonly<Record<ContentKind, (project: Project, name: string, language: ToolLanguage) => Promise<Made>>> =
  {
    tool: makeTool,
    prompt: (project, name) => makeMissing(project.root, promptFiles(project, name)),
    resource: (project, name) => makeMissing(project.root, resourceFiles(project, name)),
    completion: makeCompletion,
    provider: (project, name) => makeMissing(project.root, providerFiles(project, name)),
  };

/** Makes content of a project that works at once; what is there stays as it is. Throws CannotMake. */
export async function makeContent(
  project: Project,
  kind: ContentKind,
  name: string,
  language: ToolLanguage = 'sh',
): Promise<MadeIn> {
  if (project.isBare)
    throw new CannotMake(
      `${project.root} is a folder of executables, and would stop being one with more in it`,
      'Make it a project first: mcp init',
    );
  return { projectRoot: project.root, ...(await makers[kind](project, name, language)) };
}

/** Makes a test of the whole project. Throws CannotMake. */
export async function makeTest(project: Project): Promise<MadeIn> {
  return { projectRoot: project.root, ...(await makeMissing(project.root, testFiles(project))) };
}

/** A tool in another language would leave two files that could be what runs. */
async function makeTool(project: Project, name: string, language: ToolLanguage): Promise<Made> {
  const files = toolFiles(project, name, language);
  const rival = rivalOf(project, name, basename(files[0]!.path));
  if (rival !== undefined)
    throw new CannotMake(`${pathBelow(project.root, rival)} is there already and is what runs`, 'Choose another name');
  return makeMissing(project.root, files);
}

/** Another file of a tool folder that is what runs. */
function rivalOf({ tools }: Project, name: string, entry: string): string | undefined {
  const rival = namesIn(join(tools, name)).find(each => entryNames.has(each) && each !== entry);
  return rival === undefined ? undefined : join(tools, name, rival);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readmeOf(name: string, greets: boolean): string {
  return `# ${titleOf(name)}

A folder of tools for MCP clients. Each folder in \`tools/\` is one: a program in any language, and \`tool.meta.json\`.

    mcp run-tool ${greets ? 'hello' : 'NAME '}                     # calls a tool as a client would
    mcp new tool NAME --lang python        # adds one; sh, bash, js and ts too
    mcp validate                           # says what is wrong, and how to mend it
    mcp serve .                            # serves all of it on standard input and output
    mcp config client                      # what to put into the configuration of a client
`;
}
