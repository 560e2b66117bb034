import { CacheFault, SameContentFault } from '@concord/source-context';

/** A failure of `mcp context`: its code in the contract, its exit code and its message. */
export class ContextFailure extends Error {
  constructor(
    readonly code:
      | 'cache_missing'
      | 'cache_invalid'
      | 'invalid_query'
      | 'invalid_budget'
      | 'io_error'
      | 'internal_error',
    readonly exitCode: number,
    message: string,
  ) {
    super(message);
  }
}

const byKind: Readonly<Record<CacheFault['kind'], readonly [ContextFailure['code'], number, string]>> = {
  not_found: ['cache_missing', 4, 'Cache does not exist'],
  corrupt: ['cache_invalid', 5, 'Cache is invalid'],
  forbidden: ['io_error', 6, 'I/O error'],
  io: ['io_error', 6, 'I/O error'],
  internal: ['internal_error', 7, 'Internal error'],
};

/** Converts a fault of a cache to a failure of the command; throws any other error again. */
export function contextFailure(error: unknown): ContextFailure {
  if (error instanceof ContextFailure) return error;
  if (!(error instanceof CacheFault))
    return new ContextFailure('internal_error', 7, `Internal error: ${(error as Error).message}`);
  const [code, exitCode, words] = byKind[error.kind];
  if (error instanceof SameContentFault) return new ContextFailure(code, exitCode, error.detail);
  return new ContextFailure(code, exitCode, `${words}: ${error.detail}`);
}
