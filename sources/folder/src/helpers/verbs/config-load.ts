import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isJsonObject, type JsonObject } from '@concord/contract';
import { readFlags } from './flags.js';
import { argumentsOf, type HelperShell, type Verb } from './verb.js';

const MOST_BYTES = 10_485_760;

/**
 * `VALUE_OF_VARIABLE [--env VARIABLE] [--file FILE] [--example FILE] [--defaults JSON]`: prints the objects merged, what is named
 * first over what is named later. Missing files are skipped; what is not a JSON object is skipped with a warning. Fails when there
 * is nothing at all.
 */
export const configLoad: Verb = async shell => {
  const [variable = '', ...given] = await argumentsOf(shell);
  const { values, fault } = readFlags(given, ['env', 'file', 'example', 'defaults']);
  if (fault !== undefined) {
    await shell.stderr(`mcp_config_load: ${fault}\n`);
    return 1;
  }
  const last = (name: string): string | undefined => values[name]?.at(-1);
  const sources = [
    await inText(last('defaults'), '--defaults', shell),
    await inFile(last('example'), shell),
    await inFile(last('file'), shell),
    /^\s{0,100}\{/.test(variable)
      ? await inText(variable, `the variable ${last('env')}`, shell)
      : await inFile(variable, shell, `the variable ${last('env')} is neither a JSON object nor the path of a file`),
  ];
  const found = sources.filter(each => each !== undefined);
  await shell.stdout(JSON.stringify(Object.assign({}, ...found)));
  return found.length === 0 ? 1 : 0;
};

async function inFile(
  path: string | undefined,
  shell: HelperShell,
  complaint?: string,
): Promise<JsonObject | undefined> {
  if (!path) return undefined;
  const file = resolve(shell.cwd, path);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > MOST_BYTES) {
    if (complaint !== undefined) await shell.stderr(`mcp_config_load: ${complaint}\n`);
    return undefined;
  }
  return inText(readFileSync(file, 'utf8'), path, shell);
}

/** What is said about a source never has its text in it: configurations hold secrets. */
async function inText(
  text: string | undefined,
  name: string,
  { stderr }: HelperShell,
): Promise<JsonObject | undefined> {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Told below.
  }
  await stderr(`mcp_config_load: ${name} is not a JSON object, and is left out\n`);
  return undefined;
}
