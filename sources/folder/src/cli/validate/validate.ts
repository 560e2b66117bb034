import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readLimits } from '@concord/engine';
import { fallbackRoots } from '../../call/roots.js';
import { isCompletionScript } from '../../files/file-names.js';
import { isInside } from '../../files/safety.js';
import { Findings } from '../../project/findings.js';
import type { Diagnostic } from '../../project/items.js';
import type { Project } from '../../project/project.js';
import { BadFolderSetting } from '../../project/settings.js';
import { BuildFailed } from '../../scan/walk/scanning.js';
import { type Built, buildUnbounded, overCap } from '../../snapshot/build.js';
import { listKinds } from '../../snapshot/project-items.js';
import { type Authoring, authoringOf } from '../authoring.js';
import { applyRepairs, findRepairs, type Repair } from '../repairs.js';
import { type Defaults, defaultsOf, explainDefaults } from './defaults.js';
import { checkSideFiles } from './side-files.js';
import { checkModules, checkSchemas } from './tool-checks.js';

/** The options of `mcp validate`. */
export interface ValidateOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly fix: boolean;
  readonly strict: boolean;
  readonly explainDefaults: boolean;
}

/** The diagnostics of a project. */
export interface Validation {
  readonly projectRoot: string;
  readonly errors: number;
  readonly warnings: number;
  readonly fixesApplied: number;
  readonly strict: boolean;
  readonly defaults: Defaults;
  readonly messages: readonly Diagnostic[];
}

/** Validates a project as its server would read it, and checks what matters to its author. `fix` changes file modes and nothing else. */
export async function validateProject(project: Project, options: ValidateOptions): Promise<Validation> {
  const fixed = options.fix ? await applyRepairs(findRepairs(project)) : [];
  const findings = new Findings(project.root);
  const { defaults, found } = await examine(project, options, findings);
  reportExecuteBits(project, findRepairs(project), findings);
  const messages = ordered([...found, ...findings.sorted()]).map(each => withLine(each, project));
  const count = (level: Diagnostic['level']) => messages.filter(each => each.level === level).length;
  return {
    projectRoot: project.root,
    errors: count('error'),
    warnings: count('warning'),
    fixesApplied: fixed.length,
    strict: options.strict,
    defaults,
    messages,
  };
}

/** Whether what was found is good enough. */
export function isValid({ errors, warnings, strict }: Validation): boolean {
  return errors === 0 && (!strict || warnings === 0);
}

async function examine(
  project: Project,
  options: ValidateOptions,
  findings: Findings,
): Promise<{ readonly defaults: Defaults; readonly found: readonly Diagnostic[] }> {
  try {
    const authoring = await authoringOf(project, options.env, options.version);
    const settings = { ...authoring.settings, staticRegistry: false };
    const built = await buildUnbounded(project, settings, { ...authoring.build, thorough: true });
    await examineContents(built, authoring, options, findings);
    const defaults = defaultsOf(built.contents.identity);
    if (options.explainDefaults) explainDefaults(project, defaults, findings);
    return { defaults, found: built.contents.diagnostics };
  } catch (error) {
    if (!(error instanceof BuildFailed)) throw error;
    findings.error('server', error.message, { file: project.root, hint: 'nothing is served until this is mended' });
    return { defaults: { name: '', title: '', version: '0.0.0' }, found: [] };
  }
}

async function examineContents(
  built: Built,
  authoring: Authoring,
  { env }: ValidateOptions,
  findings: Findings,
): Promise<void> {
  const { project, settings, faults, build } = authoring;
  for (const { level, message } of faults)
    findings.add(level, 'server', message, { hint: 'change or unset the variable' });
  checkRoots(authoring, env, findings);
  for (const kind of listKinds) {
    const fault = overCap(kind, built.lists[kind], settings);
    if (fault !== undefined)
      findings.error(kind === 'templates' ? 'resources' : kind, fault, {
        file: project[kind === 'templates' ? 'resources' : kind],
        hint: 'shorten descriptions, schemas and icons, or raise the variable',
      });
  }
  checkSchemas(
    built,
    authoring,
    readLimits(env, () => {}),
    findings,
  );
  await checkModules(built.contents.tools, build.moduleMeta!, findings);
  await checkSideFiles(project, findings);
}

function checkRoots({ project }: Authoring, env: ValidateOptions['env'], findings: Findings): void {
  const file = `${project.root}/config/roots.json`;
  const hint = 'name folders that are there, or remove the entry';
  try {
    fallbackRoots(project, env, undefined, message => findings.warn('server', message, { file, hint }));
  } catch (error) {
    if (!(error instanceof BadFolderSetting)) throw error;
    findings.error('server', error.message, { hint: 'change or unset the variable' });
  }
}

/** Reports missing execute bits: a tool of a project is run without one, a completion script is not. A bare folder is reported by its scan. */
function reportExecuteBits({ providers, isBare }: Project, repairs: readonly Repair[], findings: Findings): void {
  if (isBare) return;
  for (const { path, what } of repairs) {
    if (what !== 'execute bit') continue;
    const hint = 'chmod +x, or `mcp validate --fix`';
    if (isCompletionScript(path))
      findings.warn('completions', 'has no execute bit, and is not used', { file: path, hint });
    else
      findings.add(
        'info',
        isInside(path, providers) ? 'resources' : 'tools',
        'has no execute bit, and is run by the program of its first line',
        {
          file: path,
          hint,
        },
      );
  }
}

const levels: readonly Diagnostic['level'][] = ['error', 'warning', 'info'];

/** Sorts by level, errors first, keeping the order within a level. */
function ordered(messages: readonly Diagnostic[]): readonly Diagnostic[] {
  return levels.flatMap(level => messages.filter(each => each.level === level));
}

/** Gives a diagnostic about a whole file its first line. */
function withLine(message: Diagnostic, { root }: Project): Diagnostic {
  const { file, line, hint, ...rest } = message;
  if (file === undefined || line !== undefined) return message;
  return isFile(resolve(root, file)) ? { ...rest, file, line: 1, ...(hint !== undefined && { hint }) } : message;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
