import { compareUtf8 } from '../words/utf8-order.js';

/** What the order of documents depends on. */
export interface Ranked {
  readonly id: string;
  readonly score: number;
  /** Its place in the manifest. */
  readonly position: number;
}

/** Best score first, then by the bytes of the id, then as the manifest has them. */
export function compareRanked(one: Ranked, other: Ranked): number {
  return other.score - one.score || compareUtf8(one.id, other.id) || one.position - other.position;
}
