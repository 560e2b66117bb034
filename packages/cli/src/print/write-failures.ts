import { usage } from '../command/failure.js';

/** Writes where the command line says. A place that cannot be written to is told, and that the server had done its work by then. */
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

/** Keeps what is printed only in part. A disk that is full costs the copy, never the answer: undefined, and `why` is told. */
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

/** What the system says; whatever else goes wrong is a bug and is thrown on. */
function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') throw error;
  return code;
}
