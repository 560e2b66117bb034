import { NoProject } from '../../locate/locate.js';
import type { Project } from '../../project/project.js';
import { applyRepairs, findRepairs, repairCommand } from '../repairs.js';
import { type Finding, finding } from './findings.js';
import { type ExaminedProject, examineProject } from './project-findings.js';
import { examineRequirements } from './requirements.js';
import { examineRuntime, type Runtime } from './runtime.js';
import { validateForDoctor } from './validation.js';

/** The options of `mcp doctor`. */
export interface DoctorOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly nodeVersion?: string;
  readonly fix: boolean;
  /** Only says what `fix` would do. */
  readonly dryRun: boolean;
  /** Whether the project's folder was named: then a missing project is an error. */
  readonly isNamed: boolean;
}

/** The findings of `mcp doctor` about the machine and the project. */
export interface Diagnosis {
  readonly schemaVersion: 1;
  readonly exitCode: 0 | 1;
  readonly findings: readonly Finding[];
  /** Commands for the repairs that changing modes can make. */
  readonly proposedActions: readonly string[];
  readonly actionsTaken: readonly string[];
  readonly runtime: Runtime;
  readonly project: ExaminedProject | null;
  readonly errors: number;
  readonly warnings: number;
}

/** Examines the machine and a project, or reports why there is none. `fix` changes file modes and nothing else. */
export async function diagnose(where: Project | NoProject, options: DoctorOptions): Promise<Diagnosis> {
  const project = where instanceof NoProject ? undefined : where;
  const { env, version, nodeVersion, isNamed } = options;
  const before = project ? findRepairs(project) : [];
  const command = (repair: (typeof before)[number]) => repairCommand(project!, repair);
  const taken = options.fix && !options.dryRun ? await applyRepairs(before) : [];
  const left = taken.length === 0 ? before : findRepairs(project!);
  const [runtime, ofMachine] = await examineRuntime({ env, version, nodeVersion, watched: project?.root });
  const [examined, ofProject] = project ? await examineProject(project, left, env, version) : [null, []];
  const findings = [
    ...ofMachine,
    ...(where instanceof NoProject
      ? [finding('project.missing', isNamed ? 'error' : 'warning', where.message, where.hint)]
      : []),
    ...ofProject,
    ...(project ? await validateForDoctor(project, ofProject, env, version) : []),
    ...(project ? examineRequirements(project, env.PATH ?? '') : []),
  ];
  const count = (severity: Finding['severity']) => findings.filter(each => each.severity === severity).length;
  return {
    schemaVersion: 1,
    exitCode: count('error') > 0 ? 1 : 0,
    findings,
    proposedActions: left.filter(({ mode }) => mode !== undefined).map(command),
    actionsTaken: taken.map(command),
    runtime,
    project: examined,
    errors: count('error'),
    warnings: count('warning'),
  };
}
