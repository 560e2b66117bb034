import type { Kind } from '@concord/contract';
import type { CallRecord } from '@concord/engine';

type Why = Readonly<Record<string, string>>;

/** What decided a failure, by its kind, from what its record says of it. */
const causes: Partial<Record<Kind, (why: Why, record: CallRecord) => string>> = {
  invalid_params: ({ reason }) =>
    reason === 'key reused'
      ? 'its idempotency key was used before, for a call with other arguments'
      : `its arguments were refused${reason ? ` (${reason})` : ''}`,
  not_found: ({ reason }) =>
    reason === 'no spill'
      ? 'what an address among its arguments stands for is not there for its caller'
      : 'what was asked for is not there, or not for this caller',
  forbidden: () => 'a rule of the operator does not allow it',
  limited: ({ limit, scope, allowed }) =>
    limit === undefined
      ? 'too many calls waited already for a place at its server'
      : `the ${limitNames[limit] ?? limit} of its ${scope ?? 'caller'} was used up${allowed ? ` (${allowed})` : ''}`,
  conflict: ({ conflictingOperation, holderTarget, since, holderPid, holderRequestId }) =>
    `a lock was held by ${conflictingOperation ?? 'another call'}${holderTarget ? ` on ${holderTarget}` : ''}${since ? ` since ${since}` : ''}${holderPid ? ` (process ${holderPid}${holderRequestId ? `, request ${holderRequestId}` : ''})` : ''}`,
  timeout: ({ reason, timeoutMs, budgetMs, hop }) =>
    reason === 'budget'
      ? `the time its caller granted, ${budgetMs} ms, was spent at '${hop}'`
      : `it took longer than its ${timeoutMs ?? ''} ms`.replace('  ', ' '),
  cancelled: () => 'its caller withdrew it',
  unavailable: ({ reason, variant, retryAfterMs, failures }) => {
    if (reason === 'store')
      return 'the store could not be reached, so that it could not be made sure that it takes effect once';
    if (reason === 'breaker')
      return `its server could not be reached ${failures ?? 'several'} times in a row, and was not tried again before its time${retryAfterMs ? ` (in ${retryAfterMs} ms)` : ''}`;
    if (reason === 'unknown') return 'the process that ran it first under its idempotency key was lost';
    return unreachable[variant ?? ''] ?? 'something it needs is not there';
  },
  too_large: ({ sizeBytes, limitBytes }) =>
    `its result of ${sizeBytes ?? 'too many'} bytes was over the limit${limitBytes ? ` of ${limitBytes}` : ''}`,
  upgrade_required: ({ reason }) => reason ?? 'it needs a higher tier',
  malformed_output: () => 'what came back could not be used',
  command_failed: () => 'the tool itself reported a failure',
};

const limitNames: Readonly<Record<string, string>> = {
  rate: 'rate',
  concurrency: 'number of calls under way at once',
  bytes: 'bytes of answers',
};

const unreachable: Readonly<Record<string, string>> = {
  spawn_failed: 'its server could not be started',
  server_exited: 'its server ended while it was asked',
  unreachable: 'its server could not be reached',
};

/** Why a call failed, in words. */
export function causeOf(record: CallRecord): string {
  const kind = record.kinds[0] as Kind | undefined;
  const say = kind && causes[kind];
  return say?.((record.why ?? {}) as Why, record) ?? 'it ended with an error of its own';
}

const advice: Partial<Record<Kind, string>> = {
  invalid_params: 'correct the arguments and call again',
  not_found: 'see what there is with tools/list; a right may be missing',
  forbidden: 'ask the operator',
  limited: 'wait as long as retryAfterMs says, or ask for a higher limit',
  conflict: 'wait until the other call has ended, and call again',
  timeout: 'see whether it took effect, then call again with more time',
  cancelled: 'call again where it is still wanted',
  unavailable: 'call again later; see the log of the server',
  too_large: 'ask for less at a time',
  upgrade_required: 'use a token of a higher tier',
  io: 'see the log of the server, then call again',
  command_failed: 'read what the tool said, and correct that',
};

/** What to do next. */
export function adviceFor({ kinds, state, why }: CallRecord): string {
  const { reason } = (why ?? {}) as Why;
  if (reason === 'key reused') return 'use a new idempotency key for a call with other arguments';
  if (state === 'unknown') return 'see whether it took effect before it is called again';
  return advice[kinds[0] as Kind] ?? 'see the log of the server';
}
