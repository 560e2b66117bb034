import { Script } from 'node:vm';

/** Work took longer than it may. */
export class DeadlinePassed extends Error {}

const script = new Script('globalThis.__concordWork()');
const place = globalThis as { __concordWork?: () => void };

/**
 * Runs work that may not take longer than a time, whatever it does: an expression that explodes is stopped in its middle.
 * Throws DeadlinePassed.
 */
export function runWithin<Result>(milliseconds: number, work: () => Result): Result {
  let result: { readonly value: Result } | undefined;
  const before = place.__concordWork;
  place.__concordWork = () => {
    result = { value: work() };
  };
  try {
    script.runInThisContext({ timeout: Math.max(1, Math.ceil(milliseconds)) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new DeadlinePassed();
    throw error;
  } finally {
    if (before) place.__concordWork = before;
    else delete place.__concordWork;
  }
  return result!.value;
}
