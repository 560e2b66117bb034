import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenOf, NONE } from '../syntax/tree.js';
import type { Bound } from './bindings.js';
import { matchEach, matchSequence } from './lists.js';
import type { Matcher, Next } from './matcher.js';

/** Calls; decorators are calls too. */
export function matchCall(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern, code } = m;
  const decorated = code.kind[c] === Kind.Decorator && m.options.attr_expr !== false;
  if (code.kind[c] !== Kind.Call && !decorated) {
    m.throughName(p, c, bound, next);
    return;
  }
  const callee = childAs(pattern, p, Role.Callee);
  const given = childAs(pattern, p, Role.Arguments);
  m.node(callee, childAs(code, c, Role.Callee), bound, more =>
    matchArguments(m, given, childAs(code, c, Role.Arguments), more, next),
  );
}

/** Keyword arguments in any order; the others in theirs. */
export function matchArguments(m: Matcher, p: number, c: number, bound: Bound | undefined, next: Next): void {
  const { pattern, code } = m;
  const ps = p === NONE ? [] : childrenOf(pattern, p);
  const cs = c === NONE ? [] : childrenOf(code, c);
  const named = ps.filter(each => pattern.kind[each] === Kind.Keyword);
  if (named.length === 0) {
    matchSequence(m, ps, 0, cs, 0, bound, next);
    return;
  }
  const others = ps.filter(each => pattern.kind[each] !== Kind.Keyword);
  matchEach(
    m,
    named,
    cs.filter(each => code.kind[each] === Kind.Keyword),
    bound,
    (more, rest) => {
      matchSequence(
        m,
        others,
        0,
        cs.filter(each => code.kind[each] !== Kind.Keyword || rest.includes(each)),
        0,
        more,
        next,
      );
    },
  );
}
