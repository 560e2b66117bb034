import { CacheFault } from '../cache/fault.js';

/** An index is damaged or does not match its cache. The caller goes on without the index. */
export class UnusableIndex extends Error {
  override readonly name = 'UnusableIndex';
}

/** Runs work on the file of an index, and turns system errors and failed allocations into UnusableIndex. */
export function asUnusableIndex<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof UnusableIndex || (typeof code !== 'string' && !(error instanceof RangeError))) throw error;
    throw new UnusableIndex(message);
  }
}

/** The result of work with an index; undefined when it threw UnusableIndex or a CacheFault, which only a scan can decide about. */
export async function unlessUnusable<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnusableIndex || error instanceof CacheFault) return undefined;
    throw error;
  }
}
