import { Kind, Role } from '../syntax/kinds.js';
import { childrenOf, NONE, type Tree } from '../syntax/tree.js';
import { type Bound, bindingsOf } from './bindings.js';
import { candidatesOf } from './candidates.js';
import type { CodeFile, Match, MatchOptions, Pattern } from './match.js';
import { Matcher } from './matcher.js';
import { matchStatements } from './statements.js';

/** How many matches of one pattern in one file are kept. */
const MOST_MATCHES = 20_000;

/**
 * Everywhere in a file that a pattern matches, in order. `isName` may say which names what is called, or a member, can
 * have at all, where a metavariable stands for it.
 */
export function findMatches(
  pattern: Pattern,
  file: CodeFile,
  options: MatchOptions = {},
  isName?: (name: string) => boolean,
): Match[] {
  if (!pattern.words.every(word => file.written?.has(word) ?? file.text.includes(word))) return [];
  const found: Match[] = [];
  const byStart = new Map<number, Match[]>();
  const add = (start: number, end: number, bound: Bound | undefined): void => {
    if (found.length >= MOST_MATCHES) return;
    const match = { start, end, bindings: bindingsOf(bound) };
    const here = byStart.get(start);
    if (!here) byStart.set(start, [match]);
    else if (here.some(each => isSame(each, match))) return;
    else here.push(match);
    found.push(match);
  };
  const matcher = new Matcher(pattern, file, options);
  const roots = childrenOf(pattern.tree, 0);
  if (roots.length === 1) matchOne(matcher, pattern.tree, roots[0]!, file.tree, add, isName);
  else matchList(matcher, pattern.tree, roots, file.tree, add);
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

function isSame(one: Match, other: Match): boolean {
  if (one.end !== other.end || one.bindings.size !== other.bindings.size) return false;
  for (const [name, { start, end, text }] of one.bindings) {
    const there = other.bindings.get(name);
    if (there?.start !== start || there.end !== end || there.text.length !== text.length) return false;
  }
  return true;
}

/** Where a pattern of one piece matches this very node, whatever the node is to those around it. */
export function findMatchesAt(pattern: Pattern, file: CodeFile, node: number, options: MatchOptions = {}): Match[] {
  const roots = childrenOf(pattern.tree, 0);
  if (roots.length !== 1) return [];
  const { tree } = file;
  const found: Match[] = [];
  const matcher = new Matcher(pattern, file, options);
  matcher.begin();
  matcher.node(roots[0]!, node, undefined, bound => {
    found.push({ start: tree.start[node]!, end: tree.end[node]!, bindings: bindingsOf(bound) });
  });
  return found;
}

type Add = (start: number, end: number, bound: Bound | undefined) => void;

function matchOne(
  matcher: Matcher,
  pattern: Tree,
  root: number,
  code: Tree,
  add: Add,
  isName: ((name: string) => boolean) | undefined,
): void {
  for (const node of candidatesOf(matcher.file, matcher.names).for(pattern, root, matcher.options, isName)) {
    matcher.begin();
    matcher.node(root, node, undefined, bound => add(code.start[node]!, code.end[node]!, bound));
  }
}

/** Statements side by side: tried from each statement of each list. */
function matchList(matcher: Matcher, pattern: Tree, roots: readonly number[], code: Tree, add: Add): void {
  const fromStart = pattern.kind[roots[0]!] === Kind.Dots;
  const candidates = candidatesOf(matcher.file, matcher.names);
  for (const node of [Kind.Program, Kind.Block, Kind.Case, Kind.ClassBody].flatMap(kind => candidates.all(kind))) {
    const list = childrenOf(code, node).filter(child => code.role[child] === Role.None);
    for (let from = 0; from < (fromStart ? Math.min(1, list.length) : list.length); from++) {
      matcher.begin();
      const first = list[from]!;
      matchStatements(matcher, roots, 0, list, from, true, undefined, (bound, last) => {
        add(code.start[first]!, last === NONE ? code.end[first]! : code.end[last]!, bound);
      });
    }
  }
}
