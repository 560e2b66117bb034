import { createHash } from 'node:crypto';
import type { CodeFile } from '../match/match.js';
import { Kind, Role } from '../syntax/kinds.js';
import { childAs, NONE, type Span } from '../syntax/tree.js';

/**
 * What stays the same of a finding when lines are added above it, its function is moved, or names elsewhere change: the
 * rule, the code without its layout, and the symbol around it. The number tells equal ones in one symbol apart.
 */
export function fingerprintOf(ruleId: string, code: string, symbol: string, number: number): string {
  return createHash('sha256')
    .update(JSON.stringify([ruleId, withoutLayout(code), symbol, number]))
    .digest('hex')
    .slice(0, 32);
}

/** Code without the white space that says nothing: all but that between two words. */
export function withoutLayout(code: string): string {
  return code
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?([^\w\s]) ?/g, '$1');
}

/** The dotted name of the functions and classes around a place; empty at the top of a file. */
export function symbolAround(file: CodeFile | undefined, { start, end }: Span): string {
  if (!file) return '';
  const { tree } = file;
  const names: string[] = [];
  for (let node = 0; node !== NONE && node < tree.size; ) {
    const kind = tree.kind[node]!;
    if (kind === Kind.Function || kind === Kind.Class) {
      const name = childAs(tree, node, Role.Name);
      const isItself = tree.start[node] === start && tree.end[node] === end;
      if (name !== NONE && !isItself) names.push(tree.value[name] ?? '');
    }
    let child = tree.first[node]!;
    while (child !== NONE && !(tree.start[child]! <= start && tree.end[child]! >= end)) child = tree.next[child]!;
    node = child;
  }
  return names.join('.');
}
