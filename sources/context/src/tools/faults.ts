import { type Failure, failure, problem } from '@concord/contract';
import type { Call } from '@concord/engine';
import { CacheFault } from '../cache/fault.js';

/** The public message of each kind of fault, which never contains details. */
const messages: Readonly<Record<CacheFault['kind'], string>> = {
  not_found: 'Cache does not exist',
  corrupt: 'Cache exists but is invalid',
  forbidden: 'I/O error occurred',
  io: 'I/O error occurred',
  internal: 'Internal error',
};

/** The outcome of a call for a fault. Other errors are bugs and thrown again. */
export function faultOutcome(error: unknown, call: Call): Failure {
  if (!(error instanceof CacheFault)) throw error;
  call.log('debug', { kind: error.kind });
  return failure(problem(error.kind, messages[error.kind]));
}

/** The outcome for a cache name that is not allowed: the same as for a missing cache. */
export function missingCache(): Failure {
  return failure(problem('invalid_path', messages.not_found));
}
