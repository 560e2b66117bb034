import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ChainHead, ChainStub, NewRecord } from '../parts/records.js';

/** Where a record stands in its chain. */
export interface Link {
  readonly chain: string;
  readonly seq: number;
  readonly at: number;
  /** The hash of the record before; empty for the first. */
  readonly previous: string;
}

/** The hash of a record: of all that is kept of it, its place, and the record before. */
export function linkHash(record: NewRecord, { chain, seq, at, previous }: Link): string {
  const { requestId, caller, server, tool, kinds, body } = record;
  const whole = [previous, chain, seq, at, requestId, caller, server ?? null, tool, kinds, body];
  return createHash('sha256').update(JSON.stringify(whole)).digest('hex');
}

export function signHead(key: Uint8Array, { chain, seq, hash }: Pick<ChainHead, 'chain' | 'seq' | 'hash'>): string {
  return sign(key, ['head', chain, seq, hash]);
}

export function signStub(key: Uint8Array, stub: Pick<ChainStub, 'chain' | 'seq' | 'hash' | 'removed'>): string {
  return sign(key, ['stub', stub.chain, stub.seq, stub.hash, stub.removed]);
}

export const isSignedHead = (key: Uint8Array, head: ChainHead) => isSame(head.signature, signHead(key, head));

export const isSignedStub = (key: Uint8Array, stub: ChainStub) => isSame(stub.signature, signStub(key, stub));

function sign(key: Uint8Array, parts: readonly (string | number)[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
