import { pathBelow } from '../../project/findings.js';
import type { Project } from '../../project/project.js';
import { BuildFailed } from '../../scan/walk/scanning.js';
import { type Built, buildUnbounded } from '../../snapshot/build.js';
import { authoringOf } from '../authoring.js';
import { type Repair, repairCommand } from '../repairs.js';
import { environmentFile, policyFile } from '../validate/side-files.js';
import { type Finding, finding } from './findings.js';

/** The facts about a project in a diagnosis. */
export interface ExaminedProject {
  readonly root: string;
  readonly serverMetaValid: boolean;
  readonly toolsCount: number;
}

/** Examines a project as its server would; `repairs` are the modes that should be changed. */
export async function examineProject(
  project: Project,
  repairs: readonly Repair[],
  env: Readonly<Record<string, string | undefined>>,
  version: string,
): Promise<readonly [ExaminedProject, readonly Finding[]]> {
  const built = await build(project, env, version);
  const meta = built?.contents.diagnostics.find(
    ({ level, file }) => level === 'error' && file === pathBelow(project.root, `${project.server}/server.meta.json`),
  );
  const findings = [
    ...(meta ? [serverMeta(`${meta.file}${meta.line === undefined ? '' : `:${meta.line}`} ${meta.message}`)] : []),
    ...(built?.registration.kind === 'bad' ? [registration(built.registration.reason)] : []),
    ...repairs.filter(({ what }) => what === 'permissions').map(repair => permissions(project, repair)),
    ...(environmentFile(project) === undefined ? [] : [unusedEnvironment]),
  ];
  return [
    { root: project.root, serverMetaValid: meta === undefined, toolsCount: built?.contents.tools.length ?? 0 },
    findings,
  ];
}

async function build(
  project: Project,
  env: Readonly<Record<string, string | undefined>>,
  version: string,
): Promise<Built | undefined> {
  try {
    const { settings, build: options } = await authoringOf(project, env, version);
    return await buildUnbounded(project, { ...settings, staticRegistry: false }, options);
  } catch (error) {
    if (error instanceof BuildFailed) return undefined;
    throw error;
  }
}

const serverMeta = (what: string) => finding('project.server_meta_invalid', 'error', what, 'mcp validate');

const registration = (why: string) => finding('project.register_invalid', 'error', why, 'mcp validate');

function permissions(project: Project, repair: Repair): Finding {
  const isPolicy = repair.path === policyFile(project);
  return {
    id: isPolicy ? 'project.policy_unsafe' : 'project.unsafe_permissions',
    severity: 'error',
    message: `${pathBelow(project.root, repair.path)} ${repair.fault}: ${isPolicy ? 'every call is denied' : 'it is not used'}`,
    fixable: repair.mode !== undefined,
    suggestedCommand: repairCommand(project, repair),
  };
}

const unusedEnvironment = finding(
  'project.env_sh_unused',
  'info',
  'server.d/env.sh is not read by the server, only by `mcp run-tool --with-server-env`',
);
