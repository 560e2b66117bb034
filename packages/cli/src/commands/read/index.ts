import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { compileRedaction, type Json, type JsonObject } from '@concord/contract';
import type { ResourceContents } from '@concord/engine';
import { plainCall } from '../../call/plain-call.js';
import type { Command } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { readTarget, whichOf } from '../../find/target.js';
import { onServer } from '../../open/on-server.js';
import { printJson } from '../../print/json.js';
import { spill, spillFolder } from '../../print/private-files.js';
import { fileLine } from '../../print/result-text.js';
import { saveAll, takeData } from '../../print/save-data.js';
import { visible } from '../../print/text.js';
import { writtenTo } from '../../print/unwritable.js';

const LIMIT_MS = 300_000;

/** `mcp read <server> <uri>`. */
export const read: Command = {
  summary: 'read a resource',
  usage: 'mcp read <server> <uri>',
  flags: ['output'],
  examples: [
    'mcp read demo demo://readme',
    'mcp read demo demo://pixel -o pixel.png',
    'mcp read demo demo://readme --timeout 30s',
  ],
  run: async (context, line) => {
    const { flags } = context;
    const { entry, item } = await readTarget(line, context, 'resource');
    if (item === undefined) throw whichOf('resource', entry);
    const about = { server: entry.name, uri: item };
    return onServer(entry, about, LIMIT_MS, context, async visit => {
      const { server } = visit;
      const contents = await server.read(item, plainCall(visit));
      await visit.line.end();
      const known = [...server.definition.secrets];
      const { value } = compileRedaction({ known }).value({ contents: withoutBlobs(contents) as unknown as Json });
      const result = withBlobs(value as JsonObject, contents);
      if (flags.output !== undefined) {
        const path = resolve(context.cwd, flags.output as string);
        await writtenTo(path, writeFile(path, bytesOf(result), { mode: 0o600 }));
      }
      if (flags.json) {
        const retries = server.retryCount();
        const metadata = { timestamp: context.now().toISOString(), retry_count: retries > 0 ? retries : null };
        await printJson(context, { ...about, status: 'success', result, metadata });
      } else if (flags.output === undefined) await printContents(result, context);
      return 0;
    });
  },
};

/** Bytes are no text: they are neither searched for secrets nor changed. */
function withoutBlobs(contents: readonly ResourceContents[]): readonly object[] {
  return contents.map(({ blob: _, ...rest }) => rest);
}

function withBlobs(redacted: JsonObject, contents: readonly ResourceContents[]): JsonObject {
  const items = redacted.contents as readonly JsonObject[];
  return {
    contents: items.map((each, index) => ({
      ...each,
      ...(contents[index]?.blob !== undefined && { blob: contents[index].blob }),
    })),
  };
}

/** All contents one after the other. */
function bytesOf({ contents }: JsonObject): Buffer {
  const parts = (contents as readonly JsonObject[]).map(({ blob, text }) =>
    typeof blob === 'string' ? Buffer.from(blob, 'base64') : Buffer.from(typeof text === 'string' ? text : ''),
  );
  return Buffer.concat(parts);
}

/** Text as it is. Bytes go to a reader that is no terminal; on one they go to a file whose path is told. */
async function printContents(result: JsonObject, context: CommandContext): Promise<void> {
  const { found } = takeData(result, 'contents');
  if (found.length === 0) return context.stdout(visible(bytesOf(result).toString(), context.terminal.stdout));
  if (!context.terminal.stdout) return context.stdout(bytesOf(result));
  const files = await saveAll(found, (name, bytes) => writtenTo(spillFolder(context), spill(context, name, bytes)));
  const texts = (result.contents as readonly JsonObject[]).flatMap(({ text }) =>
    typeof text === 'string' ? [text] : [],
  );
  await context.stdout(`${visible([...texts, ...files.map(fileLine)].join('\n'), true)}\n`);
  if (!context.flags.quiet) await context.stderr('note: -o FILE writes the bytes where you want them\n');
}
