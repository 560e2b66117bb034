import type { Command } from '../../command/command.js';
import { numberOf } from '../../parse/values.js';
import { printJson } from '../../print/json.js';
import { findRecords } from '../../records/find-records.js';
import { recordDocument, recordLine } from '../../records/print-record.js';

const DEFAULT_COUNT = 50;

/** `mcp calls`: lists calls and their outcomes; arguments and results are not recorded. */
export const calls: Command = {
  summary: 'show the record of calls',
  usage: 'mcp calls [--server NAME] [--failed] [--limit N] [--store URL]',
  flags: ['server', 'failed', 'limit', 'store'],
  examples: ['mcp calls', 'mcp calls --failed --limit 5 --json'],
  more: `Newest first, ${DEFAULT_COUNT} unless --limit says otherwise. Durations are milliseconds. \`mcp explain\` tells one call in words.`,
  run: async context => {
    const { flags } = context;
    const records = await findRecords(context, {
      ...(flags.server !== undefined && { server: flags.server as string }),
      ...(flags.failed && { failed: true }),
      limit: numberOf(flags, 'limit', 'count') ?? DEFAULT_COUNT,
    });
    if (flags.json) await printJson(context, { calls: records.map(recordDocument) });
    else await context.stdout(records.map(recordLine).join(''));
    return 0;
  },
};
