import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { nearest } from '@concord/engine';
import { type ClientEntry, clientEntry, entryClients, inspectorCommand, wrapperScript } from '@concord/source-folder';
import type { CommandWords } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { usage } from '../../command/failure.js';
import { jsonText, printJson, printText } from '../../print/json.js';
import { folderFailure, splitFolder } from '../project/folder-command.js';
import { projectFor } from '../project/project.js';

const names = Object.keys(entryClients);

/** `mcp config client [NAME] [DIR]`: what starts the server of a project, in the form each client has for it. */
export async function showClientEntries(
  context: CommandContext,
  line: CommandWords,
  words: readonly string[],
): Promise<void> {
  const { flags } = context;
  if (flags.wrapper && flags.inspector) throw usage('Expected --wrapper or --inspector, not both', 'mcp help config');
  const isNamed = words[0] !== undefined && names.includes(words[0]);
  if (words[0] !== undefined && !isNamed) checkFolder(words[0], context);
  const { folder } = splitFolder(context, { ...line, words }, isNamed ? 1 : 0);
  const entry = await entryIn(context, folder);
  if (flags.wrapper) return printText(context, wrapperScript(entry));
  if (flags.inspector) return printText(context, `${inspectorCommand(entry)}\n`);
  if (flags.json) return printJson(context, entry);
  if (isNamed) return printJson(context, entryClients[words[0]!]!.form(entry));
  const forms = Object.entries(entryClients).map(
    ([name, { file, form }]) => `# ${name}: ${file}\n${jsonText(context, form(entry))}`,
  );
  await context.stdout(forms.join('\n'));
}

/** A word that is neither a client nor a folder fails as an unknown client. */
function checkFolder(word: string, { cwd }: CommandContext): void {
  if (existsSync(resolve(cwd, word))) return;
  const near = nearest(word, names);
  const hint = near === undefined ? `There are: ${names.join(', ')}` : `Did you mean '${near}'?`;
  throw usage(`Expected a client or a folder, and '${word.slice(0, 80)}' is neither`, hint);
}

async function entryIn(context: CommandContext, folder: string | undefined): Promise<ClientEntry> {
  try {
    return await clientEntry(projectFor(context, folder), context.program ?? 'mcp');
  } catch (error) {
    throw folderFailure(error);
  }
}
