import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { failure, isJsonObject, type JsonObject, problem } from '@concord/contract';
import type { CommandContext } from '../command/context.js';
import { type About, CommandFailure } from '../command/failure.js';
import { commandOn } from '../command/next-command.js';
import { type Assembled, assemble } from './arguments/assemble.js';
import { BadWord, readAssignments } from './arguments/assignments.js';
import { lookAtStandardInput, readStandardInput } from './arguments/standard-input.js';

const LARGEST_FILE = 16 * 1_048_576;

/** Reads the arguments of a call for any schema, as often as asked: standard input and files are read once. */
export function argumentReader(
  words: readonly string[],
  context: CommandContext,
  about: About,
): (schema: JsonObject) => Promise<Assembled> {
  const files = new Map<string, Promise<Buffer>>();
  // Standard input is inspected at once, so that the wait for a silent pipe passes while the server starts.
  const piped = words.length > 0 ? undefined : lookAtStandardInput(context);
  let stdin: Promise<Buffer> | undefined;
  let isNoted = false;
  const reading = {
    file: (path: string) => {
      const bytes = files.get(path) ?? readArgumentFile(resolve(context.cwd, path), path);
      files.set(path, bytes);
      return bytes;
    },
    stdin: () => {
      stdin ??= readStandardInput(context, LARGEST_FILE);
      return stdin;
    },
  };
  const wordsFor = async (schema: JsonObject): Promise<readonly string[]> => {
    const found = await piped;
    if (found === 'idle' && !isNoted && !context.flags.quiet && takesArguments(schema)) {
      isNoted = true;
      await context.stderr('note: standard input is open but silent; pass - to wait for arguments there\n');
    }
    if (found !== 'given') return words;
    return (await reading.stdin()).toString().trim() === '' ? [] : ['-'];
  };
  return async schema => {
    try {
      return await assemble(readAssignments(await wordsFor(schema)), schema, reading);
    } catch (error) {
      throw error instanceof BadWord ? refused(error.message, about) : error;
    }
  };
}

function takesArguments({ properties }: JsonObject): boolean {
  return isJsonObject(properties) && Object.keys(properties).length > 0;
}

/** The contents of a file. Reads no more than `LARGEST_FILE`, and fails for a larger one. */
async function readArgumentFile(path: string, shown: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  try {
    for await (const part of createReadStream(path, { end: LARGEST_FILE })) parts.push(part as Buffer);
  } catch (error) {
    throw new BadWord(shown, `The file ${shown} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  const bytes = Buffer.concat(parts);
  if (bytes.length > LARGEST_FILE) throw new BadWord(shown, `The file ${shown} is larger than ${LARGEST_FILE} bytes`);
  return bytes;
}

function refused(message: string, about: About): CommandFailure {
  const hint = about.entry ? commandOn('info', about.entry, about.tool) : 'mcp help call';
  return new CommandFailure(failure(problem('invalid_params', message, { hint })), about);
}
