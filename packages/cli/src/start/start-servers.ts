import { homedir } from 'node:os';
import { type Definition, resolve, type ServerEntry, type StartedServers } from '@concord/client';
import { type GroupLeader, spawnGroup } from '@concord/engine';
import type { FindContext } from '../command/context.js';
import { callFlags, type FlagName, listFlags } from '../command/flags.js';
import { adjustedEntry } from '../find/adjusted-entry.js';
import { requireConsent } from '../find/consent.js';
import { readServers, readTarget } from '../find/target.js';
import { readCommandLine } from '../parse/command-line.js';
import { numberOf } from '../parse/values.js';
import type { VerbLine } from '../parse/verb.js';
import { withEnvironment } from '../parse/with-environment.js';

type StdioDefinition = Extract<Definition, { transport: 'stdio' }>;

/** The working directory and the variables; those of the process where they are left out. */
type Place = Partial<Pick<FindContext, 'cwd' | 'env'>>;

/** The commands whose servers can be started early, and what of their line names the servers. */
const verbs: Readonly<Record<string, EarlyVerb>> = {
  list: { flags: listFlags, open: false, entries: (line, context) => readServers(line, context) },
  ls: { flags: listFlags, open: false, entries: (line, context) => readServers(line, context) },
  call: {
    flags: callFlags,
    open: true,
    entries: async (line, context) => {
      const { entry, item } = await readTarget(line, context, 'tool', true);
      // These calls may be refused before their server is started.
      return item === undefined || context.flags['unsafe-output'] ? [] : [entry];
    },
  },
};

interface EarlyVerb {
  readonly flags: readonly FlagName[];
  readonly open: boolean;
  entries(line: ReturnType<typeof readCommandLine>, context: FindContext): Promise<readonly ServerEntry[]>;
}

/**
 * Starts the processes of the servers that a command line names, so that they start while the command is loaded. What is wrong
 * with the line, not trusted or not to be started is left to the command, which goes the same way again and says so.
 */
export async function startServers({ verb, rest }: VerbLine, place: Place = {}): Promise<StartedServers> {
  const found = verb !== undefined && Object.hasOwn(verbs, verb) ? await definitionsOf(verbs[verb]!, rest, place) : [];
  const started = new Map<GroupLeader, StdioDefinition>();
  for (const definition of found) {
    const { command, args, cwd, env } = definition;
    const child = await spawnGroup(command, args, { cwd, env, stdio: 'pipe' }).catch(() => undefined);
    if (child) started.set(child, definition);
  }
  const endAll = () => {
    for (const { pid } of started.keys()) endGroup(pid);
  };
  if (started.size > 0) process.once('exit', endAll);
  return {
    take: definition => {
      const [child] = [...started].find(([, each]) => isSameProcess(each, definition)) ?? [];
      if (child) started.delete(child);
      if (started.size === 0) process.off('exit', endAll);
      return child;
    },
  };
}

async function definitionsOf(
  { flags, open, entries }: EarlyVerb,
  rest: readonly string[],
  place: Place,
): Promise<StdioDefinition[]> {
  try {
    const { cwd = process.cwd(), env = process.env } = place;
    const line = readCommandLine(rest, flags, open);
    const context = silentContext(withEnvironment(line.flags, env), { cwd, env });
    if (context.flags.version || context.flags.help) return [];
    const definitions: StdioDefinition[] = [];
    const most = numberOf(context.flags, 'concurrency', 'positive') ?? 8;
    for (const entry of (await entries(line, context)).slice(0, most)) {
      if (entry.transport !== 'stdio') continue;
      await requireConsent(entry, context);
      const definition = resolve(adjustedEntry(entry, context), context);
      if (definition.transport === 'stdio') definitions.push(definition);
    }
    return definitions;
  } catch {
    return [];
  }
}

/** A context that prints nothing and answers no question. */
function silentContext(flags: FindContext['flags'], place: Required<Place>): FindContext {
  const home = place.env.HOME || homedir();
  const { platform } = process;
  return { ...place, flags, home, platform, stderr: async () => {}, ask: async () => undefined };
}

function isSameProcess(one: StdioDefinition, other: StdioDefinition): boolean {
  const words = ({ command, args, cwd, env }: StdioDefinition) => JSON.stringify([command, args, cwd, env]);
  return words(one) === words(other);
}

/** Ends a group that nobody has spoken to. */
function endGroup(leader: number): void {
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
