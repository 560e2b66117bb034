import {
  catalog,
  categories,
  type Failure,
  failure,
  isJsonObject,
  type Json,
  type JsonObject,
  type Outcome,
  type Problem,
  problem,
  type State,
  type Tier,
  withAdvice,
} from '@concord/contract';
import type { Limits } from '../limits/limits.js';
import { plainJson } from './plain-json.js';

/** Takes what a tool returned for an Outcome, or says in a `malformed_output` failure what is wrong with it. */
export function readOutcome(value: unknown, tool: string, limits: Limits): Outcome {
  const malformed = (reason: string): Failure =>
    failure(problem('malformed_output', `Tool '${tool}' returned no usable outcome: ${reason}`), { exitCode: 1 });

  const plain = plainJson(value, limits.maxDepth);
  if ('fault' in plain) return malformed(plain.pointer === '' ? plain.fault : `${plain.pointer}: ${plain.fault}`);
  const given = plain.json;
  if (!isJsonObject(given) || typeof given.ok !== 'boolean')
    return malformed('it must be an object with a boolean `ok`');
  const wrong = wrongMember(given, outputMembers) ?? (given.ok ? undefined : wrongFailure(given));
  if (wrong !== undefined) return malformed(`\`${wrong}\` has a value that cannot be used`);
  return given.ok ? (given as unknown as Outcome) : completed(given as unknown as Failure);
}

type Check = (value: Json) => boolean;
const isString: Check = value => typeof value === 'string';
const isStrings: Check = value => Array.isArray(value) && value.every(isString);
const isObject: Check = isJsonObject;
const isInteger: Check = value => Number.isInteger(value);
const isStringMap: Check = value => isJsonObject(value) && Object.values(value).every(isString);

const hasAll = (value: Json, names: readonly string[]) => names.every(name => Object.hasOwn(value as object, name));
const states: readonly Json[] = ['not_started', 'finished', 'unknown'] satisfies State[];

const isUpgrade: Check = value => isStringMap(value) && hasAll(value, ['feature', 'tier', 'reason']);
const tiers: readonly Tier[] = ['community', 'pro', 'enterprise'];

const outputMembers: Readonly<Record<string, Check>> = {
  text: isString,
  plain: isString,
  command: isString,
  metadata: isStringMap,
  result: isObject,
  meta: isObject,
  service: value =>
    isJsonObject(value) &&
    (value.tier === undefined || (tiers as readonly Json[]).includes(value.tier)) &&
    (value.capabilities === undefined || isStrings(value.capabilities)) &&
    (value.upgrades === undefined || (Array.isArray(value.upgrades) && value.upgrades.every(isUpgrade))),
  content: value => Array.isArray(value) && value.every(isObject),
};

const problemMembers: Readonly<Record<string, Check>> = {
  kind: value => typeof value === 'string' && Object.hasOwn(catalog, value),
  message: isString,
  variant: isString,
  code: isString,
  category: value => (categories as readonly Json[]).includes(value),
  hint: isString,
  explanation: isString,
  documentationUrl: isString,
  suggestedFixes: isStrings,
  alternatives: isStrings,
  rawOutput: isString,
  command: isString,
  exitCode: isInteger,
  stderr: isString,
  details: isObject,
  argument: value => isStringMap(value) && hasAll(value, ['pointer', 'expected', 'received']),
  upgrade: value => isUpgrade(value),
  rpc: value => isJsonObject(value) && value.code !== undefined && isInteger(value.code),
  retryable: value => typeof value === 'boolean',
  retryAfterMs: value => typeof value === 'number' && value >= 0,
};

function wrongMember(given: JsonObject, members: Readonly<Record<string, Check>>): string | undefined {
  return Object.keys(members).find(name => given[name] !== undefined && !members[name]!(given[name]));
}

function wrongFailure(given: JsonObject): string | undefined {
  const problems = given.problems;
  if (!Array.isArray(problems) || problems.length === 0) return 'problems';
  for (const [index, each] of problems.entries()) {
    if (!isJsonObject(each) || each.kind === undefined || each.message === undefined) return `problems[${index}]`;
    const wrong = wrongMember(each, problemMembers);
    if (wrong !== undefined) return `problems[${index}].${wrong}`;
  }
  if (given.state !== undefined && !states.includes(given.state)) return 'state';
  return given.exitCode === undefined || isInteger(given.exitCode) ? undefined : 'exitCode';
}

/** A failure has an exit code that is not 0, and each of its problems carries advice. */
function completed(given: Failure): Failure {
  const problems = given.problems.map(withAdvice) as [Problem, ...Problem[]];
  return { ...given, problems, exitCode: given.exitCode || 1 };
}
