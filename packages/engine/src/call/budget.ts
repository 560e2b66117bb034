import { invalidParameter, isJsonObject, type Json, type JsonObject, type Problem } from '@concord/contract';

/** Where a request says what it and everything it leads to may cost. */
export const budgetKey = 'io.concord/budget';

/** What a caller grants a call: the time until its answer, and the size of that. Each hop hands on what is left. */
export interface Budget {
  /** Milliseconds from when it was read. */
  readonly deadlineMs?: number;
  readonly bytes?: number;
  /** Counted as four bytes each, which is what texts come to on the average. */
  readonly tokens?: number;
}

const BYTES_OF_TOKEN = 4;
/** What a hop keeps for itself: the time to pass a failure on, and what it writes around an answer. */
const OWN_MS = 50;
const OWN_SHARE = 0.1;
const OWN_BYTES = 512;
const LONGEST_MS = 86_400_000;

/** The budget of a request; nothing where it has none, and a problem where that cannot be used. */
export function readBudget(meta: JsonObject | undefined, now = Date.now()): Budget | Problem | undefined {
  const given = meta?.[budgetKey];
  if (given === undefined) return undefined;
  if (!isJsonObject(given)) return unusable('must be an object with deadlineMs, deadline, bytes or tokens');
  const { deadline, deadlineMs = deadline === undefined ? undefined : untilTime(deadline, now), bytes, tokens } = given;
  if (deadlineMs !== undefined && !isAmount(deadlineMs))
    return unusable('has a deadline that is neither milliseconds (deadlineMs) nor a time of RFC 3339 (deadline)');
  if (bytes !== undefined && !isAmount(bytes)) return unusable('has bytes that are no number of 0 or more');
  if (tokens !== undefined && !isAmount(tokens)) return unusable('has tokens that are no number of 0 or more');
  return {
    ...(deadlineMs !== undefined && { deadlineMs: Math.min(deadlineMs, LONGEST_MS) }),
    ...(bytes !== undefined && { bytes }),
    ...(tokens !== undefined && { tokens }),
  };
}

/** The most bytes an answer within the budget has; undefined where it does not say. */
export function bytesWithin({ bytes, tokens }: Budget): number | undefined {
  if (tokens === undefined) return bytes;
  return Math.min(bytes ?? Number.POSITIVE_INFINITY, tokens * BYTES_OF_TOKEN);
}

/** What is left of a budget for the next hop. */
export function handedOn(budget: Budget, remainingMs: number): Budget {
  const { deadlineMs, bytes, tokens } = budget;
  return {
    ...(deadlineMs !== undefined && {
      deadlineMs: Math.max(0, Math.floor(remainingMs - Math.min(OWN_MS, remainingMs * OWN_SHARE))),
    }),
    ...(bytes !== undefined && { bytes: Math.max(0, bytes - OWN_BYTES) }),
    ...(tokens !== undefined && { tokens: Math.max(0, tokens - OWN_BYTES / BYTES_OF_TOKEN) }),
  };
}

const isAmount = (value: Json): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** Milliseconds until a time that is written as RFC 3339; nothing usable for anything else. */
function untilTime(deadline: Json, now: number): number {
  const time = typeof deadline === 'string' && deadline.length <= 40 ? Date.parse(deadline) : Number.NaN;
  return Number.isNaN(time) ? Number.NaN : Math.max(0, time - now);
}

function unusable(why: string): Problem {
  return invalidParameter(`_meta["${budgetKey}"]`, 'invalid value', `The budget of the request ${why}`);
}
