import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { nearest } from '@concord/engine';
import { type ClientEntry, clientEntry, entryClients, inspectorCommand, wrapperScript } from '@concord/source-folder';
import { usage } from '../../command/failure.js';
import type { CommandLine } from '../../parse/command-line.js';
import { jsonText, printJson, printText } from '../../print/json.js';
import type { Shell } from '../../start/process-shell.js';
import { folderFailure, splitFolder } from '../project/folder-command.js';
import { projectFor } from '../project/project.js';

const names = Object.keys(entryClients);

/** `mcp config client [NAME] [DIR]`: what starts the server of a project, in the form each client has for it. */
export async function showClientEntries(shell: Shell, line: CommandLine, words: readonly string[]): Promise<void> {
  const { flags } = line;
  if (flags.wrapper && flags.inspector) throw usage('Expected --wrapper or --inspector, not both', 'mcp help config');
  const isNamed = words[0] !== undefined && names.includes(words[0]);
  if (words[0] !== undefined && !isNamed) checkFolder(words[0], shell);
  const { folder } = splitFolder({ ...line, words }, isNamed ? 1 : 0);
  const entry = await entryIn(shell, folder);
  if (flags.wrapper) return printText(shell, flags, wrapperScript(entry));
  if (flags.inspector) return printText(shell, flags, `${inspectorCommand(entry)}\n`);
  if (flags.json) return printJson(shell, flags, entry);
  if (isNamed) return printJson(shell, flags, entryClients[words[0]!]!.form(entry));
  const forms = Object.entries(entryClients).map(
    ([name, { file, form }]) => `# ${name}: ${file}\n${jsonText(flags, form(entry))}`,
  );
  await shell.stdout(forms.join('\n'));
}

/** What is neither a client nor a folder was meant to be a client. */
function checkFolder(word: string, { cwd }: Shell): void {
  if (existsSync(resolve(cwd, word))) return;
  const near = nearest(word, names);
  const hint = near === undefined ? `There are: ${names.join(', ')}` : `Did you mean '${near}'?`;
  throw usage(`Expected a client or a folder, and '${word.slice(0, 80)}' is neither`, hint);
}

async function entryIn(shell: Shell, folder: string | undefined): Promise<ClientEntry> {
  try {
    return await clientEntry(projectFor(shell, folder), shell.program ?? 'mcp');
  } catch (error) {
    throw folderFailure(error);
  }
}
