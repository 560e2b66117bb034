import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { readRate, readVolume } from './amounts.js';
import type { LimitRule, LimitRules, Limits } from './limits.js';

/** A setting that cannot be used: where it stands, and what it has to be. */
export class SettingFault extends Error {
  constructor(
    readonly where: string,
    readonly needed: string,
  ) {
    super(`${where} must be ${needed}`);
    this.name = 'SettingFault';
  }
}

const members: ReadonlySet<string> = new Set(['rate', 'concurrent', 'bytes']);
const tables = ['callers', 'servers', 'tools'] as const;

/** `limits` of a configuration file: by callers, servers and tools. Throws a SettingFault. */
export function readLimitRules(given: Json | undefined, where: string): LimitRules {
  if (given === undefined) return { callers: [], servers: [], tools: [] };
  if (!isJsonObject(given)) throw new SettingFault(where, 'an object with callers, servers or tools');
  refuseOthers(given, new Set(tables), where);
  const [callers, servers, tools] = tables.map(name => rulesIn(given[name], `${where}.${name}`));
  return { callers: callers!, servers: servers!, tools: tools! };
}

/** `limits` of the entry of one server: its own, and those of its tools by their names there. */
export function readServerLimits(given: Json | undefined, server: string, where: string): Omit<LimitRules, 'callers'> {
  if (given === undefined) return { servers: [], tools: [] };
  if (!isJsonObject(given)) throw new SettingFault(where, 'an object with rate, concurrent, bytes or tools');
  const { tools, ...own } = given;
  const limits = readLimits(own, where);
  const rules = rulesIn(tools, `${where}.tools`).map(rule => ({ ...rule, glob: `${server}/${rule.glob}` }));
  return { servers: Object.keys(limits).length === 0 ? [] : [{ glob: server, limits }], tools: rules };
}

/** `{rate: "60/min", concurrent: 8, bytes: "200MB/day"}`. */
export function readLimits(given: JsonObject, where: string): Limits {
  refuseOthers(given, members, where);
  const { rate, concurrent, bytes } = given;
  const readAs = <Value>(
    name: string,
    value: Json | undefined,
    read: (text: string) => Value | undefined,
    like: string,
  ) => {
    if (value === undefined) return undefined;
    const found = typeof value === 'string' ? read(value) : undefined;
    if (found === undefined) throw new SettingFault(`${where}.${name}`, like);
    return found;
  };
  const perTime = readAs('rate', rate, readRate, 'a number of calls in a time, such as "60/min"');
  const volume = readAs('bytes', bytes, readVolume, 'a size in a time, such as "200MB/day"');
  if (concurrent !== undefined && !(Number.isSafeInteger(concurrent) && (concurrent as number) > 0))
    throw new SettingFault(`${where}.concurrent`, 'a whole number of 1 or more');
  return {
    ...(perTime && { rate: perTime }),
    ...(concurrent !== undefined && { concurrent: concurrent as number }),
    ...(volume && { volume }),
  };
}

function rulesIn(given: Json | undefined, where: string): readonly LimitRule[] {
  if (given === undefined) return [];
  if (!isJsonObject(given)) throw new SettingFault(where, 'an object of limits by name');
  return Object.entries(given).map(([glob, limits]) => {
    if (!isJsonObject(limits)) throw new SettingFault(`${where}.${glob}`, 'an object with rate, concurrent or bytes');
    return { glob, limits: readLimits(limits, `${where}.${glob}`) };
  });
}

function refuseOthers(given: JsonObject, known: ReadonlySet<string>, where: string): void {
  const other = Object.keys(given).find(name => !known.has(name));
  if (other !== undefined) throw new SettingFault(`${where}.${other}`, `one of ${[...known].join(', ')}`);
}
