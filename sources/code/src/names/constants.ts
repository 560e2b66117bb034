import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenOf, NONE, type Tree } from '../syntax/tree.js';
import { type Entity, namesIn, type Scopes } from './scopes.js';
import { writtenName } from './written-name.js';

/** What is known of a value: its text or number, or only that it is some string or number. */
export type Constant = {
  readonly kind: 'string' | 'number' | 'bool' | 'null';
  readonly value?: string | number | boolean;
};

/** What names are worth where they are used, followed through branches and loops. */
export interface Constants {
  /** The value of an expression, where it is known. */
  readonly of: (node: number) => Constant | undefined;
  /** The expression a name was given last, where there is only one it can be. */
  readonly definitionOf: (name: number) => number | undefined;
}

/** What is known of one variable at one point; `undefined` in the map is: anything. */
interface Known {
  readonly constant?: Constant | undefined;
  /** The expression it was given; NONE where there may be several. */
  readonly from: number;
}

type Facts = Map<Entity, Known>;

export function findConstants(tree: Tree, { symbolOf, symbols }: Scopes): Constants {
  const known = new Map<number, Known>();
  const walker = new Walker(tree, symbolOf, known);
  walker.run(globalFacts(tree, symbols, walker));
  return {
    of: node => walker.constantOf(node, undefined),
    definitionOf: name => {
      const found = known.get(name);
      return found && found.from !== NONE ? found.from : undefined;
    },
  };
}

/** Names that are given a value once, outside of functions: known wherever they are used. */
function globalFacts(tree: Tree, symbols: readonly Entity[], walker: Walker): Facts {
  const facts: Facts = new Map();
  for (const symbol of symbols) {
    if (symbol.writes.length !== 1) continue;
    const writer = symbol.writes[0]!;
    const home = tree.kind[symbol.scope.node];
    if (home !== Kind.Program && home !== Kind.Class) continue;
    if (home === Kind.Class && !isFixedField(tree, writer)) continue;
    const value = walker.valueGiven(writer, symbol);
    if (value === NONE) continue;
    const constant = walker.constantOf(value, facts);
    facts.set(symbol, { constant, from: value });
  }
  return facts;
}

/** A field nobody else can change: declared final, const, readonly, static or private. */
function isFixedField(tree: Tree, writer: number): boolean {
  if (tree.value[writer] === 'const' || tree.kind[writer] === Kind.Assign) return true;
  return childrenOf(tree, writer).some(
    child => tree.kind[child] === Kind.Modifier && /^(?:final|const|readonly|private)$/.test(tree.value[child] ?? ''),
  );
}

class Walker {
  constructor(
    readonly tree: Tree,
    readonly symbolOf: readonly (Entity | undefined)[],
    readonly known: Map<number, Known>,
  ) {}

  #globals: Facts = new Map();

  run(globals: Facts): void {
    this.#globals = globals;
    this.#list(0, new Map(globals));
  }

  /** The value a writer gives to this symbol alone. */
  valueGiven(writer: number, symbol: Entity): number {
    const { tree } = this;
    const kind = tree.kind[writer];
    if (kind !== Kind.Var && kind !== Kind.Assign) return NONE;
    if (kind === Kind.Assign && tree.value[writer] !== '=' && tree.value[writer] !== ':=') return NONE;
    const target = childAs(tree, writer, kind === Kind.Var ? Role.Name : Role.Left);
    let value = childAs(tree, writer, kind === Kind.Var ? Role.Value : Role.Right);
    while (value !== NONE && tree.kind[value] === Kind.Assign && tree.value[value] === '=') {
      value = childAs(tree, value, Role.Right);
    }
    if (target === NONE || value === NONE) return NONE;
    if (tree.kind[target] === Kind.Name) return this.symbolOf[target] === symbol ? value : NONE;
    if (tree.kind[target] === Kind.Collection && tree.kind[value] === Kind.Collection) {
      const targets = childrenOf(tree, target);
      const values = childrenOf(tree, value);
      const at = targets.findIndex(each => this.symbolOf[each] === symbol);
      return at >= 0 && targets.length === values.length ? values[at]! : NONE;
    }
    return NONE;
  }

