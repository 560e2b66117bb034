import type { Readable } from 'node:stream';

/** What a verb of `mcp helper` sees of the shell function that started it. */
export interface HelperShell {
  readonly stdin: Readable;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  stdout(text: string): Promise<void>;
  stderr(text: string): Promise<void>;
}

/** Does the part of a shell function that needs JSON or the network; gives the exit code. `words` follow the verb. */
export type Verb = (shell: HelperShell, words: readonly string[]) => Promise<number>;

const MOST_BYTES = 64 * 1_048_576;

/** The arguments of a shell function: a JSON array of strings on stdin, where other processes cannot see them. */
export async function argumentsOf({ stdin }: HelperShell): Promise<readonly string[]> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stdin) {
    length += (piece as Buffer).length;
    if (length > MOST_BYTES) throw new Error(`the arguments have more than ${MOST_BYTES} bytes`);
    pieces.push(piece as Buffer);
  }
  const given: unknown = JSON.parse(Buffer.concat(pieces).toString());
  if (!Array.isArray(given) || !given.every(each => typeof each === 'string'))
    throw new Error('expected a JSON array of strings on stdin');
  return given;
}
