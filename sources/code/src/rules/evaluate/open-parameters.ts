import { calleesOf } from '../../flow/callees.js';
import type { Binding, CodeFile, Match } from '../../match/match.js';
import { namesOf } from '../../names/names.js';
import { Kind, Role } from '../../syntax/kinds.js';
import { childAs, childrenOf, NONE, type Tree } from '../../syntax/tree.js';

const known = new WeakMap<Tree, readonly Match[]>();

/**
 * The parameters of functions that nothing in their file calls: what they hold comes from elsewhere. `$PARAMETER` is bound to the
 * name, `$TYPE` to its type where one is written, `$FUNCTION` to the name of the function where it has one.
 */
export function openParameters(file: CodeFile): readonly Match[] {
  const found = known.get(file.tree) ?? findOpenParameters(file);
  known.set(file.tree, found);
  return found;
}

function findOpenParameters(file: CodeFile): Match[] {
  const { tree } = file;
  const callees = calleesOf(tree, namesOf(tree, file.language));
  const called = new Set<number>();
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== Kind.Call && tree.kind[node] !== Kind.New) continue;
    const callee = childAs(tree, node, Role.Callee);
    const run = callee === NONE ? undefined : callees.at(node, callee);
    if (run) called.add(run.node);
  }
  return callees.inOrder
    .filter(each => !called.has(each) && tree.kind[tree.parent[each]!] !== Kind.Arguments)
    .flatMap(each => parametersOf(file, each));
}

function parametersOf({ tree, text }: CodeFile, owner: number): Match[] {
  const list = childAs(tree, owner, Role.Parameters);
  if (list === NONE) return [];
  const bindingOf = (node: number): Binding => {
    const [start, end] = [tree.start[node]!, tree.end[node]!];
    return { start, end, text: text.slice(start, end), node, count: 1 };
  };
  const functionName = childAs(tree, owner, Role.Name);
  return childrenOf(tree, list).flatMap(parameter => {
    const name = tree.kind[parameter] === Kind.Parameter ? childAs(tree, parameter, Role.Name) : NONE;
    if (name === NONE) return [];
    const type = childAs(tree, parameter, Role.Type);
    const bindings = new Map([['$PARAMETER', bindingOf(name)]]);
    if (type !== NONE) bindings.set('$TYPE', bindingOf(type));
    if (functionName !== NONE) bindings.set('$FUNCTION', bindingOf(functionName));
    const { start, end } = bindingOf(name);
    return [{ start, end, bindings }];
  });
}
