import { isJsonObject, type Json, type JsonObject, type Tier } from '@concord/contract';
import { readSize } from '../limits/amounts.js';
import { readLimits, SettingFault } from '../limits/read-limits.js';
import type { Rights } from './rights.js';

const tiers: readonly Tier[] = ['community', 'pro', 'enterprise'];
const members: ReadonlySet<string> = new Set([
  'servers',
  'tools',
  'readOnly',
  'tier',
  'rate',
  'concurrent',
  'bytes',
  'operations',
  'spillBytes',
  'discover',
]);

/** Rights as they are written down, in a store or in a claim: the same names, amounts as texts. Throws a SettingFault. */
export function readRights(given: JsonObject, where = 'rights'): Rights {
  const other = Object.keys(given).find(name => !members.has(name));
  if (other !== undefined) throw new SettingFault(`${where}.${other}`, `one of ${[...members].join(', ')}`);
  const { servers, tools, readOnly, tier, operations, spillBytes, discover, ...limits } = given;
  if (tier !== undefined && !(tiers as readonly Json[]).includes(tier))
    throw new SettingFault(`${where}.tier`, tiers.join(', '));
  if (discover !== undefined && discover !== 'search' && discover !== 'list')
    throw new SettingFault(`${where}.discover`, 'search or list');
  return {
    ...readLimits(limits, where),
    ...listOf(servers, 'servers', where),
    ...listOf(tools, 'tools', where),
    ...flagOf(readOnly, 'readOnly', where),
    ...flagOf(operations, 'operations', where),
    ...(tier !== undefined && { tier: tier as Tier }),
    ...(spillBytes !== undefined && { spillBytes: sizeOf(spillBytes, `${where}.spillBytes`) }),
    ...(discover !== undefined && { discover: discover as 'search' | 'list' }),
  };
}

/** Rights that stand in a store. What cannot be read gives none at all. */
export function rightsFrom(text: string): Rights {
  const given: unknown = JSON.parse(text);
  if (!isJsonObject(given)) throw new SettingFault('rights', 'an object');
  return readRights(given);
}

/** A size as a number of bytes or as a text such as `48k`. */
export function sizeOf(given: Json, where: string): number {
  const size = typeof given === 'string' ? readSize(given) : given;
  if (Number.isSafeInteger(size) && (size as number) >= 0) return size as number;
  throw new SettingFault(where, 'a size, such as "64k", or a number of bytes');
}

function listOf(given: Json | undefined, name: string, where: string): { readonly [name: string]: readonly string[] } {
  if (given === undefined) return {};
  if (Array.isArray(given) && given.every(each => typeof each === 'string' && each !== '')) return { [name]: given };
  throw new SettingFault(`${where}.${name}`, 'a list of names');
}

function flagOf(given: Json | undefined, name: string, where: string): { readonly [name: string]: boolean } {
  if (given === undefined) return {};
  if (typeof given === 'boolean') return { [name]: given };
  throw new SettingFault(`${where}.${name}`, 'true or false');
}
