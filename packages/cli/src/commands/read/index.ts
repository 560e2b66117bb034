import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { JsonObject } from '@concord/contract';
import { answerMetadata, askServer } from '../../call/ask-server.js';
import type { Command } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { missingItem, readTarget } from '../../find/target.js';
import { onServer } from '../../open/on-server.js';
import { printJson } from '../../print/json.js';
import { spill, spillFolder } from '../../print/private-files.js';
import { fileLine } from '../../print/result-text.js';
import { saveAll, takeData } from '../../print/save-data.js';
import { visible } from '../../print/text.js';
import { writeTo } from '../../print/write-failures.js';

const LIMIT_MS = 300_000;

/** `mcp read <server> <uri>`. */
export const read: Command = {
  summary: 'read a resource',
  usage: 'mcp read <server> <uri> | <uri> -- command…',
  flags: ['output'],
  examples: [
    'mcp read demo demo://readme',
    'mcp read demo demo://pixel -o pixel.png',
    'mcp read demo demo://readme --timeout 30s',
  ],
  run: async (context, line) => {
    const { flags } = context;
    const { entry, item } = await readTarget(line, context, 'resource');
    if (item === undefined) throw missingItem('resource', entry);
    const about = { server: entry.name, uri: item };
    const subject = { ...about, entry };
    return onServer(entry, subject, LIMIT_MS, context, async opened => {
      const { source, line: progress } = opened;
      // A source that a daemon keeps may miss recent changes.
      if (source.snapshot().isRemembered) await source.refresh?.({ kinds: ['resources'] });
      const contents = await askServer({ method: 'resources/read', uri: item }, subject, opened, context);
      await progress.end();
      const result: JsonObject = { contents };
      if (flags.output !== undefined) {
        const path = resolve(context.cwd, flags.output as string);
        await writeTo(path, writeFile(path, bytesOf(result), { mode: 0o600 }));
      }
      if (flags.json) {
        const metadata = answerMetadata(source, context);
        await printJson(context, { ...about, status: 'success', result, metadata });
      } else if (flags.output === undefined) await printContents(result, context);
      return 0;
    });
  },
};

/** All contents one after the other. */
function bytesOf({ contents }: JsonObject): Buffer {
  const parts = (contents as readonly JsonObject[]).map(({ blob, text }) =>
    typeof blob === 'string' ? Buffer.from(blob, 'base64') : Buffer.from(typeof text === 'string' ? text : ''),
  );
  return Buffer.concat(parts);
}

/** Prints text as it is. Binary data goes to stdout unless that is a terminal; then it is saved and its path printed. */
async function printContents(result: JsonObject, context: CommandContext): Promise<void> {
  const { found } = takeData(result, 'contents');
  if (found.length === 0) return context.stdout(visible(bytesOf(result).toString(), context.terminal.stdout));
  if (!context.terminal.stdout) return context.stdout(bytesOf(result));
  const files = await saveAll(found, (name, bytes) => writeTo(spillFolder(context), spill(context, name, bytes)));
  const texts = (result.contents as readonly JsonObject[]).flatMap(({ text }) =>
    typeof text === 'string' ? [text] : [],
  );
  await context.stdout(`${visible([...texts, ...files.map(fileLine)].join('\n'), true)}\n`);
  if (!context.flags.quiet) await context.stderr('note: -o FILE writes the bytes where you want them\n');
}
