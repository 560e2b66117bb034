import { StoreFailure } from '../../src/index.js';

/** What a promise fails with, as a store says it; throws where it fails in another way, or not at all. */
export async function failureOf(promised: Promise<unknown>): Promise<StoreFailure> {
  const error = await promised.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  if (error instanceof StoreFailure) return error;
  throw error;
}
