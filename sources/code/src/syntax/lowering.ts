import type { GrammarTree } from './grammar.js';
import { Kind, Role } from './kinds.js';
import { NONE, type TreeBuilder } from './tree.js';

/** The names grammars give to parts of their nodes. */
export enum Field {
  none,
  accessors,
  alias,
  alternative,
  argument,
  arguments,
  array,
  attribute,
  body,
  capacity,
  cause,
  channel,
  close_tag,
  code,
  communication,
  condition,
  consequence,
  constraint,
  constructor,
  content,
  declaration,
  declarator,
  decorator,
  definition,
  dimensions,
  element,
  end,
  expression,
  field,
  finalizer,
  flags,
  format_specifier,
  function,
  guard,
  handler,
  increment,
  index,
  index_type,
  init,
  initializer,
  interfaces,
  key,
  kind,
  label,
  left,
  length,
  member,
  module,
  module_name,
  modules,
  name,
  object,
  open_tag,
  operand,
  operator,
  operators,
  optional_chain,
  package,
  parameter,
  parameters,
  path,
  pattern,
  permits,
  property,
  provided,
  provider,
  qualifier,
  rank,
  receiver,
  resources,
  result,
  return_type,
  returns,
  right,
  scope,
  sign,
  source,
  start,
  subject,
  subscript,
  superclass,
  superclasses,
  tag,
  template_argument,
  template_processor,
  type,
  type_arguments,
  type_conversion,
  type_parameters,
  update,
  value,
}

export type FieldName = Exclude<keyof typeof Field, 'none' | 'constructor'>;

/** Writes one node of the grammar, in this role. */
export type Lower = (walk: Walk, node: number, role: number) => void;

/** Added to a role: what is no block becomes a block of one statement. */
export const BLOCK = 0x80;
/** In place of a role: the part is left out. */
export const DROP = 0x7f;

/** How a language's nodes are written: data of a pack. */
export interface Rules {
  /** By the grammar's names of nodes. What is not here becomes `Other`. */
  readonly nodes: Readonly<Record<string, Lower>>;
  /** Names of nodes that are blocks of statements already. */
  readonly blocks: readonly string[];
  /** Names of nodes that say nothing: comments and the like. */
  readonly silent: readonly string[];
  /** Tokens that are written like nodes, for they are what others write as names: `this`. */
  readonly tokens?: readonly string[];
}

/** A part nested deeper than this is left as it is, without children, so that no text can exhaust the stack. */
const DEEPEST = 1200;

/** The rules as arrays by the numbers one grammar uses. */
interface Compiled {
  readonly handlers: readonly Lower[];
  readonly silent: Uint8Array;
  readonly blocks: Uint8Array;
  readonly tokens: Uint8Array;
  /** The grammar's number of a field → ours. */
  readonly field: Uint8Array;
}

/** What a pack's `lower` is: its rules, resolved once for each grammar. */
export function lowering(rules: Rules): (from: GrammarTree, to: TreeBuilder) => void {
  const known = new WeakMap<readonly string[], Compiled>();
  return (from, to) => {
    let compiled = known.get(from.types);
    if (!compiled) {
      compiled = compile(rules, from);
      known.set(from.types, compiled);
    }
    new Walk(from, to, compiled).program();
  };
}

function compile(rules: Rules, from: GrammarTree): Compiled {
  const nodes = new Map(Object.entries(rules.nodes));
  const fieldNumbers = Field as unknown as Record<string, number | undefined>;
  return {
    handlers: from.types.map(type => (rules.silent.includes(type) ? nothing : (nodes.get(type) ?? other))),
    silent: Uint8Array.from(from.types, type => (rules.silent.includes(type) ? 1 : 0)),
    blocks: Uint8Array.from(from.types, type => (rules.blocks.includes(type) ? 1 : 0)),
    tokens: Uint8Array.from(from.types, type => (rules.tokens?.includes(type) ? 1 : 0)),
    field: Uint8Array.from(from.fields, field => fieldNumbers[field] ?? Field.none),
  };
}

/** One file on its way from the grammar's tree to the uniform one. */
export class Walk {
  readonly from: GrammarTree;
  readonly to: TreeBuilder;
  readonly #compiled: Compiled;
  #depth = 0;

  constructor(from: GrammarTree, to: TreeBuilder, compiled: Compiled) {
    this.from = from;
    this.to = to;
    this.#compiled = compiled;
  }

  /** The whole text; the grammar leaves white space around it out. */
  program(): void {
    this.to.open(Kind.Program, Role.None, 0, this.from.text.length);
    this.all(0);
    this.to.close();
  }

