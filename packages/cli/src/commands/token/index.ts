import type { JsonObject } from '@concord/contract';
import {
  newToken,
  rateText,
  readDuration,
  readRate,
  readRights,
  readSize,
  readVolume,
  volumeText,
} from '@concord/gateway';
import type { StoredCaller } from '@concord/store';
import type { Command } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { notFound, unknownWord, usage } from '../../command/failure.js';
import { listedValues, ownValues, readValue } from '../../command/own-values.js';
import { printJson } from '../../print/json.js';
import { withStore } from '../../store/with-store.js';

const LONGEST_NAME = 100;
/** How long the old token holds after a new one was made. */
const GRACE = '1h';

/** `mcp token create|list|revoke|rotate`: who may call a gateway. */
export const token: Command = {
  summary: 'make and revoke tokens of callers of a gateway',
  usage: 'mcp token create NAME [rights …] | list | revoke NAME | rotate NAME [--grace 1h]',
  flags: ['read-only', 'store', 'tier'],
  ownFlags: {
    servers: { value: 'NAME,…', repeatable: true, help: 'the servers it may use; * stands for any characters' },
    tools: {
      value: 'GLOB,…',
      repeatable: true,
      help: 'the tools it may call: server/tool, * stands for any characters',
    },
    'read-only': { help: 'only tools that say that they change nothing' },
    tier: { value: 'TIER', choices: ['community', 'pro', 'enterprise'], help: 'the tier its calls are served in' },
    rate: { value: 'N/TIME', help: 'calls in a time: 60/min, 5/s, 1000/day' },
    concurrent: { value: 'N', kind: 'positive', help: 'calls under way at once' },
    bytes: { value: 'SIZE/TIME', help: 'bytes of answers in a time: 200MB/day' },
    expires: { value: 'TIME', help: 'how long it holds: 30d, 12h; for ever when left out' },
    operations: { help: 'let it see how the gateway runs: states of servers, figures' },
    spill: { value: 'SIZE', help: 'the most bytes of a result before the rest is kept for later: 48k' },
    discover: { value: 'HOW', choices: ['list', 'search'], help: 'whether it finds tools by a search' },
    grace: { value: 'TIME', help: `how long the old token holds after \`rotate\` (default ${GRACE}); 0s ends it now` },
  },
  examples: [
    'mcp token create ci --servers github,files --read-only --expires 30d',
    `mcp token create ana --tools 'files/read_*' --rate 60/min --concurrent 8 --bytes 200MB/day`,
    'mcp token create ops --operations',
    'mcp token list',
    'mcp token rotate ci',
    'mcp token revoke ci',
  ],
  more: `A token is shown once, and stored as a hash. Servers let callers with one in with \`mcp serve --http --tokens\`; both must use the same --store.
Without rights a caller may use everything but the operations of the gateway.`,
  run: async (context, { words }) => {
    const [action, name, ...others] = words;
    const run = action !== undefined && Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (run === undefined) throw unknownWord('token', action, Object.keys(actions));
    if (action === 'list' ? name !== undefined : others.length > 0)
      throw usage(`mcp token ${action} takes nothing else`);
    if (action !== 'list' && !/^[\w.@+-]{1,100}$/.test(name ?? ''))
      throw usage(
        `mcp token ${action} needs a name of letters, digits, . _ @ + and -, at most ${LONGEST_NAME}`,
        `mcp token ${action} ana`,
      );
    await run(context, name ?? '');
    return 0;
  },
};

