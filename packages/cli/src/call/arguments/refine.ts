import { isJsonObject, type Json, type JsonObject, type Problem } from '@concord/contract';
import type { Assembled } from './assemble.js';

const MAX_DISTANCE = 2;

/**
 * The problems of a call as its caller should see them: a missing name beside a misspelt one is one problem, they come in the order of
 * the parameters, and what was read from files is not quoted.
 */
export function refineProblems(
  problems: readonly Problem[],
  { args, readFromFiles }: Assembled,
  schema: JsonObject,
): readonly Problem[] {
  const known = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
  const mistaken = new Map<string, string>();
  for (const each of problems) {
    const missing = each.details?.reason === 'required' ? topLevel(each) : undefined;
    if (missing === undefined) continue;
    const candidates = Object.keys(args).filter(
      name => !known.includes(name) && ![...mistaken.values()].includes(name),
    );
    const near = candidates.find(name => isClose(name.toLowerCase(), missing.toLowerCase()));
    if (near !== undefined) mistaken.set(missing, near);
  }
  const merged = [...mistaken.values()];
  const kept = problems.filter(each => !(each.details?.reason === 'unknown' && merged.includes(topLevel(each) ?? '')));
  const order = (each: Problem) => {
    const at = known.indexOf(topLevel(each) ?? '');
    return at === -1 ? known.length : at;
  };
  return kept
    .map(each => withMistaken(each, mistaken.get(topLevel(each) ?? '')))
    .map(each => withoutFile(each, readFromFiles, args))
    .sort((one, other) => order(one) - order(other));
}

function withMistaken(given: Problem, name: string | undefined): Problem {
  if (name === undefined || given.details?.reason !== 'required' || !given.argument) return given;
  const nearest = topLevel(given)!;
  return {
    ...given,
    message: `${given.message}; '${name}' is not a parameter, did you mean '${nearest}'?`,
    argument: { ...given.argument, nearest },
    details: { ...given.details, mistaken: name },
  };
}

function withoutFile(given: Problem, readFromFiles: Assembled['readFromFiles'], args: JsonObject): Problem {
  const name = topLevel(given);
  const place = name === undefined ? undefined : readFromFiles.get(name);
  if (place === undefined || !given.argument || given.argument.received === 'nothing') return given;
  const { nearest: _, ...argument } = given.argument;
  return { ...given, argument: { ...argument, received: `${typeName(args[name!])} from ${place}` } };
}

function typeName(value: Json | undefined): string {
  return value === null
    ? 'null'
    : Array.isArray(value)
      ? 'an array'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`;
}

function topLevel({ argument }: Problem): string | undefined {
  const [, first] = argument?.pointer.split('/') ?? [];
  return first?.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Whether two names are similar: few changes apart, and with at least one letter in common. */
function isClose(one: string, other: string): boolean {
  return distance(one, other) <= MAX_DISTANCE && [...one].some(letter => other.includes(letter));
}

/** The edit distance of two names; one more than `MAX_DISTANCE` when it is larger. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MAX_DISTANCE || one.length > 64) return MAX_DISTANCE + 1;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1));
    row = next;
  }
  return row[other.length]!;
}
