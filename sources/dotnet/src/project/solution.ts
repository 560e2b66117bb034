import type { Evaluation } from './evaluate.js';
import { type Analysis, packagesOf, projectsOf } from './facts.js';
import type { Validation } from './validate.js';

/** A member of a solution: the path it is listed with, and what it evaluates to. */
export interface Member {
  readonly projectPath: string;
  readonly evaluation: Evaluation;
}

/** A package that several projects name, by version. */
export interface SharedPackage {
  readonly id: string;
  readonly versions: readonly { readonly version: string; readonly projects: readonly string[] }[];
}

/** What a solution consists of, as its Analyze answers. */
export function solutionAnalysis(solution: string, projects: readonly Analysis[]) {
  const packages = new Set(projects.flatMap(each => each.packageReferences.map(({ name }) => name.toLowerCase())));
  return {
    solution,
    projects,
    summary: {
      projects: projects.length,
      byOutputType: counted(projects.flatMap(each => each.outputType ?? [])),
      byFramework: counted(projects.flatMap(each => each.targetFrameworks)),
      packages: packages.size,
    },
  };
}

const counted = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(words)].map(word => [word, words.filter(each => each === word).length]));

/** Which projects of a solution need which, and the packages that more than one of them names. */
export function solutionDependencies(members: readonly Member[]) {
  const listed = new Map(
    members.map(({ projectPath, evaluation }) => [evaluation.properties.MSBuildProjectFullPath, projectPath]),
  );
  return {
    edges: members.flatMap(({ projectPath, evaluation }) =>
      projectsOf(evaluation).map(({ path }) => ({ from: projectPath, to: listed.get(path) ?? path })),
    ),
    sharedPackages: sharedPackages(members),
  };
}

function sharedPackages(members: readonly Member[]): readonly SharedPackage[] {
  const uses = members.flatMap(({ projectPath, evaluation }) =>
    packagesOf(evaluation).map(({ name, version = '' }) => ({ name, version, projectPath })),
  );
  const byId = grouped(uses, ({ name }) => name.toLowerCase());
  return [...byId.values()]
    .filter(all => new Set(all.map(each => each.projectPath)).size > 1)
    .map(all => ({
      id: all[0]!.name,
      versions: [...grouped(all, each => each.version)].map(([version, users]) => ({
        version,
        projects: [...new Set(users.map(each => each.projectPath))],
      })),
    }));
}

function grouped<Value>(values: readonly Value[], keyOf: (value: Value) => string): ReadonlyMap<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** What is wrong with the projects of a solution, each with its path, and between them. */
export function solutionValidation(
  validations: readonly Validation[],
  { members, missing }: { readonly members: readonly Member[]; readonly missing: readonly string[] },
) {
  const all = (which: 'errors' | 'warnings' | 'recommendations') =>
    validations.flatMap(each => each[which].map(text => `${each.projectPath}: ${text}`));
  const errors = all('errors');
  return {
    isValid: errors.length === 0,
    errors,
    warnings: [
      ...all('warnings'),
      ...missing.map(path => `The solution names a project that does not exist: ${path}`),
      ...sharedPackages(members).flatMap(({ id, versions }) =>
        versions.length < 2 ? [] : [`Package ${id} has several versions: ${versions.map(inWords).join('; ')}`],
      ),
    ],
    recommendations: all('recommendations'),
  };
}

const inWords = ({ version, projects }: SharedPackage['versions'][number]) =>
  `${version || 'none'} in ${projects.join(', ')}`;