const actions: Readonly<Record<string, (context: CommandContext, name: string) => Promise<void>>> = {
  create: async (context, name) => {
    const rights = rightsIn(context);
    const expiresInMs = readValue('expires', ownValues(context).expires, readDuration, '30d or 12h');
    const made = newToken();
    const created = await withStore(context, store =>
      store.callers.create({ name, tokenHash: made.hash, rights: JSON.stringify(rights), expiresInMs }),
    );
    if (!created)
      throw usage(`There is a caller '${name}' already`, `mcp token rotate ${name}, or mcp token revoke ${name} first`);
    const expiresAt = expiresInMs === undefined ? undefined : new Date(Date.now() + expiresInMs).toISOString();
    await show(context, { name, token: made.token, rights, ...(expiresAt !== undefined && { expires_at: expiresAt }) });
  },
  list: async context => {
    const callers = await withStore(context, store => store.callers.list());
    const now = Date.now();
    if (context.flags.json) await printJson(context, { callers: callers.map(each => documentOf(each, now)) });
    else
      await context.stdout(
        callers.map(each => lineOf(each, now)).join('') ||
          'there are no callers; make one with: mcp token create NAME\n',
      );
  },
  revoke: async (context, name) => {
    const revoked = await withStore(context, store => store.callers.revoke(name));
    if (!revoked) throw notFound(`caller '${name}'`, undefined, {});
    if (context.flags.json) await printJson(context, { name, revoked: true });
    else await context.stdout(`'${name}' is revoked\n`);
  },
  rotate: async (context, name) => {
    const graceMs = readValue('grace', ownValues(context).grace ?? GRACE, readDuration, '1h or 0s')!;
    const made = newToken();
    const rotated = await withStore(context, async store => {
      const caller = (await store.callers.list()).find(each => each.name === name && each.revokedAt === undefined);
      return (await store.callers.rotate(name, made.hash, graceMs)) ? caller : undefined;
    });
    if (rotated === undefined) throw notFound(`caller '${name}' that is not revoked`, undefined, {});
    await show(context, { name, token: made.token, rights: JSON.parse(rotated.rights) as JsonObject });
  },
};

/** The rights that the flags give, as they are stored. */
function rightsIn(context: CommandContext): JsonObject {
  const { rate, concurrent, bytes, tier, spill, discover } = ownValues(context);
  const flags = context.flags as Readonly<Record<string, unknown>>;
  readValue('rate', rate, readRate, '60/min, 5/s or 1000/day');
  readValue('bytes', bytes, readVolume, '200MB/day');
  readValue('spill', spill, readSize, '48k');
  const servers = listedValues(context, 'servers');
  const tools = listedValues(context, 'tools');
  const rights: JsonObject = {
    ...(servers && { servers }),
    ...(tools && { tools }),
    ...(flags['read-only'] === true && { readOnly: true }),
    ...(tier !== undefined && { tier }),
    ...(rate !== undefined && { rate }),
    ...(concurrent !== undefined && { concurrent: Number(concurrent) }),
    ...(bytes !== undefined && { bytes }),
    ...(flags.operations === true && { operations: true }),
    ...(spill !== undefined && { spillBytes: spill }),
    ...(discover !== undefined && { discover }),
  };
  readRights(rights);
  return rights;
}

async function show(
  context: CommandContext,
  made: JsonObject & { readonly name: string; readonly token: string },
): Promise<void> {
  if (context.flags.json) return printJson(context, made);
  await context.stdout(`${made.token}\n`);
  if (!context.flags.quiet)
    await context.stderr(
      `The token of '${made.name}' is shown this once. Clients send it as: Authorization: Bearer <token>\n`,
    );
}

type State = 'active' | 'expired' | 'revoked';

function stateOf({ revokedAt, expiresAt }: StoredCaller, now: number): State {
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt !== undefined && expiresAt <= now ? 'expired' : 'active';
}

function documentOf(caller: StoredCaller, now: number): object {
  const { name, rights, createdAt, expiresAt } = caller;
  return {
    name,
    state: stateOf(caller, now),
    created_at: new Date(createdAt).toISOString(),
    ...(expiresAt !== undefined && { expires_at: new Date(expiresAt).toISOString() }),
    rights: JSON.parse(rights) as JsonObject,
  };
}

function lineOf(caller: StoredCaller, now: number): string {
  const { name, rights, expiresAt } = caller;
  const { servers, tools, readOnly, tier, rate, concurrent, volume, operations } = readRights(
    JSON.parse(rights) as JsonObject,
  );
  const facts = [
    servers && `servers ${servers.join(', ')}`,
    tools && `tools ${tools.join(', ')}`,
    readOnly && 'read-only',
    tier && `tier ${tier}`,
    rate && rateText(rate),
    concurrent && `${concurrent} at once`,
    volume && volumeText(volume),
    operations && 'operations',
    expiresAt && `until ${new Date(expiresAt).toISOString()}`,
  ].filter(Boolean);
  return `${name}  ${stateOf(caller, now)}  ${facts.join('; ') || 'everything'}\n`;
}
