import { type Evaluation, targetFrameworks } from './evaluate.js';
import { packagesOf, projectsOf } from './facts.js';
import { endedSupport, frameworkInfo, hasNewerLts, LATEST_LTS } from './frameworks.js';

/** What is wrong with a project, and what could be better, as Validate answers. */
export interface Validation {
  readonly projectPath: string;
  readonly isValid: boolean;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly recommendations: readonly string[];
}

/** What a validation has to know beyond the evaluation. */
export interface Surroundings {
  readonly exists: (path: string) => boolean;
  readonly today?: Date;
}

/** Validates a project by its evaluation. */
export function validation(projectPath: string, evaluation: Evaluation, around: Surroundings): Validation {
  const frameworks = targetFrameworks(evaluation);
  const isFor = frameworks.length > 0 || Boolean(evaluation.properties.TargetFrameworkVersion);
  const errors = isFor ? [] : ['No target framework: set TargetFramework or TargetFrameworks'];
  return {
    projectPath,
    isValid: errors.length === 0,
    errors,
    warnings: [
      ...frameworks.flatMap(each => aboutFramework(each, around.today)),
      ...projectsOf(evaluation).flatMap(({ path }) =>
        around.exists(path) ? [] : [`The referenced project does not exist: ${path}`],
      ),
      ...packagesOf(evaluation).flatMap(({ name, version }) =>
        version === undefined ? [`Package ${name} has no version`] : [],
      ),
    ],
    recommendations: [...newerFramework(frameworks), ...nullable(evaluation)],
  };
}

/** A project that could not be evaluated is not valid, for the reasons the CLI gave. */
export function failedValidation(projectPath: string, errors: readonly string[]): Validation {
  return { projectPath, isValid: false, errors, warnings: [], recommendations: [] };
}

function aboutFramework(framework: string, today?: Date): readonly string[] {
  if (frameworkInfo(framework) === undefined) return [`The target framework ${framework} has no form that is known`];
  const ended = endedSupport(framework, today);
  return ended === undefined ? [] : [`The target framework ${framework} is out of support since ${ended}`];
}

function newerFramework(frameworks: readonly string[]): readonly string[] {
  if (frameworks.some(each => each.toLowerCase().startsWith(LATEST_LTS))) return [];
  const older = frameworks.filter(hasNewerLts);
  return older.length === 0
    ? []
    : [`${LATEST_LTS} has long-term support and is newer than ${older.join(', ')}: consider targeting it`];
}

/** Suggests to enable Nullable where it is off; F# and Visual Basic do not use it. */
function nullable({ properties }: Evaluation): readonly string[] {
  const language = properties.MSBuildProjectExtension?.toLowerCase();
  const isOn = ['enable', 'annotations', 'warnings'].includes(properties.Nullable?.toLowerCase() ?? '');
  return isOn || language === '.fsproj' || language === '.vbproj'
    ? []
    : ['Nullable is off: set it to enable, so that the compiler warns of null references'];
}
