import type { Command } from '../../command/command.js';
import { notFound, usage } from '../../command/failure.js';
import { printJson } from '../../print/json.js';
import { findRecords } from '../../records/find-records.js';
import { explained } from './explained.js';

/** `mcp explain REQUEST-ID`: one call's life in words. */
export const explain: Command = {
  summary: 'tell in words what became of one call, and why',
  usage: 'mcp explain REQUEST-ID [--store URL]',
  flags: ['store'],
  examples: ['mcp explain 5f0c8e6a1d…', 'mcp explain my-request-7 --json'],
  more: 'The id stands in _meta["io.concord/outcome"].requestId of every result, in `mcp calls` and in the log. Contents of calls are never recorded.',
  run: async (context, { words }) => {
    const [requestId, ...others] = words;
    if (requestId === undefined || others.length > 0)
      throw usage('Which call? Give the id of its request', 'mcp calls');
    const records = await findRecords(context, { requestId, limit: 100 });
    if (records.length === 0) throw notFound(`record of a call '${requestId.slice(0, 128)}'`, undefined, {});
    const lives = [...records].reverse().map(explained);
    if (context.flags.json) await printJson(context, { request_id: requestId, calls: lives });
    else
      await context.stdout(`${lives.map(({ sentences }) => sentences.map(each => `${each}\n`).join('')).join('\n')}`);
    return 0;
  },
};
