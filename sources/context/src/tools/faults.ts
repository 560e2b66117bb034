import { type Failure, failure, problem } from '@concord/contract';
import type { Call } from '@concord/engine';
import { CacheFault } from '../cache/fault.js';

/** What each kind of fault is called where anybody may read it: the same words every time, and nothing else. */
const messages: Readonly<Record<CacheFault['kind'], string>> = {
  not_found: 'Cache does not exist',
  corrupt: 'Cache exists but is invalid',
  forbidden: 'I/O error occurred',
  io: 'I/O error occurred',
  internal: 'Internal error',
};

/** A fault as the outcome of a call; anything else is a bug, and goes on as one. Details go to the caller's log alone. */
export function faultOutcome(error: unknown, call: Call): Failure {
  if (!(error instanceof CacheFault)) throw error;
  call.log('debug', { kind: error.kind });
  return failure(problem(error.kind, messages[error.kind]));
}

/** A cache that cannot be named is one that is not there. */
export function missingCache(): Failure {
  return failure(problem('invalid_path', messages.not_found));
}
