import { Kind, Role } from '../syntax/kinds.js';
import type { Language } from '../syntax/language.js';
import { childAs, NONE, type Tree } from '../syntax/tree.js';
import { type Constants, findConstants } from './constants.js';
import { resolveScopes, type Scopes } from './scopes.js';

/** All that is known of the names of a file. */
export interface Names extends Scopes {
  readonly constants: Constants;
  /** The full dotted names an expression may have, by the imports of the file: `b.c` is `a.b.c` after `from a import b`. */
  readonly dottedNames: (node: number) => readonly string[];
}

const known = new WeakMap<Tree, Names>();

/** What is known of the names of a tree; found once, when it is first asked for. */
export function namesOf(tree: Tree, language: Language): Names {
  let names = known.get(tree);
  if (!names) {
    const scopes = resolveScopes(tree, language);
    let constants: Constants | undefined;
    names = {
      ...scopes,
      get constants() {
        constants ??= findConstants(tree, scopes);
        return constants;
      },
      dottedNames: node => dottedNames(tree, scopes, node),
    };
    known.set(tree, names);
  }
  return names;
}

const none: readonly string[] = [];

function dottedNames(tree: Tree, scopes: Scopes, node: number): readonly string[] {
  if (tree.kind[node] === Kind.TypeApply) return dottedNames(tree, scopes, childAs(tree, node, Role.Base));
  if (tree.kind[node] === Kind.Name) {
    const symbol = scopes.symbolOf[node];
    // An import further down says nothing of a name above it.
    if (symbol?.imported !== undefined && symbol.declaration < node) return [symbol.imported];
    if (symbol || scopes.wildcards.length === 0) return none;
    return scopes.wildcards.map(module => `${module}.${tree.value[node]}`);
  }
  if (tree.kind[node] !== Kind.Member) return none;
  const object = childAs(tree, node, Role.Object);
  const property = childAs(tree, node, Role.Property);
  if (object === NONE || property === NONE || tree.kind[property] !== Kind.Name) return none;
  return dottedNames(tree, scopes, object).map(name => `${name}.${tree.value[property]}`);
}
