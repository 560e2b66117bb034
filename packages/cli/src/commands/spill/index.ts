import { writeFile } from 'node:fs/promises';
import { failure } from '@concord/contract';
import { type Part, readPart, readSpill, sizeText, spillUri } from '@concord/gateway';
import type { Spill, Store } from '@concord/store';
import type { Command } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { CommandFailure, notFound, unknownWord, usage } from '../../command/failure.js';
import { ownValues } from '../../command/own-values.js';
import { printJson } from '../../print/json.js';
import { withStore } from '../../store/with-store.js';

/** What a terminal is shown at once. */
const MOST_BYTES = 67_108_864;

/** `mcp spill get|grep|list|rm`: large results that a gateway has kept. */
export const spill: Command = {
  summary: 'read and remove large results that a gateway has kept',
  usage: 'mcp spill list | get ADDRESS [--lines 1-200] | grep ADDRESS PATTERN | rm ADDRESS',
  flags: ['store', 'output'],
  ownFlags: {
    lines: { value: 'FROM-TO', help: 'only these lines: 1-200, 200- or 17' },
    bytes: { value: 'FROM-TO', help: 'only these bytes: 0-4095 or 4096-' },
    pointer: { value: 'POINTER', help: 'only the value at this JSON pointer: /items/0/name' },
    context: { value: 'N', kind: 'count', help: 'how many lines are shown around each match' },
    caller: { value: 'NAME', help: 'only what was kept for this caller' },
  },
  examples: [
    'mcp spill list',
    'mcp spill get 9f86d081884c --lines 1-50',
    'mcp spill get concord://spill/9f86d081… --pointer /items/0 -o item.json',
    `mcp spill grep 9f86d081884c 'ERROR .*timeout' --context 2`,
    'mcp spill rm 9f86d081884c',
  ],
  more: 'ADDRESS is the address as a result has it, or the beginning of its hash. This reads the store itself, for every caller.',
  run: async (context, { words }) => {
    const [action, ...others] = words;
    const run = action !== undefined && Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (run === undefined) throw unknownWord('spill', action, Object.keys(actions));
    return withStore(context, store => run(context, store, others));
  },
};

type Action = (context: CommandContext, store: Store, words: readonly string[]) => Promise<number>;

const actions: Readonly<Record<string, Action>> = {
  list: async (context, store, words) => {
    if (words.length > 0) throw usage('mcp spill list takes nothing else', 'mcp spill list');
    const found = await wanted(context, store);
    if (context.flags.json) await printJson(context, { spills: found.map(documentOf) });
    else await context.stdout(found.map(lineOf).join(''));
    return 0;
  },
  get: async (context, store, words) => {
    const { lines, bytes, pointer } = ownValues(context);
    const given = Object.fromEntries(
      Object.entries({ lines, bytes, pointer }).filter(([, value]) => value !== undefined),
    );
    const [address, ...others] = words;
    if (others.length > 0) throw usage(`'${others[0]!.slice(0, 80)}' is one word too many`, 'mcp spill get ADDRESS');
    return shown(context, store, address, given as Record<string, string>);
  },
  grep: async (context, store, [address, pattern, ...others]) => {
    if (pattern === undefined || others.length > 0)
      throw usage('mcp spill grep needs an address and a pattern', 'mcp spill grep ADDRESS PATTERN');
    const { context: around } = ownValues(context);
    return shown(context, store, address, { grep: pattern, ...(around !== undefined && { context: around }) });
  },
  rm: async (context, store, [address, ...others]) => {
    if (others.length > 0) throw usage('mcp spill rm takes one address', 'mcp spill rm ADDRESS');
    const found = await theOne(context, store, address);
    await store.spills.remove(found.caller, found.sha256);
    if (context.flags.json)
      await printJson(context, { uri: spillUri(found.sha256), caller: found.caller, removed: true });
    else await context.stdout(`${spillUri(found.sha256)} of ${found.caller} is removed\n`);
    return 0;
  },
};

async function shown(
  context: CommandContext,
  store: Store,
  address: string | undefined,
  given: Record<string, string>,
): Promise<number> {
  const part = readPart(given);
  if ('kind' in part) throw new CommandFailure(failure(part));
  const found = await theOne(context, store, address);
  const read = await readSpill(store, found.caller, { sha256: found.sha256, part: part as Part }, MOST_BYTES);
  if ('kind' in read) throw new CommandFailure(failure(read));
  const { text, mimeType, about } = read;
  if (typeof context.flags.output === 'string') await writeFile(context.flags.output, text, { mode: 0o600 });
  else if (context.flags.json)
    await printJson(context, { uri: spillUri(found.sha256), caller: found.caller, mime_type: mimeType, about, text });
  else await context.stdout(text.endsWith('\n') || text === '' ? text : `${text}\n`);
  if (read.isCut && !context.flags.json) await context.stderr(`[${about}]\n`);
  return 0;
}

/** What was kept for the callers that are meant. A caller is known by its name and the time its token was made. */
async function wanted(context: CommandContext, store: Store): Promise<readonly Spill[]> {
  const { caller } = ownValues(context);
  const all = await store.spills.list();
  return caller === undefined
    ? all
    : all.filter(each => each.caller === caller || each.caller.startsWith(`${caller}@`));
}

async function theOne(context: CommandContext, store: Store, address: string | undefined): Promise<Spill> {
  const hash = address?.replace('concord://spill/', '');
  if (hash === undefined || !/^[0-9a-f]{6,64}$/.test(hash))
    throw usage('Which one? Give its address, or at least 6 digits of its hash', 'mcp spill list');
  const found = (await wanted(context, store)).filter(({ sha256 }) => sha256.startsWith(hash));
  const [first, second] = found;
  if (first === undefined) throw notFound(`spill ${hash}`, undefined, {});
  if (second !== undefined)
    throw usage(`${hash} stands for several: say whose with --caller, or give more digits`, `mcp spill list`);
  return first;
}

function documentOf({ sha256, caller, bytes, lineMarks, mimeType, createdAt, expiresAt }: Spill): object {
  return {
    uri: spillUri(sha256),
    caller,
    bytes,
    line_breaks: lineMarks.at(-1) ?? 0,
    mime_type: mimeType,
    created_at: new Date(createdAt).toISOString(),
    expires_at: new Date(expiresAt).toISOString(),
  };
}

function lineOf({ sha256, caller, bytes, mimeType, createdAt, expiresAt }: Spill): string {
  const times = [createdAt, expiresAt].map(each => new Date(each).toISOString());
  return `${spillUri(sha256)}  ${caller}  ${sizeText(bytes)}  ${mimeType}  ${times[0]} to ${times[1]}\n`;
}
