import { CacheFault } from '../cache/fault.js';

/** An index says something that cannot be, or that the cache does not bear out: whoever uses it goes on without. */
export class IndexDoubt extends Error {
  override readonly name = 'IndexDoubt';
}

/** Does work with the file of an index: what the system refuses, or has no room for, is an IndexDoubt too. */
export function inDoubt<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof IndexDoubt || (typeof code !== 'string' && !(error instanceof RangeError))) throw error;
    throw new IndexDoubt(message);
  }
}

/** What comes of work with an index; undefined when it met a doubt or a fault, which only a scan can tell for sure. */
export async function unlessDoubtful<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IndexDoubt || error instanceof CacheFault) return undefined;
    throw error;
  }
}
