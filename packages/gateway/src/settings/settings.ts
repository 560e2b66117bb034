import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { sizeOf } from '../callers/read-rights.js';
import { readDuration } from '../limits/amounts.js';
import type { LimitRules } from '../limits/limits.js';
import { readLimitRules, readServerLimits, SettingFault } from '../limits/read-limits.js';
import { type SpillRules, STANDARD_BUDGET } from '../spill/budgets.js';

const DAY = 86_400_000;
const GIB = 1_073_741_824;

/** What a configuration file says of the gateway, besides its servers. */
export interface GatewaySettings {
  readonly limits: LimitRules;
  readonly spill: SpillRules & { readonly keepMs: number; readonly storeBytes: number };
  /** How long answers to calls under a key are kept. */
  readonly ledgerKeepMs: number;
  /** How long, and how many bytes of, records of calls are kept. */
  readonly records: { readonly keepMs: number; readonly keepBytes: number };
  /** Whether callers find tools by a search, unless they have a setting of their own. */
  readonly searches: boolean;
  /** The tools that are listed all the same, as globs of `server/tool`. */
  readonly pinned: readonly string[];
}

/** A server of the configuration, as far as the gateway reads its entry. */
export interface ServerSettings {
  readonly name: string;
  readonly entry: JsonObject;
}

/** The settings of a configuration. Throws a SettingFault that names the place. */
export function readGatewaySettings(given: JsonObject, servers: readonly ServerSettings[]): GatewaySettings {
  const rules = readLimitRules(given.limits, 'limits');
  const ofServers = servers.map(({ name, entry }) => readServerLimits(entry.limits, name, `mcpServers.${name}.limits`));
  const spill = objectIn(given.spill, 'spill', ['bytes', 'keep', 'storeBytes', 'tools']);
  const ledger = objectIn(given.ledger, 'ledger', ['keep']);
  const records = objectIn(given.records, 'records', ['keep', 'bytes']);
  return {
    limits: {
      callers: rules.callers,
      // What an entry says of itself goes before what is said of many.
      servers: [...ofServers.flatMap(each => each.servers), ...rules.servers],
      tools: [...ofServers.flatMap(each => each.tools), ...rules.tools],
    },
    spill: {
      bytes: sizeIn(spill.bytes, 'spill.bytes', STANDARD_BUDGET),
      tools: [...servers.flatMap(spillOfServer), ...budgetsIn(spill.tools, 'spill.tools', '')],
      keepMs: durationIn(spill.keep, 'spill.keep', DAY),
      storeBytes: sizeIn(spill.storeBytes, 'spill.storeBytes', GIB),
    },
    ledgerKeepMs: durationIn(ledger.keep, 'ledger.keep', DAY),
    records: {
      keepMs: durationIn(records.keep, 'records.keep', 90 * DAY),
      keepBytes: sizeIn(records.bytes, 'records.bytes', GIB),
    },
    searches: given.discover === 'search',
    pinned: textsIn(given.pinned, 'pinned'),
  };
}

/** `spill` of an entry: a budget for all its tools, and for some of them by name. */
function spillOfServer({ name, entry }: ServerSettings): SpillRules['tools'] {
  const where = `mcpServers.${name}.spill`;
  const { bytes, tools } = objectIn(entry.spill, where, ['bytes', 'tools']);
  const ofTools = budgetsIn(tools, `${where}.tools`, `${name}/`);
  return bytes === undefined ? ofTools : [...ofTools, { glob: `${name}/*`, bytes: sizeOf(bytes, `${where}.bytes`) }];
}

function budgetsIn(given: Json | undefined, where: string, prefix: string): SpillRules['tools'] {
  if (given === undefined) return [];
  if (!isJsonObject(given)) throw new SettingFault(where, 'an object of sizes by the names of tools');
  return Object.entries(given).map(([glob, bytes]) => ({
    glob: `${prefix}${glob}`,
    bytes: sizeOf(bytes, `${where}.${glob}`),
  }));
}

function objectIn(given: Json | undefined, where: string, known: readonly string[]): JsonObject {
  if (given === undefined) return {};
  if (!isJsonObject(given)) throw new SettingFault(where, `an object with ${known.join(', ')}`);
  const other = Object.keys(given).find(name => !known.includes(name));
  if (other !== undefined) throw new SettingFault(`${where}.${other}`, `one of ${known.join(', ')}`);
  return given;
}

const sizeIn = (given: Json | undefined, where: string, usual: number) =>
  given === undefined ? usual : sizeOf(given, where);

function durationIn(given: Json | undefined, where: string, usual: number): number {
  if (given === undefined) return usual;
  const milliseconds = typeof given === 'string' ? readDuration(given) : given;
  if (Number.isSafeInteger(milliseconds) && (milliseconds as number) > 0) return milliseconds as number;
  throw new SettingFault(where, 'a duration, such as "24h" or "30d"');
}

function textsIn(given: Json | undefined, where: string): readonly string[] {
  if (given === undefined) return [];
  if (Array.isArray(given) && given.every(each => typeof each === 'string' && each !== ''))
    return given as readonly string[];
  throw new SettingFault(where, 'a list of names, such as "files/read_*"');
}
