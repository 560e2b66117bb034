import { compareUtf8 } from '../words/utf8-order.js';
import type { Manifest } from './manifest.js';

/** The place of every document in the order of ids, and the document at each place; undefined when the manifest has that order. */
export type IdOrder = { readonly placeOf: Uint32Array; readonly at: Uint32Array } | undefined;

/** The order of ids of a manifest's documents. */
export function idOrderOf({ documents }: Pick<Manifest, 'documents'>): IdOrder {
  if (isOrdered(documents)) return undefined;
  const at = Uint32Array.from(documents.keys()).sort(
    (one, other) => compareUtf8(documents[one]!.id, documents[other]!.id) || one - other,
  );
  const placeOf = new Uint32Array(at.length);
  for (const [place, position] of at.entries()) placeOf[position] = place;
  return { placeOf, at };
}

function isOrdered(documents: Manifest['documents']): boolean {
  let before = '';
  for (const { id } of documents) {
    if (compareUtf8(before, id) > 0) return false;
    before = id;
  }
  return true;
}
