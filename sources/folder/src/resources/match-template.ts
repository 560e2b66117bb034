import { percentDecoded } from '../read/percent.js';

/** A piece of a template: text that stands for itself, or a variable. */
type Piece = { readonly text: string } | { readonly variable: string; readonly takes: (code: number) => boolean };

const LONGEST_TEMPLATE = 2048;
const LONGEST_URI = 8192;
/** Characters that a plain `{variable}` never expands to; `{+variable}` may be any of them. */
const reserved = new Set([...":/?#[]@!$&'()*+,;="].map(character => character.charCodeAt(0)));

/**
 * The percent-decoded values of a URI template's variables in a URI (RFC 6570, level 1 and `{+variable}`); undefined when it does
 * not match or the template has other expressions. Each variable takes at least one character and as many as it can. The time is
 * linear in the length of the URI.
 */
export function matchTemplate(template: string, uri: string): Record<string, string> | undefined {
  const pieces = piecesOf(template);
  if (pieces === undefined || uri.length > LONGEST_URI) return undefined;
  const fits = fitsFrom(pieces, uri);
  if (fits[0]![0] === 0) return undefined;
  const found = new Map<string, string>();
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const start = at;
    if ('text' in piece) at += piece.text.length;
    else {
      // Extend the variable while it can take one more character and the rest still matches.
      at += 1;
      while (fits[index]![at] === 1) at += 1;
      const value = percentDecoded(uri.slice(start, at));
      if (value === undefined || (found.get(piece.variable) ?? value) !== value) return undefined;
      found.set(piece.variable, value);
    }
  }
  return Object.fromEntries(found);
}

/** For each piece and each offset of the URI: whether the pieces from that one on match the rest of the URI. */
function fitsFrom(pieces: readonly Piece[], uri: string): readonly Uint8Array[] {
  const length = uri.length;
  let after = new Uint8Array(length + 1);
  after[length] = 1;
  const rows: Uint8Array[] = [after];
  for (const piece of pieces.toReversed()) {
    const row = new Uint8Array(length + 1);
    if ('text' in piece) {
      for (let at = uri.indexOf(piece.text); at !== -1; at = uri.indexOf(piece.text, at + 1)) {
        row[at] = after[at + piece.text.length]!;
      }
    } else {
      for (let at = length - 1; at >= 0; at -= 1) {
        if (piece.takes(uri.charCodeAt(at))) row[at] = row[at + 1]! | after[at + 1]!;
      }
    }
    rows.push(row);
    after = row;
  }
  return rows.reverse();
}

function piecesOf(template: string): readonly Piece[] | undefined {
  if (template.length > LONGEST_TEMPLATE) return undefined;
  const pieces: Piece[] = [];
  // Text and expressions alternate: what stands between braces is at every odd place.
  for (const [index, part] of template.split(/[{}]/).entries()) {
    if (index % 2 === 0) {
      if (part !== '') pieces.push({ text: part });
      continue;
    }
    const [, plus, variable] = /^(\+?)([A-Za-z0-9_.%-]{1,128})$/.exec(part) ?? [];
    if (variable === undefined) return undefined;
    pieces.push({ variable, takes: plus ? () => true : code => !reserved.has(code) });
  }
  const braces = template.replace(/[^{}]/g, '');
  return braces === '{}'.repeat(braces.length / 2) ? pieces : undefined;
}
