import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@concord/contract';
import { replaceFile } from '@concord/engine';
import { codeOf } from '../../files/file-system.js';
import { pathBelow } from '../../project/findings.js';
import type { Project } from '../../project/project.js';
import { readRegistered } from '../../register/registration.js';
import { CannotMake, cannotWrite, type Made, makeMissing, type PlannedFile, together } from './made-files.js';

/** Makes a completion script and registers it, which is the only way it is found. Throws CannotMake, and then nothing was made. */
export async function makeCompletion(project: Project, name: string): Promise<Made> {
  const register = join(project.server, 'register.json');
  const script = join(project.completions, `${name}.sh`);
  const item = { name, path: pathBelow(project.root, script) };
  if (existsSync(register)) {
    const [before, registered] = await readRegister(register);
    const made = await makeMissing(project.root, [scriptFile(script, name)]);
    return together(made, await registerIn(project, register, before, registered, item));
  }
  if (existsSync(join(project.server, 'register.sh')))
    throw new CannotMake(
      'server.d/register.sh registers what this project has, and would not be read any more beside a register.json',
      `Add to it: mcp_completion_register_manual '${JSON.stringify(item)}'`,
    );
  const content = `${JSON.stringify({ version: 1, completions: [item] }, null, 2)}\n`;
  return makeMissing(project.root, [scriptFile(script, name), { path: register, content }]);
}

async function readRegister(path: string): Promise<readonly [JsonObject, readonly JsonObject[]]> {
  const refuse = (why: string) =>
    new CannotMake(`server.d/register.json cannot be added to: ${why}`, 'Run mcp validate and mend it first');
  let given: unknown;
  try {
    given = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw refuse(error instanceof SyntaxError ? 'it is not valid JSON' : codeOf(error));
  }
  if (!isJsonObject(given)) throw refuse('it is not a JSON object');
  const registered = readRegistered(given);
  if ('fault' in registered) throw refuse(registered.fault);
  return [given, registered.completions ?? []];
}

/** Adds an item, so that a reader sees the old file or the new one, whole. */
async function registerIn(
  { root }: Project,
  path: string,
  before: JsonObject,
  completions: readonly JsonObject[],
  item: JsonObject,
): Promise<Made> {
  const file = pathBelow(root, path);
  if (completions.some(({ name }) => name === item.name)) return { created: [], skipped: [file], updated: [] };
  try {
    const content = { ...before, completions: [...completions, item] };
    await replaceFile(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 'umask' });
  } catch (error) {
    throw cannotWrite(file, error);
  }
  return { created: [], skipped: [], updated: [file] };
}

function scriptFile(path: string, name: string): PlannedFile {
  const content = `#!/bin/sh
# Completes what a person types for the prompt or resource ${name}: prints the values that begin with it, as a JSON list of strings.
set -eu

typed=$(printf '%s' "$MCP_COMPLETION_ARGS_JSON" | sed -n 's/^{"query":"\\([^"\\\\]*\\)".*/\\1/p')
separator=''
printf '['
for value in red green blue; do
  case $value in
  "$typed"*)
    printf '%s"%s"' "$separator" "$value"
    separator=', '
    ;;
  esac
done
printf ']\\n'
`;
  return { path, content, isExecutable: true };
}
