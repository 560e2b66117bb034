import { usage } from '../command/failure.js';

/** Waits for a write to a path that the user gave. A failure says that the server has answered but the path cannot be written. */
export async function writeTo<Value>(place: string, writing: Promise<Value>): Promise<Value> {
  try {
    return await writing;
  } catch (error) {
    throw usage(
      `The server has answered, but ${place} cannot be written (${codeOf(error)})`,
      'Name another place, or leave the flag out',
    );
  }
}

/** Waits for the write of a copy. When that fails it calls `why` and returns undefined, so that the answer is still printed. */
export async function valueOrWarning<Value>(
  writing: Promise<Value>,
  why: (code: string) => Promise<void>,
): Promise<Value | undefined> {
  try {
    return await writing;
  } catch (error) {
    await why(codeOf(error));
    return undefined;
  }
}

/** The code of a system error; any other error is thrown again. */
function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') throw error;
  return code;
}
