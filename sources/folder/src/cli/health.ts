import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ProblemError } from '@concord/contract';
import { runProcess } from '@concord/engine';
import { fallbackRoots } from '../call/roots.js';
import { toolEnvironment } from '../call/tool-environment.js';
import { programOf } from '../programs/program.js';
import { providerEnvironment, providerMode } from '../programs/provider-environment.js';
import { shown } from '../project/findings.js';
import type { Project } from '../project/project.js';
import { BadFolderSetting, type FolderSettings, folderSettings } from '../project/settings.js';
import { whyUnfit } from '../register/register-json.js';
import { projectVariables } from '../resources/run-provider.js';
import { BuildFailed } from '../scan/walk/scanning.js';
import { buildContents } from '../snapshot/build.js';

/** Whether a project could be served now. */
export interface Health {
  /** `error`: it is set up wrong; `unhealthy`: it is set up right and not fit. */
  readonly status: 'ok' | 'unhealthy' | 'error';
  readonly mode: 'full';
  readonly tools: number;
  readonly resources: number;
  readonly prompts: number;
  readonly projectChecks: 'ok' | 'failed' | 'skipped';
  readonly reason?: string;
}

/** The health of a project that cannot be served. */
export function unfit(status: 'unhealthy' | 'error', reason: string): Health {
  return { status, mode: 'full', tools: 0, resources: 0, prompts: 0, projectChecks: 'skipped', reason: shown(reason) };
}

const MOST_OUTPUT = 65_536;

/** Builds a project as its server would and runs its health checks, within `timeoutMs`. Writes nothing and sends nothing. */
export async function healthOf(
  project: Project,
  env: Readonly<Record<string, string | undefined>>,
  timeoutMs: number,
): Promise<Health> {
  const until = performance.now() + timeoutMs;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Health>(resolve => {
    timer = setTimeout(() => resolve(unfit('unhealthy', tooLate(timeoutMs))), timeoutMs + GRACE_MS);
  });
  try {
    return await Promise.race([examine(project, env, timeoutMs, until), late]);
  } catch (error) {
    if (error instanceof BadFolderSetting) return unfit('error', error.message);
    if (error instanceof BuildFailed) return unfit('unhealthy', error.message);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** How long a check may take to end after its time is over. */
const GRACE_MS = 100;

const tooLate = (timeoutMs: number) => `it was not known within ${timeoutMs / 1_000} s`;

async function examine(
  project: Project,
  env: Readonly<Record<string, string | undefined>>,
  timeoutMs: number,
  until: number,
): Promise<Health> {
  const settings = folderSettings(env, () => {});
  // Settings with which a server would not start are checked first.
  toolEnvironment(settings.env, project.root);
  fallbackRoots(project, env, undefined, () => {});
  const hooks = providerEnvironment(settings.env, providerMode(settings.env));
  const { contents } = await buildContents(project, settings, { hookEnvironment: () => hooks });
  const counts = {
    tools: contents.tools.length,
    resources: contents.resources.length,
    prompts: contents.prompts.length,
  };
  const checked = await ownChecks(project, settings, hooks, Math.max(1, until - performance.now()), timeoutMs);
  const status = checked.projectChecks === 'failed' ? 'unhealthy' : 'ok';
  return { status, mode: 'full', ...counts, ...checked };
}

async function ownChecks(
  project: Project,
  settings: FolderSettings,
  hooks: Record<string, string>,
  remainingMs: number,
  timeoutMs: number,
): Promise<Pick<Health, 'projectChecks' | 'reason'>> {
  const file = join(project.server, 'health-checks.sh');
  if (!existsSync(file)) return { projectChecks: 'skipped' };
  const failed = (reason: string) => ({
    projectChecks: 'failed' as const,
    reason: `health-checks.sh ${shown(reason)}`,
  });
  const fault = await whyUnfit(project, file);
  if (fault !== undefined) return failed(fault);
  let program: ReturnType<typeof programOf>;
  try {
    program = programOf(file, project.server, project.root);
  } catch (error) {
    if (error instanceof ProblemError) return failed(error.message);
    throw error;
  }
  const result = await runProcess({
    ...program,
    cwd: project.root,
    env: { ...hooks, ...projectVariables(project, settings) },
    timeoutMs: remainingMs,
    graceMs: GRACE_MS / 2,
    maxStdoutBytes: MOST_OUTPUT,
    maxStderrBytes: MOST_OUTPUT,
    overflow: 'keepEnds',
  });
  if (result.end === 'timeout') return failed(`did not end within ${timeoutMs / 1_000} s`);
  if (result.end === 'exited' && result.exitCode === 0) return { projectChecks: 'ok' };
  const said = result.stderr.split('\n', 100).find(line => line.trim() !== '');
  const how =
    result.end === 'exited'
      ? `ended with exit code ${result.exitCode}`
      : `could not be run (${result.signal ?? result.startFailure?.code})`;
  return failed(said === undefined ? how : `${how}: ${said.trim()}`);
}
