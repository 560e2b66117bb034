import { randomUUID } from 'node:crypto';
import { isJsonObject } from '@concord/contract';
import type { ChainHead, NewRecord, StoredRecord } from '@concord/store';

/** What stands in place of a tool in records that anchor other chains. */
export const ANCHOR = 'audit/anchor';

/** Where a chain was when it was anchored. */
export interface Anchored {
  readonly chain: string;
  readonly seq: number;
  readonly hash: string;
}

/** A record of where the other chains are; nothing where there are none. */
export function anchorOf(heads: readonly ChainHead[], own: string, replica: string): NewRecord | undefined {
  const others = heads.filter(({ chain }) => chain !== own).map(({ chain, seq, hash }) => ({ chain, seq, hash }));
  if (others.length === 0) return undefined;
  const requestId = randomUUID().replaceAll('-', '');
  const body = { timestamp: new Date().toISOString(), tool: ANCHOR, requestId, replica, heads: others };
  return { requestId, caller: 'audit', tool: ANCHOR, kinds: [], body: JSON.stringify(body) };
}

/** What a record anchors; nothing where it is a call's. */
export function anchoredBy({ tool, body }: Pick<StoredRecord, 'tool' | 'body'>): readonly Anchored[] {
  if (tool !== ANCHOR) return [];
  const given = parsed(body);
  const heads = isJsonObject(given) && Array.isArray(given.heads) ? given.heads : [];
  return heads.filter(
    (each): each is Anchored & { [name: string]: never } =>
      isJsonObject(each) &&
      typeof each.chain === 'string' &&
      typeof each.seq === 'number' &&
      typeof each.hash === 'string',
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
