import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CallRequest,
  createEngine,
  type Invocation,
  invoke,
  openPrivateFolder,
  ReopenablePipes,
  removePrivateFolder,
  type SourceReport,
} from '@concord/engine';
import { afterAll } from 'vitest';
import { fallbackRoots } from '../../src/call/roots.js';
import type { RunContext } from '../../src/call/run-context.js';
import { toolEnvironment } from '../../src/call/tool-environment.js';
import { allowList } from '../../src/policy/allow-list.js';
import { Policy } from '../../src/policy/policy.js';
import type { ToolItem } from '../../src/project/items.js';
import type { Project } from '../../src/project/project.js';
import { folderSettings } from '../../src/project/settings.js';
import { runExecutable } from '../../src/run/executable/executable.js';
import type { Runner } from '../../src/run/runners.js';
import { toTool } from '../../src/source/tool.js';
import { type Files, makeFolder, projectAt, putFiles } from './folders.js';

const made: string[] = [];
afterAll(() => {
  for (const folder of made.splice(0)) removePrivateFolder(folder);
});

/** A new project with these files; a name that ends in `!` is made executable. It is removed after the tests. */
export function makeProject(files: Files): Project {
  const root = makeFolder(files);
  made.push(root);
  return projectAt(root);
}

/** Writes files below a folder as new files, in the same notation. */
export function addFiles(root: string, files: Files): void {
  for (const name of Object.keys(files)) rmSync(join(root, name.replace(/!$/, '')), { force: true });
  putFiles(root, files);
}

/** A tool of a project as it would be found. */
export function itemAt(project: Project, path: string, more: Partial<ToolItem> = {}): ToolItem {
  const name = more.name ?? path.split('/').at(-2)!;
  return {
    name,
    writtenName: name,
    description: '',
    inputSchema: { type: 'object' },
    file: join(project.root, path),
    within: project.tools,
    runtime: 'process',
    mode: 'oneshot',
    entry: { name },
    ...more,
  };
}

const engine = createEngine({ env: { CONCORD_NO_RECORDS: '1', HOME: '/nonexistent' }, warn: () => {} });

/** Everything runs of a project share, and what they report. */
export class TestRun implements RunContext {
  readonly project: Project;
  readonly settings: RunContext['settings'];
  readonly folder = openPrivateFolder();
  readonly pipes = new ReopenablePipes(this.folder);
  readonly environment: RunContext['environment'];
  readonly secrets: readonly string[] = [];
  readonly roots: RunContext['roots'];
  readonly reports: SourceReport[] = [];

  constructor(project: Project, env: Readonly<Record<string, string>> = {}) {
    made.push(this.folder);
    this.project = project;
    const all = { PATH: process.env.PATH ?? '', ...env };
    this.settings = folderSettings(all, () => {});
    this.environment = toolEnvironment(this.settings.env, project.root);
    this.roots = fallbackRoots(project, all, undefined, () => {});
  }

  readonly report = (report: SourceReport): void => {
    this.reports.push(report);
  };

  /** Calls a tool as the engine does. */
  async call(item: ToolItem, run: Runner, args: object = {}, request: CallRequest = {}): Promise<Invocation> {
    const policy = new Policy(
      allowList({}, { isPublic: false }, () => {}),
      undefined,
      this.report,
    );
    return invoke(toTool(item, this, policy, run), args, { engine, ...request });
  }
}

/** The runner of one-shot executables. */
export const executables =
  (context: RunContext): Runner =>
  (item, args, call) =>
    runExecutable(item, args, call, context);
