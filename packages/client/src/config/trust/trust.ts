import { realpath } from 'node:fs/promises';
import type { ServerEntry } from '../entry/definition.js';
import { hashOf } from '../entry/hash-of.js';
import { changeTrustFile, readTrustFile, type TrustRecord } from './trust-file.js';

/**
 * True when an entry may be used only with consent: a project file can start programs and send variables to a URL. Entries of files the
 * user named or keeps at home, of the command line, and built-in sources that start no programs of the project are exempt.
 */
export function needsConsent(server: ServerEntry): boolean {
  const startsNothing = server.transport === 'built-in' && server.source?.runsProjectPrograms !== true;
  return server.scope === 'project' && !startsNothing;
}

/** True when an entry needs no consent or has it, exactly as it stands in exactly this file. */
export async function isTrusted(server: ServerEntry, stateFolder: string): Promise<boolean> {
  if (!needsConsent(server)) return true;
  const [record, records] = await Promise.all([recordOf(server), readTrustFile(stateFolder)]);
  return records.some(each => isSameServer(each, record) && each.hash === record.hash);
}

/** Remembers consent to entries as they stand now. Consent to an earlier form of them ends. */
export async function grantTrust(servers: readonly ServerEntry[], stateFolder: string): Promise<void> {
  const granted = await Promise.all(servers.filter(needsConsent).map(recordOf));
  if (granted.length === 0) return;
  await changeTrustFile(stateFolder, records => [...others(records, granted), ...granted]);
}

/** Forgets consent to entries, in whatever form it was given. */
export async function withdrawTrust(servers: readonly ServerEntry[], stateFolder: string): Promise<void> {
  const withdrawn = await Promise.all(servers.filter(needsConsent).map(recordOf));
  if (withdrawn.length === 0) return;
  await changeTrustFile(stateFolder, records => others(records, withdrawn));
}

async function recordOf({ file, name, entry }: ServerEntry): Promise<TrustRecord> {
  const path = file ?? '';
  return { file: await realpath(path).catch(() => path), name, hash: hashOf(entry) };
}

function isSameServer(one: TrustRecord, other: TrustRecord): boolean {
  return one.file === other.file && one.name === other.name;
}

function others(records: readonly TrustRecord[], than: readonly TrustRecord[]): TrustRecord[] {
  return records.filter(record => !than.some(each => isSameServer(each, record)));
}
