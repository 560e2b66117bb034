import { type Token, tokenize } from './tokens.js';

/** One piece of a generic pattern. */
export type Piece =
  | { readonly kind: 'word' | 'sign'; readonly text: string }
  | { readonly kind: 'metavariable'; readonly name: string }
  | { readonly kind: 'metavariables'; readonly name: string }
  | { readonly kind: 'dots' };

/** A pattern for text of any form. */
export interface GenericPattern {
  readonly pieces: readonly Piece[];
  readonly words: readonly string[];
  /** How many lines `...` may reach over. */
  readonly mostLines: number;
  readonly comments: 'c' | 'cpp' | 'shell' | undefined;
}

const STANDARD_LINES = 10;

/** Reads a generic pattern. Every text is one. */
export function readGenericPattern(
  text: string,
  options: { readonly generic_ellipsis_max_span?: number; readonly generic_comment_style?: 'c' | 'cpp' | 'shell' } = {},
): GenericPattern {
  const pieces: Piece[] = [];
  // What is written with `$` or dots is told apart before the rest is cut to words.
  const special = /\$\.\.\.([A-Z_][A-Z_0-9]*)|\$([A-Z_][A-Z_0-9]*)|\.\.\./g;
  let before = 0;
  const plain = (piece: string) => {
    for (const { text: each, isWord } of tokenize(piece)) pieces.push({ kind: isWord ? 'word' : 'sign', text: each });
  };
  for (const found of text.matchAll(special)) {
    plain(text.slice(before, found.index));
    before = found.index + found[0].length;
    if (found[1] !== undefined) pieces.push({ kind: 'metavariables', name: `$...${found[1]}` });
    else if (found[2] !== undefined) pieces.push({ kind: 'metavariable', name: `$${found[2]}` });
    else if (pieces.at(-1)?.kind !== 'dots') pieces.push({ kind: 'dots' });
  }
  plain(text.slice(before));
  return {
    pieces,
    words: pieces.flatMap(piece => (piece.kind === 'word' && piece.text.length > 1 ? [piece.text] : [])),
    mostLines: options.generic_ellipsis_max_span ?? STANDARD_LINES,
    comments: options.generic_comment_style,
  };
}

export type { Token };
