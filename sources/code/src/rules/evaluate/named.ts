import { beginsWith } from '../../regex/compile.js';
import { Kind, Role } from '../../syntax/kinds.js';
import { childAs, NONE } from '../../syntax/tree.js';
import type { NameTest, Prepared, PreparedCode, PreparedCondition } from './prepared.js';

/**
 * The positive parts of a conjunction, with what its conditions ask of the last name in their patterns: code that calls
 * something else is then not compared at all. What matches in the end stays the same.
 */
export function withNames(parts: readonly Prepared[], conditions: readonly PreparedCondition[]): readonly Prepared[] {
  return conditions.reduce<readonly Prepared[]>((all, condition) => {
    if (condition.kind !== 'regex' || condition.constants) return all;
    const { metavariable, expression } = condition;
    // Another part could bind the metavariable to the same code in another spelling.
    const binding = all.filter(part => binds(part, metavariable));
    if (binding.length !== 1) return all;
    const test: NameTest = {
      key: expression.sticky.source + expression.sticky.flags,
      holds: name => beginsWith(expression, name) !== null,
    };
    return all.map(part => (part === binding[0] ? tested(part, metavariable, test) : part));
  }, parts);
}

function binds(part: Prepared, metavariable: string): boolean {
  switch (part.kind) {
    case 'code':
      return part.pattern.metavariables.has(metavariable);
    case 'any':
    case 'all':
      return part.of.some(each => binds(each, metavariable));
    case 'inside':
    case 'anywhere':
    case 'named':
    case 'shared':
      return binds(part.of, metavariable);
    case 'never':
      return false;
    default:
      return true;
  }
}

function tested(part: Prepared, metavariable: string, test: NameTest): Prepared {
  if (part.kind === 'any') return { ...part, of: part.of.map(each => tested(each, metavariable, test)) };
  if (part.kind === 'inside' || part.kind === 'anywhere') return { ...part, of: tested(part.of, metavariable, test) };
  if (part.kind !== 'code' || part.named || lastMetavariable(part) !== metavariable) return part;
  return { ...part, named: test };
}

/** The metavariable that stands for the last name of what a pattern is about: of a call what is called, or a member. */
function lastMetavariable({ pattern: { tree } }: PreparedCode): string | undefined {
  const root = tree.first[0]!;
  if (root === NONE || tree.next[root] !== NONE) return undefined;
  const isCall = tree.kind[root] === Kind.Call || tree.kind[root] === Kind.New;
  const chain = isCall ? childAs(tree, root, Role.Callee) : root;
  if (chain === NONE || tree.kind[chain] !== Kind.Member) return undefined;
  const last = childAs(tree, chain, Role.Property);
  return tree.kind[last] === Kind.Metavariable ? tree.value[last] : undefined;
}
