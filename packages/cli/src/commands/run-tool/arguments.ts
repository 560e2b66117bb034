import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { failure, isJsonObject, type JsonObject, problem } from '@concord/contract';
import { BadWord } from '../../call/arguments/assignments.js';
import { BadJson, readJson } from '../../call/arguments/json-text.js';
import { readStandardInput } from '../../call/arguments/standard-input.js';
import type { CommandContext } from '../../command/context.js';
import { CommandFailure } from '../../command/failure.js';

const LARGEST = 16 * 1_048_576;

/** Reads `--args`: JSON, `@FILE` or `-`. Fails with invalid_params when they are wrong. */
export async function readArguments(context: CommandContext, given: string | undefined): Promise<JsonObject> {
  const text = await textOf(context, given ?? '');
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = readJson(text);
  } catch (error) {
    if (error instanceof BadJson) throw refused(`--args is not JSON: it ${error.message}`);
    throw error;
  }
  if (!isJsonObject(value)) throw refused('--args must be a JSON object');
  return value;
}

async function textOf(context: CommandContext, given: string): Promise<string> {
  if (given === '-') return standardInput(context);
  if (!given.startsWith('@')) return given;
  if (given === '@') throw refused('--args @ names no file');
  const path = resolve(context.cwd, given.slice(1));
  try {
    if ((await stat(path)).size > LARGEST) throw refused(`${given.slice(1)} is larger than ${LARGEST} bytes`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw refused(`${given.slice(1)} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

async function standardInput(context: CommandContext): Promise<string> {
  try {
    return (await readStandardInput(context, LARGEST)).toString();
  } catch (error) {
    throw error instanceof BadWord ? refused(error.message) : error;
  }
}

/** Whether a word in the place of the folder looks like arguments of a tool. */
export function isLikeArguments({ cwd }: CommandContext, word: string): boolean {
  return /^(?:[{@]|[A-Za-z_]\w{0,63}:?=)/.test(word) && !existsSync(resolve(cwd, word));
}

function refused(message: string): CommandFailure {
  const hint = `Write them as --args '{"name": "value"}', --args @FILE or --args -`;
  return new CommandFailure(failure(problem('invalid_params', message, { hint })));
}