  /** Writes a node by the rule for its name. NONE writes nothing. */
  lower(node: number, role: number): void {
    if (node === NONE) return;
    if (++this.#depth > DEEPEST) {
      this.leaf(Kind.Other, node, role & DROP, this.type(node));
    } else if (role >= BLOCK) {
      this.block(node, role & DROP);
    } else {
      this.#compiled.handlers[this.from.type[node]!]!(this, node, role);
    }
    this.#depth--;
  }

  /** Writes a statement as a block, if it is none. An If behind `else` stays one. */
  block(node: number, role: number): void {
    const isBlock = this.#compiled.blocks[this.from.type[node]!] === 1;
    if (isBlock || (role === Role.Else && this.is(node, 'if_statement'))) {
      this.lower(node, role);
    } else {
      this.open(Kind.Block, node, role);
      this.lower(node, Role.None);
      this.close();
    }
  }

  /** Writes all children that have a name in the grammar, in the same role. */
  all(node: number, role: number = Role.None): void {
    for (let child = this.named(node); child !== NONE; child = this.after(child)) this.lower(child, role);
  }

  open(kind: Kind, node: number, role: number, value?: string): number {
    if (node === NONE) return this.to.open(kind, role, 0, 0, value);
    return this.to.open(kind, role, this.from.start[node]!, this.from.end[node]!, value);
  }

  /** Opens a node that reaches from one node's start to another's end; where one is missing, to the other's. */
  openAcross(kind: Kind, first: number, last: number, role: number, value?: string): number {
    const start = this.from.start[first === NONE ? last : first] ?? 0;
    return this.to.open(kind, role, start, this.from.end[last === NONE ? first : last] ?? start, value);
  }

  close(): void {
    this.to.close();
  }

  leaf(kind: Kind, node: number, role: number, value?: string): void {
    this.to.leaf(kind, role, this.from.start[node]!, this.from.end[node]!, value);
  }

  /** A Name with the node's text. */
  name(node: number, role: number): void {
    if (node !== NONE) this.leaf(Kind.Name, node, role, this.text(node));
  }

  text(node: number): string {
    if (node === NONE) return '';
    return this.from.text.slice(this.from.start[node], this.from.end[node]);
  }

  type(node: number): string {
    return node === NONE ? '' : this.from.types[this.from.type[node]!]!;
  }

  is(node: number, type: string): boolean {
    return node !== NONE && this.from.types[this.from.type[node]!] === type;
  }

  /** What a node is to its parent, in our numbers. */
  field(node: number): Field {
    return this.#compiled.field[this.from.field[node]!]!;
  }

  /** The first child in this field, or NONE. */
  get(node: number, field: Field): number {
    const { first, next } = this.from;
    let child = node === NONE ? NONE : first[node]!;
    while (child !== NONE && this.field(child) !== field) child = next[child]!;
    return child;
  }

  /** The first child with this name of the grammar: a node's or a token's. */
  child(node: number, type: string): number {
    const { first, next } = this.from;
    let child = node === NONE ? NONE : first[node]!;
    while (child !== NONE && !this.is(child, type)) child = next[child]!;
    return child;
  }

  has(node: number, type: string): boolean {
    return this.child(node, type) !== NONE;
  }

  /** The first child that has a name and says something, or NONE. */
  named(node: number): number {
    return node === NONE ? NONE : this.#speaking(this.from.first[node]!);
  }

  /** The next neighbour that has a name and says something, or NONE. */
  after(node: number): number {
    return node === NONE ? NONE : this.#speaking(this.from.next[node]!);
  }

  count(node: number): number {
    let count = 0;
    for (let child = this.named(node); child !== NONE; child = this.after(child)) count++;
    return count;
  }

  /** The last child of all, tokens too; the node itself where it has none. */
  lastChild(node: number): number {
    let last = node;
    for (let child = this.from.first[node]!; child !== NONE; child = this.from.next[child]!) last = child;
    return last;
  }

  #speaking(from: number): number {
    const { next } = this.from;
    let node = from;
    while (node !== NONE && !this.speaks(node)) node = next[node]!;
    return node;
  }

  /** Whether a node has a name, or is a token that is written like one, and says something. */
  speaks(node: number): boolean {
    const type = this.from.type[node]!;
    return (this.from.named[node] === 1 || this.#compiled.tokens[type] === 1) && this.#compiled.silent[type] === 0;
  }

  /** Names with dots between them, written as one flat list, as Member within Member. */
  dotted(names: readonly number[], role: number, count = names.length): void {
    if (count === 0) return;
    const last = names[count - 1]!;
    if (count === 1) return this.lower(last, role);
    this.openAcross(Kind.Member, names[0]!, last, role, '.');
    this.dotted(names, Role.Object, count - 1);
    this.lower(last, Role.Property);
    this.close();
  }

  /** The children that have a name and say something. */
  children(node: number): number[] {
    const found: number[] = [];
    for (let child = this.named(node); child !== NONE; child = this.after(child)) found.push(child);
    return found;
  }

  /** Writes the children of a node, each as what it is to it. A lone `;` for a block is an empty one. */
  parts(node: number, { roles, words }: Parts): void {
    const { first, next, named } = this.from;
    if (node === NONE) return;
    for (let child = first[node]!; child !== NONE; child = next[child]!) {
      if (this.speaks(child)) {
        const role = roles[this.field(child)]!;
        if (role !== DROP) this.lower(child, role);
      } else if (named[child] === 0 && roles[this.field(child)]! >= BLOCK) {
        this.leaf(Kind.Block, child, roles[this.field(child)]! & DROP);
      } else if (words?.has(this.type(child))) {
        this.leaf(Kind.Modifier, child, Role.Modifier, this.text(child));
      }
    }
  }
}

