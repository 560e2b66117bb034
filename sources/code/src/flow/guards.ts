import { Kind, Role } from '../syntax/kinds.js';
import { childAs, NONE } from '../syntax/tree.js';
import { targetOf, write } from './assignments.js';
import type { State } from './values/state.js';
import { cleanValue } from './values/values.js';
import type { Walk } from './walk.js';

/** Makes the state what is known where a condition holds, or where it does not: what a guard has let through is harmless. */
export function narrow(walk: Walk, condition: number, held: boolean): void {
  if (condition === NONE || walk.places.guards.size === 0) return;
  const { tree, places } = walk;
  if (tree.kind[condition] === Kind.Unary && tree.value[condition] === '!') {
    narrow(walk, tree.first[condition]!, !held);
    return;
  }
  for (const { part, match } of places.guards.get(condition) ?? []) {
    if (part.when !== held) continue;
    for (const node of places.nodesOf(match, part.clears)) clear(walk, node);
  }
  if (tree.kind[condition] !== Kind.Binary) return;
  const op = tree.value[condition];
  if (op !== '&&' && op !== '||') return;
  const left = childAs(tree, condition, Role.Left);
  const right = childAs(tree, condition, Role.Right);
  if (held === (op === '&&')) {
    narrow(walk, left, held);
    narrow(walk, right, held);
  } else either(walk, left, right, held);
}

/** Only one of two conditions is known to hold: harmless is what both of them let through. */
function either(walk: Walk, left: number, right: number, held: boolean): void {
  const other = walk.state.copy();
  narrow(walk, left, held);
  const one: State = walk.state;
  walk.state = other;
  narrow(walk, right, held);
  one.join(walk.state);
  walk.state = one;
}

function clear(walk: Walk, node: number): void {
  const target = targetOf(walk, node);
  if (target && !target.weak) write(walk, target, cleanValue);
}
