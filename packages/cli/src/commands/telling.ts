import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { schemas } from '@concord/contract';
import { type CallRecord, nearest, stateFolder } from '@concord/engine';
import { notFound } from '../failure.js';
import { readCount } from '../parse/command-line.js';
import { printJson } from '../print/json.js';
import type { Command } from './command.js';

const outputs = ['list', 'info', 'call', 'search'] as const;

/** `mcp schema [command]`. */
export const schema: Command = {
  summary: "show the JSON Schema of a command's --json output",
  usage: 'mcp schema [list | info | call | search]',
  flags: [],
  examples: ['mcp schema', 'mcp schema call'],
  run: async (shell, { words: [name], flags }) => {
    if (name === undefined) await printJson(shell, flags, outputs);
    else if ((outputs as readonly string[]).includes(name)) {
      const success = schemas[name as (typeof outputs)[number]];
      await printJson(shell, flags, {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        oneOf: [success, ...(name === 'call' ? [] : [schemas['cli-error']])],
      });
    } else throw notFound(`schema '${name}'`, nearest(name, outputs), {});
    return 0;
  },
};

/** `mcp calls`: what was called and how it went, never what was said. */
export const calls: Command = {
  summary: 'show the record of calls',
  usage: 'mcp calls [--server NAME] [--failed] [--limit N]',
  flags: ['server', 'failed', 'limit'],
  examples: ['mcp calls', 'mcp calls --failed --limit 5 --json'],
  run: async (shell, { flags }) => {
    const folder = stateFolder(shell.env);
    const files = folder === undefined ? [] : [join(folder, 'calls.1.jsonl'), join(folder, 'calls.jsonl')];
    const texts = await Promise.all(files.map(file => readFile(file, 'utf8').catch(() => '')));
    const limit = readCount((flags.limit as string | undefined) ?? '50', '--limit');
    const records = texts
      .join('')
      .split('\n')
      .flatMap(parse)
      .filter(each => flags.server === undefined || each.server === flags.server)
      .filter(each => !flags.failed || each.status === 'error')
      .reverse()
      .slice(0, limit);
    if (flags.json) await printJson(shell, flags, { calls: records.map(shown) });
    else
      await shell.stdout(
        records
          .map(
            each =>
              `${each.timestamp}  ${each.server ?? '-'}/${each.tool}  ${each.durationMs} ms  ${each.kinds.join(', ') || 'ok'}  ${each.bytes} bytes, ${each.redactions} redactions\n`,
          )
          .join(''),
      );
    return 0;
  },
};

function parse(line: string): CallRecord[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as CallRecord];
  } catch {
    return []; // A line that was being written.
  }
}

function shown({
  timestamp,
  server,
  tool,
  requestId,
  status,
  durationMs,
  kinds,
  bytes,
  redactions,
}: CallRecord): object {
  return {
    timestamp,
    ...(server !== undefined && { server }),
    tool,
    request_id: requestId,
    status,
    duration_ms: durationMs,
    kinds,
    bytes,
    redactions,
  };
}
