import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type JsonObject, type Outcome, success } from '@concord/contract';
import {
  type Evaluation,
  evaluationArgv,
  frameworkToEvaluate,
  type Question,
  readEvaluation,
} from '../project/evaluate.js';
import {
  analysis,
  dependencies,
  factsQuestion,
  itemList,
  listedItemTypes,
  propertyValue,
  sdkOf,
} from '../project/facts.js';
import { type Member, solutionAnalysis, solutionDependencies, solutionValidation } from '../project/solution.js';
import { failedValidation, type Validation, validation } from '../project/validate.js';
import { readPathsAfterRule } from '../read/tables.js';
import type { Arguments } from '../table/table.js';
import { concluded, execute } from './execute.js';
import { announce } from './report.js';
import type { Perform, Work } from './work.js';

const AT_A_TIME = 4;
const MOST_BYTES = 4_194_304;

/** The evaluation of a project and its command; or the outcome of a failed evaluation. */
type Evaluated = { readonly evaluation: Evaluation; readonly command: string } | { readonly outcome: Outcome };

async function evaluate(work: Work, project: string, question: Question, isFirst = true): Promise<Evaluated> {
  const { framework, configuration } = work.args;
  const asked: Question = {
    ...(typeof framework === 'string' && { framework }),
    ...(typeof configuration === 'string' && { configuration }),
    ...question,
  };
  const execution = await execute(work, { argv: evaluationArgv(project, asked), quiet: true });
  if ('outcome' in execution) return execution;
  const { run } = execution;
  const evaluation = run.exitCode === 0 ? readEvaluation(run.stdout) : undefined;
  if (evaluation === undefined) return { outcome: concluded(run.exitCode === 0 ? { ...run, exitCode: 1 } : run, work) };
  const again = isFirst && asked.framework === undefined ? frameworkToEvaluate(evaluation) : undefined;
  if (again !== undefined) return evaluate(work, project, { ...question, framework: again }, false);
  return { evaluation, command: run.command };
}

const about =
  (
    question: (args: Arguments) => Question,
    answer: (project: string, evaluation: Evaluation, args: Arguments) => unknown,
  ): Perform =>
  async work => {
    announce(work);
    const project = String(work.args.project);
    const found = await evaluate(work, project, question(work.args));
    if ('outcome' in found) return found.outcome;
    const data = answer(resolve(work.directory, project), found.evaluation, work.args) as JsonObject;
    return success({ data, command: found.command });
  };

const facts = () => factsQuestion;

/** The SDK that a project's text names; no property has it. */
function sdkIn(path: string): string | undefined {
  try {
    return statSync(path).size > MOST_BYTES ? undefined : sdkOf(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

export const analyze = about(facts, (path, evaluation) => analysis(path, evaluation, sdkIn(path)));
export const listDependencies = about(facts, dependencies);
export const getProperty = about(
  ({ propertyName }) => ({ properties: [String(propertyName)] }),
  (path, evaluation, { propertyName }) => propertyValue(path, String(propertyName), evaluation),
);
export const listItems = about(
  ({ itemType }) => ({ items: typeof itemType === 'string' ? [itemType] : listedItemTypes }),
  (path, evaluation, { itemType }) => itemList(path, evaluation, typeof itemType === 'string' ? itemType : undefined),
);

/** A project that cannot be evaluated is an answer: it is not valid. */
export const validate: Perform = async work => {
  announce(work);
  const path = resolve(work.directory, String(work.args.project));
  const found = await evaluate(work, String(work.args.project), factsQuestion);
  if ('evaluation' in found)
    return success({ data: judged(path, found.evaluation) as unknown as JsonObject, command: found.command });
  const reasons = reasonsOf(found.outcome);
  return reasons === undefined
    ? found.outcome
    : success({ data: failedValidation(path, reasons) as unknown as JsonObject });
};

const judged = (path: string, evaluation: Evaluation): Validation =>
  validation(path, evaluation, { exists: existsSync });

/** The CLI's reasons why a project is invalid; undefined when the call failed for another reason. */
function reasonsOf(outcome: Outcome): readonly string[] | undefined {
  if (outcome.ok || outcome.problems.some(each => each.kind !== 'command_failed')) return undefined;
  return outcome.problems.map(({ code, message }) => (code === undefined ? message : `${code}: ${message}`));
}

interface Members {
  readonly solution: string;
  readonly command: string;
  readonly members: readonly Member[];
  /** Those that could not be evaluated, and why. */
  readonly failed: readonly { readonly projectPath: string; readonly outcome: Outcome }[];
  readonly missing: readonly string[];
}

/** Lists the members of a solution and evaluates each, a few at a time. */
const ofSolution =
  (answer: (members: Members) => Outcome): Perform =>
  async work => {
    announce(work);
    const solution = String(work.args.solution);
    const listing = await execute(work, { argv: ['sln', solution, 'list'], quiet: true });
    if ('outcome' in listing) return listing.outcome;
    if (listing.run.exitCode !== 0) return concluded(listing.run, work);
    const folder = dirname(resolve(work.directory, solution));
    const paths = readPathsAfterRule(listing.run.stdout).map(each => resolve(folder, each.replaceAll('\\', '/')));
    const missing = paths.filter(path => !existsSync(path));
    const ahead = paths.filter(path => !missing.includes(path));
    const found = new Map<string, Evaluated>();
    const next = async (): Promise<void> => {
      for (let path = ahead.shift(); path !== undefined; path = ahead.shift())
        found.set(path, await evaluate(work, path, factsQuestion));
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, next));
    const inOrder = paths.flatMap(projectPath => {
      const each = found.get(projectPath);
      return each === undefined ? [] : [{ projectPath, ...each }];
    });
    return answer({
      solution: resolve(work.directory, solution),
      command: listing.run.command,
      members: inOrder.flatMap(each => ('evaluation' in each ? [each] : [])),
      failed: inOrder.flatMap(each => ('outcome' in each ? [each] : [])),
      missing,
    });
  };

/** For results that need every member: the first failed evaluation is the outcome. */
const ofKnown = (answer: (members: Members) => unknown): Perform =>
  ofSolution(
    members => members.failed[0]?.outcome ?? success({ data: answer(members) as JsonObject, command: members.command }),
  );

export const analyzeSolution = ofKnown(({ solution, members }) =>
  solutionAnalysis(
    solution,
    members.map(({ projectPath, evaluation }) => analysis(projectPath, evaluation, sdkIn(projectPath))),
  ),
);

export const listSolutionDependencies = ofKnown(({ members }) => solutionDependencies(members));

export const validateSolution = ofSolution(({ command, members, failed, missing }) => {
  const unanswered = failed.find(({ outcome }) => reasonsOf(outcome) === undefined);
  if (unanswered !== undefined) return unanswered.outcome;
  const validations = [
    ...members.map(({ projectPath, evaluation }) => judged(projectPath, evaluation)),
    ...failed.map(({ projectPath, outcome }) => failedValidation(projectPath, reasonsOf(outcome)!)),
  ];
  return success({ data: solutionValidation(validations, { members, missing }) as unknown as JsonObject, command });
});