  /** What an expression is worth; names are looked up where they were last seen, or in these facts. */
  constantOf(node: number, facts: Facts | undefined, depth = 0): Constant | undefined {
    const { tree } = this;
    if (depth > 40) return undefined;
    switch (tree.kind[node]) {
      case Kind.String:
        return { kind: 'string', value: tree.value[node]! };
      case Kind.Char:
        return { kind: 'string', value: tree.value[node]! };
      case Kind.Number:
        return { kind: 'number', value: Number(tree.value[node]) };
      case Kind.Null:
        return { kind: 'null', value: 'null' };
      case Kind.Bool:
        return { kind: 'bool', value: /^true$/i.test(tree.value[node]!) };
      case Kind.Name: {
        const symbol = this.symbolOf[node];
        if (!symbol) return undefined;
        return (facts ? facts.get(symbol) : this.known.get(node))?.constant;
      }
      case Kind.Member: {
        const object = childAs(tree, node, Role.Object);
        const property = childAs(tree, node, Role.Property);
        return this.#fieldConstant(object, property);
      }
      case Kind.Template: {
        let text = '';
        let all = true;
        for (let part = tree.first[node]!; part !== NONE; part = tree.next[part]!) {
          const constant = this.constantOf(part, facts, depth + 1);
          if (!constant) return undefined;
          if (constant.value === undefined) all = false;
          text += String(constant.value);
        }
        return all ? { kind: 'string', value: text } : { kind: 'string' };
      }
      case Kind.Binary:
        return this.#binary(node, facts, depth);
      case Kind.Unary: {
        if (tree.value[node] !== '-' && tree.value[node] !== '+') return undefined;
        const inner = this.constantOf(tree.first[node]!, facts, depth + 1);
        if (inner?.kind !== 'number' || inner.value === undefined) return undefined;
        return { kind: 'number', value: tree.value[node] === '-' ? -Number(inner.value) : Number(inner.value) };
      }
      case Kind.Ternary: {
        const one = this.constantOf(childAs(tree, node, Role.Then), facts, depth + 1);
        const other = this.constantOf(childAs(tree, node, Role.Else), facts, depth + 1);
        return joinConstants(one, other);
      }
      case Kind.Call: {
        // What String.format makes of known values is some string.
        const callee = childAs(tree, node, Role.Callee);
        if (!/^(?:java\.lang\.)?String\.format$/.test(writtenName(tree, callee) ?? '')) return undefined;
        const given = childAs(tree, node, Role.Arguments);
        const all = given !== NONE && childrenOf(tree, given).every(each => this.constantOf(each, facts, depth + 1));
        return all ? { kind: 'string' } : undefined;
      }
      default:
        return undefined;
    }
  }

