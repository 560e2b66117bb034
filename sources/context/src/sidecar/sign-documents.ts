import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Signature, signatureOf } from '../cache/signature.js';
import type { Pace } from '../event-loop/pace.js';
import type { DocumentTable } from '../index/document-table.js';
import type { ManifestEntry } from '../manifest/manifest.js';

/** The step of file system clocks: two changes within one step have the same time. */
const STEP_MS = 20;

/** Whether a later change will show in the signature of a file: its last change must be long enough ago. */
export function isSettled({ ctimeNs }: Signature, nowMs: number): boolean {
  return ctimeNs / 1_000_000n < BigInt(nowMs - STEP_MS);
}

/** Records the file name of each document in a table. */
export function nameDocuments(table: DocumentTable, documents: readonly ManifestEntry[]): void {
  for (const [position, { file }] of documents.entries()) table.name(position, file);
}

/** Records the signature of every document file. Files that are not regular or just changed get none, and will be read instead. */
export async function signDocuments(
  table: DocumentTable,
  directory: string,
  documents: readonly ManifestEntry[],
  pace: Pace,
): Promise<void> {
  let unsettled: number[] = [];
  for (let position = 0; position < documents.length; position++) {
    if (!sign(table, directory, documents, position)) unsettled.push(position);
    if (pace.isDue) await pace.turn();
  }
  if (unsettled.length === 0) return;
  await delay(STEP_MS * 2);
  unsettled = unsettled.filter(position => !sign(table, directory, documents, position));
}

function sign(table: DocumentTable, directory: string, documents: readonly ManifestEntry[], position: number): boolean {
  const now = Date.now();
  const facts = lstatSync(join(directory, documents[position]!.file), { bigint: true, throwIfNoEntry: false });
  if (!facts?.isFile()) return true;
  const signature = signatureOf(facts);
  if (!isSettled(signature, now)) return false;
  table.sign(position, signature);
  return true;
}
