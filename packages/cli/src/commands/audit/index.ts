import { writeFile } from 'node:fs/promises';
import { verifyRecords } from '@concord/gateway';
import type { Store, StoredRecord } from '@concord/store';
import type { Command } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { unknownWord, usage } from '../../command/failure.js';
import { ownValues } from '../../command/own-values.js';
import { numberOf } from '../../parse/values.js';
import { printJson } from '../../print/json.js';
import { counted } from '../../print/text.js';
import { callIn } from '../../records/find-records.js';
import { recordDocument, recordLine } from '../../records/print-record.js';
import { withStore } from '../../store/with-store.js';
import { timeOf } from './time.js';

const DEFAULT_COUNT = 50;
const PAGE = 1_000;
const LOOK_MS = 1_000;
/** The exit code where records are not as they were written. */
const TAMPERED = 2;

/** `mcp audit tail|query|verify|export`: records of calls that can be proven. */
export const audit: Command = {
  summary: 'read, prove and export the records of a gateway',
  usage: 'mcp audit tail | query | verify | export [--server NAME] [--caller NAME] [--kind KIND] [--since TIME]',
  flags: ['store', 'server', 'failed', 'limit', 'output'],
  ownFlags: {
    tool: { value: 'NAME', help: 'only calls of this tool' },
    caller: { value: 'NAME', help: 'only calls of this caller' },
    kind: { value: 'KIND', help: 'only calls that failed so: limited, conflict, timeout …' },
    since: { value: 'TIME', help: 'only calls after: 2026-01-31T12:00:00Z, or 2h for two hours ago' },
    until: { value: 'TIME', help: 'only calls before' },
  },
  examples: [
    'mcp audit tail',
    'mcp audit query --caller ci --failed --since 24h --json',
    'mcp audit verify --store postgres://db/concord',
    'mcp audit export --since 30d -o calls.jsonl',
  ],
  more: `With \`mcp serve --audit\` each record has the hash of the one before it. verify goes through all chains and names the first record of each that is
missing, changed or moved; exit code 0 when all are as they were written, ${TAMPERED} when not. export writes one JSON line for each record, with its place and hash.`,
  run: async (context, { words }) => {
    const [action, ...others] = words;
    const run = action !== undefined && Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (run === undefined) throw unknownWord('audit', action, Object.keys(actions));
    if (others.length > 0) throw usage(`mcp audit ${action} takes nothing else`, `mcp audit ${action}`);
    return withStore(context, store => run(context, store));
  },
};

type Action = (context: CommandContext, store: Store) => Promise<number>;

const actions: Readonly<Record<string, Action>> = {
  tail: async (context, store) => {
    const filter = filterIn(context);
    let last = 0;
    let isFirst = true;
    while (!context.signal.aborted) {
      const { records } = await store.records.query({ ...filter, order: 'newest', limit: isFirst ? 10 : PAGE });
      const newer = records.filter(({ id }) => id > last).reverse();
      for (const record of newer) await printOne(context, record);
      last = records[0]?.id ?? last;
      isFirst = false;
      await pause(context);
    }
    return context.interruptedWith() ?? 0;
  },
  query: async (context, store) => {
    const limit = numberOf(context.flags, 'limit', 'count') ?? DEFAULT_COUNT;
    const found = [];
    for await (const record of all(store, filterIn(context), 'newest')) {
      found.push(...callIn(record));
      if (found.length >= limit) break;
    }
    const records = found.slice(0, limit);
    if (context.flags.json) await printJson(context, { calls: records.map(recordDocument) });
    else await context.stdout(records.map(recordLine).join(''));
    return 0;
  },
  verify: async (context, store) => {
    const { chains, records, pruned, tampering } = await verifyRecords(store);
    const isWhole = tampering.length === 0;
    if (context.flags.json)
      await printJson(context, {
        verified: isWhole,
        chains,
        records,
        pruned,
        tampering: tampering.map(({ requestId, ...each }) => ({
          ...each,
          ...(requestId !== undefined && { request_id: requestId }),
        })),
      });
    else {
      const what = `${counted(records, 'record')} in ${counted(chains, 'chain')}${pruned > 0 ? `, ${pruned} removed after their time` : ''}`;
      const wrong = tampering.map(
        ({ chain, message, requestId }) =>
          `  chain ${chain || '-'}: ${message}${requestId ? ` (request ${requestId})` : ''}\n`,
      );
      await context.stdout(
        isWhole ? `${what}: as they were written\n` : `${what}: NOT as they were written\n${wrong.join('')}`,
      );
    }
    return isWhole ? 0 : TAMPERED;
  },
  export: async (context, store) => {
    const { output } = context.flags;
    if (typeof output === 'string') await writeFile(output, '', { mode: 0o600 });
    let count = 0;
    let lines: string[] = [];
    const flush = async () => {
      const text = lines.join('');
      lines = [];
      if (typeof output === 'string') await writeFile(output, text, { flag: 'a' });
      else await context.stdout(text);
    };
    for await (const record of all(store, filterIn(context), 'oldest')) {
      lines.push(`${JSON.stringify(exported(record))}\n`);
      count++;
      if (lines.length >= PAGE) await flush();
    }
    await flush();
    if (typeof output === 'string' && !context.flags.quiet)
      await context.stderr(`${counted(count, 'record')} in ${output}\n`);
    return 0;
  },
};

function exported({ id, at, chain, seq, hash, body }: StoredRecord): object {
  return {
    id,
    at: new Date(at).toISOString(),
    ...(chain !== undefined && { chain, seq, hash }),
    record: JSON.parse(body) as object,
  };
}

function filterIn(context: CommandContext) {
  const { tool, caller, kind, since, until } = ownValues(context);
  const now = context.now().getTime();
  const { server, failed } = context.flags;
  return {
    ...(typeof server === 'string' && { server }),
    ...(failed && { failed: true }),
    ...(tool !== undefined && { tool }),
    ...(caller !== undefined && { caller }),
    ...(kind !== undefined && { kind }),
    ...(since !== undefined && { from: timeOf('since', since, now) }),
    ...(until !== undefined && { until: timeOf('until', until, now) }),
  };
}

async function* all(
  store: Store,
  filter: ReturnType<typeof filterIn>,
  order: 'newest' | 'oldest',
): AsyncGenerator<StoredRecord> {
  let cursor: string | undefined;
  do {
    const page = await store.records.query({ ...filter, order, limit: PAGE, cursor });
    yield* page.records;
    cursor = page.next;
  } while (cursor !== undefined);
}

async function printOne(context: CommandContext, record: StoredRecord): Promise<void> {
  for (const call of callIn(record))
    await context.stdout(context.flags.json ? `${JSON.stringify(recordDocument(call))}\n` : recordLine(call));
}

function pause({ signal }: CommandContext): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, LOOK_MS);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
