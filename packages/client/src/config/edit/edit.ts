import { mkdir, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isJsonObject, type JsonObject } from '@concord/contract';
import { replaceFile } from '@concord/engine';
import { applyEdits } from 'jsonc-parser';
import { ConfigError } from '../entry/error.js';
import { load } from '../files/load.js';
import { parseJsonc } from '../read/document.js';
import { memberEdits } from './member-edits.js';

const NEW_FILE_MODE = 0o600;

/** Puts an entry into one of our own files, or takes it out where `entry` is undefined. Everything else in the file stays as it is, comments and layout included. Throws a ConfigError, and leaves the file alone, when it cannot be parsed. */
export async function editServer(file: string, name: string, entry: JsonObject | undefined): Promise<void> {
  const loaded = await load(file);
  if ('fault' in loaded) throw new ConfigError(`${file}: ${loaded.fault}`, {});
  const text = 'absent' in loaded || loaded.text.trim() === '' ? '{}\n' : loaded.text;
  const document = parseJsonc(text, { strict: true });
  if ('reason' in document)
    throw new ConfigError(`${file}:${document.line ?? 1}:${document.column ?? 1}: ${document.reason}`, {
      hint: `Mend ${file} first: it was not changed`,
    });
  const { mcpServers } = document.value;
  if (mcpServers !== undefined && !isJsonObject(mcpServers))
    throw new ConfigError(`${file}: "mcpServers" is not an object`, { hint: `Mend ${file} first: it was not changed` });
  const layout = { unit: indentOf(text), eol: text.includes('\r\n') ? '\r\n' : '\n' };
  const edited = applyEdits(text, memberEdits(text, ['mcpServers', name], entry, layout));
  if ('absent' in loaded) await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // A link stays one, and what it leads to is replaced.
  const target = 'absent' in loaded ? file : await realpath(file);
  const mode = 'absent' in loaded ? NEW_FILE_MODE : (await stat(target)).mode & 0o777;
  await replaceFile(target, edited, { mode });
}

/** How the first indented line is indented. */
function indentOf(text: string): string {
  return /^(\t| {1,8})\S/m.exec(text)?.[1] ?? '  ';
}