/** A node's value: a word that is always the same, or found at the node. */
export type Value = string | ((walk: Walk, node: number) => string | undefined);

function valueAt(value: Value | undefined, walk: Walk, node: number): string | undefined {
  return typeof value === 'function' ? value(walk, node) : value;
}

/** What the children of a node are: roles by field, `rest` for those without one; the tokens that are Modifiers. */
export interface Parts {
  readonly roles: Uint8Array;
  readonly words: ReadonlySet<string> | undefined;
}

export function parts(
  fields: Partial<Record<FieldName, number>>,
  options: { rest?: number; words?: ReadonlySet<string> } = {},
): Parts {
  const roles = new Uint8Array(128).fill(options.rest ?? Role.None);
  for (const [field, role] of Object.entries(fields)) roles[Field[field as FieldName]] = role;
  return { roles, words: options.words };
}

/** A node with these parts. */
export function shape(
  kind: Kind,
  fields: Partial<Record<FieldName, number>> = {},
  options: { value?: Value; rest?: number; words?: ReadonlySet<string> } = {},
): Lower {
  const inside = parts(fields, options);
  return (walk, node, role) => {
    walk.open(kind, node, role, valueAt(options.value, walk, node));
    walk.parts(node, inside);
    walk.close();
  };
}

/** A node without children. Its value is its text unless another is given. */
export function leaf(kind: Kind, value: Value = ownText): Lower {
  return (walk, node, role) => walk.leaf(kind, node, role, valueAt(value, walk, node));
}

export function ownText(walk: Walk, node: number): string {
  return walk.text(node);
}

/** The text of the token in the field `operator`. */
export function operator(walk: Walk, node: number): string {
  return walk.text(walk.get(node, Field.operator));
}

/** Whatever stands inside, as if this were not there: parentheses, wrappers. */
export const through: Lower = (walk, node, role) => {
  const inner = walk.named(node);
  if (inner === NONE) return other(walk, node, role);
  walk.lower(inner, role);
  for (let more = walk.after(inner); more !== NONE; more = walk.after(more)) walk.lower(more, Role.None);
};

/** All children in its place, in its role. */
export const spill: Lower = (walk, node, role) => walk.all(node, role);

export const nothing: Lower = () => {};

/** What has no rule: its name in the grammar and its tokens, its children as they are. */
export const other: Lower = (walk, node, role) => {
  const { first, next, named } = walk.from;
  let said = walk.type(node);
  if (first[node] === NONE) said += ` ${walk.text(node)}`;
  for (let child = first[node]!; child !== NONE; child = next[child]!) {
    if (named[child] === 0) said += ` ${walk.text(child)}`;
  }
  walk.open(Kind.Other, node, role, said);
  walk.all(node);
  walk.close();
};

/** A number without the separators between its digits. */
export const number: Lower = leaf(Kind.Number, (walk, node) => {
  const text = walk.text(node);
  return text.includes('_') ? text.replaceAll('_', '') : text;
});

/** A string whose quotes are one character wide each. */
export const quoted: Lower = leaf(Kind.String, (walk, node) => walk.text(node).slice(1, -1));

/** A list of expressions without parentheses: itself where it is one, a tuple otherwise. */
export const tuple: Lower = (walk, node, role) => {
  const first = walk.named(node);
  if (first === NONE || (walk.after(first) === NONE && !walk.has(node, ','))) return through(walk, node, role);
  walk.open(Kind.Collection, node, role, 'tuple');
  walk.all(node);
  walk.close();
};

/** The first child in one role, all others in another. */
export const headed = (kind: Kind, head: Role, tail: Role, value?: Value): Lower => {
  return (walk, node, role) => {
    const first = walk.named(node);
    walk.open(kind, node, role, valueAt(value, walk, node));
    walk.lower(first, head);
    if (first !== NONE) {
      for (let child = walk.after(first); child !== NONE; child = walk.after(child)) walk.lower(child, tail);
    }
    walk.close();
  };
};
