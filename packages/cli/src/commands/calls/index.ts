import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CallRecord, stateFolder } from '@concord/engine';
import type { Command } from '../../command/command.js';
import { numberOf } from '../../parse/values.js';
import { printJson } from '../../print/json.js';
import { counted } from '../../print/text.js';

const DEFAULT_COUNT = 50;

/** `mcp calls`: lists calls and their outcomes; arguments and results are not recorded. */
export const calls: Command = {
  summary: 'show the record of calls',
  usage: 'mcp calls [--server NAME] [--failed] [--limit N]',
  flags: ['server', 'failed', 'limit'],
  examples: ['mcp calls', 'mcp calls --failed --limit 5 --json'],
  more: `Newest first, ${DEFAULT_COUNT} unless --limit says otherwise. Durations are milliseconds.`,
  run: async context => {
    const { flags } = context;
    const folder = stateFolder(context.env);
    const files = folder === undefined ? [] : [join(folder, 'calls.1.jsonl'), join(folder, 'calls.jsonl')];
    const texts = await Promise.all(files.map(file => readFile(file, 'utf8').catch(() => '')));
    const records = texts
      .join('')
      .split('\n')
      .flatMap(parse)
      .filter(each => flags.server === undefined || each.server === flags.server)
      .filter(each => !flags.failed || each.status === 'error')
      .reverse()
      .slice(0, numberOf(flags, 'limit', 'count') ?? DEFAULT_COUNT);
    if (flags.json) await printJson(context, { calls: records.map(documentOf) });
    else await context.stdout(records.map(lineOf).join(''));
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

function lineOf({
  timestamp,
  server,
  tool,
  requestId,
  durationMs,
  kinds,
  bytes,
  redactions,
  unredacted,
}: CallRecord): string {
  const facts = [
    timestamp,
    `${server ?? '-'}/${tool}`,
    requestId,
    `${Math.round(durationMs)} ms`,
    kinds.join(', ') || 'ok',
    `${counted(bytes, 'byte')}, ${counted(redactions, 'redaction')}${unredacted ? ', unredacted' : ''}`,
  ];
  return `${facts.join('  ')}\n`;
}

function documentOf({
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
    server: server ?? '',
    tool,
    request_id: requestId,
    status,
    duration_ms: durationMs,
    kinds,
    bytes,
    redactions,
  };
}