  /** `this.x`, `self.x` and `Class.x`, where x is a field with one value. */
  #fieldConstant(object: number, property: number): Constant | undefined {
    const { tree } = this;
    if (object === NONE || property === NONE || tree.kind[object] !== Kind.Name) return undefined;
    const owner = tree.value[object];
    for (const [symbol, known] of this.#globals) {
      if (symbol.name !== tree.value[property] || tree.kind[symbol.scope.node] !== Kind.Class) continue;
      const name = childAs(tree, symbol.scope.node, Role.Name);
      if (owner === 'this' || owner === 'self' || (name !== NONE && tree.value[name] === owner)) return known.constant;
    }
    return undefined;
  }

  #binary(node: number, facts: Facts | undefined, depth: number): Constant | undefined {
    const { tree } = this;
    const op = tree.value[node];
    if (!op || !/^(?:[-+*/%]|<<|>>|\|)$/.test(op)) return undefined;
    const left = this.constantOf(childAs(tree, node, Role.Left), facts, depth + 1);
    const right = this.constantOf(childAs(tree, node, Role.Right), facts, depth + 1);
    if (op === '%' && left?.kind === 'string' && right) return { kind: 'string' };
    if (!left || !right) return undefined;
    if (op === '+' && left.kind === 'string' && right.kind === 'string') {
      if (left.value === undefined || right.value === undefined) return { kind: 'string' };
      return { kind: 'string', value: `${left.value}${right.value}` };
    }
    if (left.kind !== 'number' || right.kind !== 'number') return undefined;
    if (left.value === undefined || right.value === undefined) return { kind: 'number' };
    const value = arithmetic(op, Number(left.value), Number(right.value));
    return value === undefined ? { kind: 'number' } : { kind: 'number', value };
  }

  // The walk

  #list(node: number, facts: Facts): void {
    for (let child = this.tree.first[node]!; child !== NONE; child = this.tree.next[child]!) this.#visit(child, facts);
  }

  /** Notes what each name inside is worth, and what is known after it. */
  #visit(node: number, facts: Facts): void {
    const { tree } = this;
    switch (tree.kind[node]) {
      case Kind.Name: {
        const symbol = this.symbolOf[node];
        const found = symbol && facts.get(symbol);
        if (found) this.known.set(node, found);
        return;
      }
      case Kind.Function: {
        // Runs when it is called: only what never changes is known then.
        const inner: Facts = new Map(this.#globals);
        for (const [symbol, known] of facts) if (symbol.writes.length === 1) inner.set(symbol, known);
        this.#list(node, inner);
        return;
      }
      case Kind.Class:
        this.#list(node, new Map(facts));
        return;
      case Kind.Var:
      case Kind.Assign:
        this.#write(node, facts);
        return;
      case Kind.WithItem: {
        const value = childAs(tree, node, Role.Value);
        this.#visit(value, facts);
        for (const name of namesIn(tree, childAs(tree, node, Role.Name))) {
          const symbol = this.symbolOf[name];
          if (symbol) facts.set(symbol, { from: value });
        }
        return;
      }
      case Kind.Unary:
        this.#list(node, facts);
        if (/\+\+|--/.test(tree.value[node] ?? '')) this.#forget(tree.first[node]!, facts);
        return;
      case Kind.If:
      case Kind.Ternary: {
        this.#child(node, Role.Init, facts);
        this.#child(node, Role.Condition, facts);
        const other = new Map(facts);
        this.#child(node, Role.Then, facts);
        this.#child(node, Role.Else, other);
        const then = childAs(tree, node, Role.Then);
        const orElse = childAs(tree, node, Role.Else);
        if (leaves(tree, then)) replace(facts, other);
        else if (orElse === NONE || !leaves(tree, orElse)) join(facts, other);
        return;
      }
      case Kind.While:
      case Kind.DoWhile:
      case Kind.For:
      case Kind.ForEach:
      case Kind.Comprehension:
        this.#child(node, Role.Init, facts);
        this.#child(node, Role.Iterable, facts);
        this.#forgetWritten(node, facts);
        for (let child = tree.first[node]!; child !== NONE; child = tree.next[child]!) {
          if (tree.role[child] !== Role.Init && tree.role[child] !== Role.Iterable) this.#visit(child, facts);
        }
        this.#forgetWritten(node, facts);
        return;
      case Kind.Switch: {
        this.#child(node, Role.Init, facts);
        this.#child(node, Role.Subject, facts);
        const before = new Map(facts);
        for (const each of childrenOf(tree, node).filter(child => tree.kind[child] === Kind.Case)) {
          const inner = new Map(before);
          this.#list(each, inner);
          const body = childAs(tree, each, Role.Body);
          if (body === NONE || !leaves(tree, body)) join(facts, inner);
        }
        return;
      }
      case Kind.Try: {
        const before = new Map(facts);
        this.#child(node, Role.Resource, facts);
        this.#child(node, Role.Body, facts);
        const body = childAs(tree, node, Role.Body);
        const left = body !== NONE && leaves(tree, body);
        const thrown = new Map(facts);
        let after: Facts | undefined = left ? undefined : facts;
        if (after) this.#child(node, Role.Else, after);
        for (const each of childrenOf(tree, node).filter(child => tree.kind[child] === Kind.Catch)) {
          const inner = new Map(before);
          join(inner, thrown);
          this.#list(each, inner);
          const handler = childAs(tree, each, Role.Body);
          if (!mayThrow(tree, body) || (handler !== NONE && leaves(tree, handler))) continue;
          if (after) join(after, inner);
          else after = inner;
        }
        if (after) replace(facts, after);
        this.#child(node, Role.Finally, facts);
        return;
      }
      default:
        this.#list(node, facts);
    }
  }

  #child(node: number, role: Role, facts: Facts): void {
    for (let child = this.tree.first[node]!; child !== NONE; child = this.tree.next[child]!) {
      if (this.tree.role[child] === role) this.#visit(child, facts);
    }
  }

  #write(node: number, facts: Facts): void {
    const { tree } = this;
    const isVar = tree.kind[node] === Kind.Var;
    const target = childAs(tree, node, isVar ? Role.Name : Role.Left);
    const value = childAs(tree, node, isVar ? Role.Value : Role.Right);
    for (let child = tree.first[node]!; child !== NONE; child = tree.next[child]!) {
      if (child !== target) this.#visit(child, facts);
    }
    if (target === NONE) return;
    if (tree.kind[target] !== Kind.Name) this.#list(target, facts);
    const op = tree.value[node];
    for (const name of namesIn(tree, target)) {
      const symbol = this.symbolOf[name];
      if (!symbol) continue;
      if (isVar && value === NONE) {
        facts.delete(symbol);
        continue;
      }
      const given = this.valueGiven(node, symbol);
      if (given !== NONE) {
        const constant = this.constantOf(given, facts);
        facts.set(symbol, { constant, from: given });
      } else if (op === '+=' && facts.get(symbol)?.constant?.kind === 'string') {
        const more = this.constantOf(value, facts);
        const before = facts.get(symbol)!.constant!;
        const text =
          more && before.value !== undefined && more.value !== undefined ? `${before.value}${more.value}` : undefined;
        if (more)
          facts.set(symbol, {
            constant: text === undefined ? { kind: 'string' } : { kind: 'string', value: text },
            from: NONE,
          });
        else facts.delete(symbol);
      } else facts.delete(symbol);
    }
  }

  #forget(target: number, facts: Facts): void {
    for (const name of namesIn(this.tree, target)) {
      const symbol = this.symbolOf[name];
      if (symbol) facts.delete(symbol);
    }
  }

  /** After a loop, or before its second round, what it writes is not known. */
  #forgetWritten(node: number, facts: Facts): void {
    for (const symbol of facts.keys()) {
      const written = symbol.writes.some(writer => writer > node && writer < this.tree.last[node]!);
      if (!written) continue;
      const known = facts.get(symbol)!;
      const kinds = new Set(
        symbol.writes
          .map(writer => this.valueGiven(writer, symbol))
          .map(value => (value === NONE ? undefined : this.constantOf(value, facts)?.kind)),
      );
      if (kinds.size === 1 && known.constant && kinds.has(known.constant.kind))
        facts.set(symbol, { constant: { kind: known.constant.kind }, from: NONE });
      else facts.delete(symbol);
    }
  }
}

function arithmetic(op: string, left: number, right: number): number | undefined {
  switch (op) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? undefined : left / right;
    case '%':
      return right === 0 ? undefined : left % right;
    case '|':
      return left | right;
    default:
      return undefined;
  }
}

/** Whether anything in a block may throw. */
function mayThrow(tree: Tree, block: number): boolean {
  if (block === NONE) return false;
  for (let node = block; node < tree.last[block]!; node++) {
    const kind = tree.kind[node];
    if (kind === Kind.Call || kind === Kind.New || kind === Kind.Throw || kind === Kind.Index || kind === Kind.Member)
      return true;
  }
  return false;
}

/** Whether a block always goes elsewhere at its end. */
function leaves(tree: Tree, block: number): boolean {
  if (block === NONE) return false;
  let last = tree.first[block]!;
  if (last === NONE) return false;
  while (tree.next[last] !== NONE) last = tree.next[last]!;
  const kind = tree.kind[last];
  return kind === Kind.Return || kind === Kind.Throw || (kind === Kind.Jump && tree.value[last] === 'continue');
}

function replace(facts: Facts, by: Facts): void {
  facts.clear();
  for (const [symbol, known] of by) facts.set(symbol, known);
}

function join(facts: Facts, other: Facts): void {
  for (const [symbol, known] of facts) {
    const there = other.get(symbol);
    if (!there) facts.delete(symbol);
    else if (there !== known) {
      facts.set(symbol, {
        constant: joinConstants(known.constant, there.constant),
        from: known.from === there.from ? known.from : NONE,
      });
    }
  }
}

function joinConstants(one: Constant | undefined, other: Constant | undefined): Constant | undefined {
  if (!one || !other || one.kind !== other.kind) return undefined;
  return one.value === other.value ? one : { kind: one.kind };
}
