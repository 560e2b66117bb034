import { Kind, Role } from '../kinds.js';
import type { Language } from '../language.js';
import {
  BLOCK,
  DROP,
  Field,
  headed,
  type Lower,
  leaf,
  lowering,
  number,
  operator,
  parts,
  shape,
  spill,
  through,
  type Walk,
} from '../lowering.js';
import { NONE } from '../tree.js';

const name = leaf(Kind.Name);
const listOf = shape(Kind.Collection, {}, { value: 'list' });
const jump = (value: string): Lower => shape(Kind.Jump, {}, { value, rest: Role.Name });

/** A node that is always the same to its parent, which gives it no field. */
const as = (role: Role, lower: Lower): Lower => {
  return (walk, node) => lower(walk, node, role);
};

/** `a.b`, `A.B`, `a::b`; types given to the last name are given to the whole. */
function member(walk: Walk, from: number, object: number, named: number, to: number, role: number): void {
  const given = walk.is(named, 'generic_name') ? walk.child(named, 'type_argument_list') : NONE;
  const last = given === NONE ? named : walk.named(named);
  if (given !== NONE) walk.openAcross(Kind.TypeApply, from, to, role);
  walk.openAcross(Kind.Member, from, given === NONE ? to : last, given === NONE ? role : Role.Base, '.');
  walk.lower(object, Role.Object);
  walk.lower(last, Role.Property);
  walk.close();
  if (given !== NONE) {
    walk.all(given, Role.Argument);
    walk.close();
  }
}

const memberOf = (object: Field): Lower => {
  return (walk, node, role) => member(walk, node, walk.get(node, object), walk.get(node, Field.name), node, role);
};

/** `a?.b` and `a?[b]` are a Member and an Index like those without the question mark. */
const conditionalAccess: Lower = (walk, node, role) => {
  const object = walk.get(node, Field.condition);
  const binding = walk.after(object);
  if (walk.is(binding, 'member_binding_expression')) {
    return member(walk, node, object, walk.get(binding, Field.name), node, role);
  }
  walk.open(Kind.Index, node, role);
  walk.lower(object, Role.Object);
  if (walk.is(binding, 'element_binding_expression')) walk.all(binding, Role.Index);
  else walk.lower(binding, Role.Index);
  walk.close();
};

/** Types given to what is called stand beside it: of its last name, whether something stands before it or not. */
const invocation: Lower = (walk, node, role) => {
  const called = walk.get(node, Field.function);
  walk.open(Kind.Call, node, role);
  const holder = walk.is(called, 'conditional_access_expression') ? walk.named(walk.after(walk.named(called))) : NONE;
  const last = walk.is(called, 'generic_name') ? called : holder !== NONE ? holder : walk.get(called, Field.name);
  if (walk.is(last, 'generic_name')) {
    const plain = walk.named(last);
    if (last === called) {
      walk.lower(plain, Role.Callee);
    } else {
      walk.openAcross(Kind.Member, called, plain, Role.Callee, '.');
      walk.lower(walk.named(called), Role.Object);
      walk.lower(plain, Role.Property);
      walk.close();
    }
    walk.lower(walk.child(last, 'type_argument_list'), Role.TypeParameters);
  } else {
    walk.lower(called, Role.Callee);
  }
  walk.lower(walk.get(node, Field.arguments), Role.Arguments);
  walk.close();
};

/** `name: value`, and `ref`, `out` or `in` before what is given. */
const argument: Lower = (walk, node, role) => {
  const named = walk.get(node, Field.name);
  const first = walk.from.first[node]!;
  if (named !== NONE) {
    walk.open(Kind.Keyword, node, role);
    walk.lower(named, Role.Name);
    walk.lower(walk.after(named), Role.Value);
    walk.close();
  } else if (walk.speaks(first)) {
    walk.all(node, role);
  } else {
    walk.open(Kind.Unary, node, role, walk.text(first));
    walk.all(node);
    walk.close();
  }
};

/** An attribute's `name = value` and `name: value` are both Keywords. */
const attributeArgument: Lower = (walk, node, role) => {
  const first = walk.named(node);
  const assigned = walk.is(first, 'assignment_expression');
  const key = assigned ? walk.get(first, Field.left) : first;
  const value = assigned ? walk.get(first, Field.right) : walk.after(first);
  if (value === NONE) return walk.lower(first, role);
  walk.open(Kind.Keyword, node, role);
  walk.lower(key, Role.Name);
  walk.lower(value, Role.Value);
  walk.close();
};

/** The members of an object a `new` makes are assignments in a Block, the elements of an array a list. */
function initializer(walk: Walk, node: number, role: number, isObject: boolean): void {
  if (node === NONE) return;
  const isDict = isObject || walk.has(node, 'assignment_expression');
  const assigns = walk.has(node, 'assignment_expression');
  if (isDict) walk.open(assigns ? Kind.Block : Kind.Dict, node, role);
  else walk.open(Kind.Collection, node, role, 'list');
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    if (isDict && walk.is(child, 'assignment_expression')) {
      walk.open(Kind.ExprStmt, child, Role.None);
      walk.open(Kind.Assign, child, Role.None, '=');
      walk.lower(walk.get(child, Field.left), Role.Left);
      walk.lower(walk.get(child, Field.right), Role.Right);
      walk.close();
      walk.close();
    } else {
      walk.lower(child, Role.None);
    }
  }
  walk.close();
}

const create: Lower = (walk, node, role) => {
  walk.open(Kind.New, node, role);
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    if (walk.is(child, 'argument_list')) walk.lower(child, Role.Arguments);
    else if (walk.is(child, 'initializer_expression')) initializer(walk, child, Role.Body, true);
    else walk.lower(child, Role.Callee);
  }
  walk.close();
};

/** The sizes of an array are the arguments. */
const createArray: Lower = (walk, node, role) => {
  const type = walk.get(node, Field.type);
  const rank = walk.get(type, Field.rank);
  walk.open(Kind.New, node, role);
  if (type !== NONE) {
    const element = walk.get(type, Field.type);
    walk.open(Kind.ArrayType, element === NONE ? type : element, Role.Callee, severalRanks(walk, rank));
    walk.lower(element, Role.None);
    walk.close();
  }
  if (rank !== NONE && walk.named(rank) !== NONE) {
    walk.open(Kind.Arguments, rank, Role.Arguments);
    walk.all(rank);
    walk.close();
  }
  initializer(walk, walk.child(node, 'initializer_expression'), Role.Body, false);
  walk.close();
};

function severalRanks(walk: Walk, rank: number): string | undefined {
  return rank !== NONE && walk.has(rank, ',') ? ',' : undefined;
}

const arrayType: Lower = (walk, node, role) => {
  walk.open(Kind.ArrayType, node, role, severalRanks(walk, walk.get(node, Field.rank)));
  walk.lower(walk.get(node, Field.type), Role.None);
  walk.close();
};

/** `new { A = 1, b.C }`. */
const createAnonymous: Lower = (walk, node, role) => {
  const { next } = walk.from;
  walk.open(Kind.New, node, role);
  walk.openAcross(Kind.Dict, walk.child(node, '{'), node, Role.Body);
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    const value = walk.is(next[child]!, '=') ? walk.after(child) : NONE;
    if (value === NONE) {
      walk.lower(child, Role.None);
      continue;
    }
    walk.openAcross(Kind.Pair, child, value, Role.None);
    walk.lower(child, Role.Key);
    walk.lower(value, Role.Value);
    walk.close();
    child = value;
  }
  walk.close();
  walk.close();
};

/** `a with { B = 1 }` makes a new one of it. */
const withExpression: Lower = (walk, node, role) => {
  const object = walk.named(node);
  walk.open(Kind.New, node, role, 'with');
  walk.lower(object, Role.Object);
  walk.openAcross(Kind.Dict, walk.child(node, '{'), node, Role.Body);
  for (let child = walk.after(object); child !== NONE; child = walk.after(child)) walk.lower(child, Role.None);
  walk.close();
  walk.close();
};

/** A word of the language that is used like a function: `typeof(T)`, `checked(x)`; alone (`default`) it is a Name. */
const wordCall: Lower = (walk, node, role) => {
  const word = walk.from.first[node]!;
  const opening = walk.child(node, '(');
  if (opening === NONE) return walk.name(word, role);
  walk.open(Kind.Call, node, role);
  walk.name(word, Role.Callee);
  walk.openAcross(Kind.Arguments, opening, node, Role.Arguments);
  walk.all(node);
  walk.close();
  walk.close();
};

const prefix: Lower = shape(Kind.Unary, {}, { value: (walk, node) => walk.text(walk.from.first[node]!) });

/** `a!` says only that it is not null. */
const postfix: Lower = (walk, node, role) => {
  const sign = walk.text(walk.lastChild(node));
  if (sign !== '++' && sign !== '--') return walk.lower(walk.named(node), role);
  walk.open(Kind.Unary, node, role, `post${sign}`);
  walk.lower(walk.named(node), Role.None);
  walk.close();
};

const range: Lower = (walk, node, role) => {
  const [low = NONE, high = NONE] = walk.children(node);
  const open = walk.is(walk.from.first[node]!, '..');
  if (open && low !== NONE) walk.open(Kind.Spread, node, role, '..');
  else walk.open(Kind.Slice, node, role);
  walk.lower(low, open ? Role.None : Role.Low);
  walk.lower(high, Role.High);
  walk.close();
};

/** `is not` is one operator. */
const isPattern: Lower = (walk, node, role) => {
  const pattern = walk.get(node, Field.pattern);
  const negated = walk.is(pattern, 'negated_pattern');
  walk.open(Kind.Binary, node, role, negated ? 'is not' : 'is');
  walk.lower(walk.get(node, Field.expression), Role.Left);
  if (negated) walk.all(pattern, Role.Right);
  else walk.lower(pattern, Role.Right);
  walk.close();
};

/** `T { X: 1 } y` looks like a call with names; `y` is what it is bound to. */
const recursivePattern: Lower = (walk, node, role) => {
  walk.open(Kind.Call, node, role, 'pattern');
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    const field = walk.field(child);
    walk.lower(child, field === Field.type ? Role.Callee : field === Field.name ? Role.Name : Role.Arguments);
  }
  walk.close();
};

const subpattern: Lower = (walk, node, role) => {
  const first = walk.named(node);
  const value = walk.after(first);
  if (value === NONE) return walk.lower(first, role);
  walk.open(Kind.Keyword, node, role);
  walk.lower(first, Role.Name);
  walk.lower(value, Role.Value);
  walk.close();
};

/** One parameter without parentheses still is a list. */
const implicitParameter: Lower = (walk, node) => {
  walk.open(Kind.Parameters, node, Role.Parameters);
  walk.open(Kind.Parameter, node, Role.None);
  walk.name(node, Role.Name);
  walk.close();
  walk.close();
};

/** The grammar writes the parts of a `params` parameter into the list itself. */
const parameters: Lower = (walk, node) => {
  const { first, next } = walk.from;
  walk.open(Kind.Parameters, node, Role.Parameters);
  for (let child = first[node]!; child !== NONE; child = next[child]!) {
    if (walk.is(child, 'params')) {
      const type = walk.get(node, Field.type);
      const named = walk.get(node, Field.name);
      walk.openAcross(Kind.Parameter, child, named === NONE ? child : named, Role.None, '...');
      walk.lower(type, Role.Type);
      walk.lower(named, Role.Name);
      walk.close();
    } else if (walk.speaks(child) && walk.field(child) === Field.none) {
      walk.lower(child, Role.None);
    }
  }
  walk.close();
};

/** One Var for each name. What is before the type, and the type, are written once and stand in each. */
const declaration: Lower = (walk, node, role) => declare(walk, walk.child(node, 'variable_declaration'), node, role);

function declare(walk: Walk, list: number, whole: number, role: number): void {
  let from = whole;
  for (let child = walk.named(list); child !== NONE; child = walk.after(child)) {
    if (!walk.is(child, 'variable_declarator')) continue;
    const alone = from === whole && walk.after(child) === NONE;
    walk.openAcross(Kind.Var, from, alone ? whole : child, role);
    if (list !== whole) walk.parts(whole, declarationParts);
    walk.lower(walk.get(list, Field.type), Role.Type);
    const named = walk.get(child, Field.name);
    const declared = named === NONE ? walk.named(child) : named;
    walk.lower(declared, Role.Name);
    walk.lower(declared === NONE ? NONE : walk.after(declared), Role.Value);
    walk.close();
    from = walk.after(child);
  }
}

const words = new Set(['using', 'await', 'event', 'ref', 'fixed']);
/** The declared names are written by `declare`; here only what stands before them. */
const declarationParts = parts({}, { rest: Role.Modifier, words });

const functionParts = parts(
  {
    returns: Role.Type,
    type: Role.Type,
    name: Role.Name,
    operator: Role.Name,
    type_parameters: Role.TypeParameters,
    parameters: Role.Parameters,
    body: Role.Body,
  },
  { rest: Role.Body, words: new Set(['async', 'static', 'implicit', 'explicit', '~']) },
);

const functionOf = (value: string): Lower => {
  return (walk, node, role) => {
    walk.open(Kind.Function, node, role, value);
    walk.parts(node, functionParts);
    walk.close();
  };
};

/** An operator's name is its sign. */
const operatorDeclaration: Lower = (walk, node, role) => {
  const { first, next } = walk.from;
  walk.open(Kind.Function, node, role, 'method');
  for (let child = first[node]!; child !== NONE; child = next[child]!) {
    const field = walk.field(child);
    if (field === Field.operator) walk.name(child, Role.Name);
    else if (walk.is(child, 'implicit') || walk.is(child, 'explicit')) walk.name(child, Role.Name);
    else if (walk.speaks(child)) walk.lower(child, field === Field.type ? Role.Type : Role.Body);
  }
  walk.close();
};

/** `: base(a)` before the body is a call. */
const constructorInitializer: Lower = (walk, node) => {
  const [called = NONE, given = NONE] = walk.children(node);
  walk.open(Kind.Call, node, Role.Init);
  walk.lower(called, Role.Callee);
  walk.lower(given, Role.Arguments);
  walk.close();
};

/** A property is a Var whose body has its accessors; `=> x` is one getter. */
const property: Lower = (walk, node, role) => {
  walk.open(Kind.Var, node, role, 'property');
  for (let child = walk.from.first[node]!; child !== NONE; child = walk.from.next[child]!) {
    if (!walk.speaks(child)) continue;
    if (walk.is(child, 'arrow_expression_clause')) {
      walk.open(Kind.ClassBody, child, Role.Body);
      walk.open(Kind.Function, child, Role.None, 'getter');
      walk.lower(child, Role.Body);
      walk.close();
      walk.close();
    } else {
      const field = walk.field(child);
      if (field === Field.type) walk.lower(child, Role.Type);
      else if (field === Field.value) walk.lower(child, Role.Value);
      else if (field === Field.accessors) walk.lower(child, Role.Body);
      else walk.lower(child, Role.Name);
    }
  }
  walk.close();
};

const accessor: Lower = (walk, node, role) => {
  const named = walk.get(node, Field.name);
  const word = walk.text(named);
  const kind = word === 'get' ? 'getter' : word === 'set' || word === 'init' ? 'setter' : 'method';
  walk.open(Kind.Function, node, role, kind);
  for (let child = walk.from.first[node]!; child !== NONE; child = walk.from.next[child]!) {
    if (child === named) walk.name(child, Role.Name);
    else if (walk.speaks(child)) walk.lower(child, Role.Body);
  }
  walk.close();
};

const classOf = (value: string): Lower =>
  shape(Kind.Class, { name: Role.Name, body: Role.Body }, { value, rest: Role.Super });

/** A base whose constructor is called at once is that call. */
const baseList: Lower = (walk, node) => {
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    const given = walk.after(child);
    if (!walk.is(given, 'argument_list')) {
      walk.lower(child, Role.Super);
      continue;
    }
    walk.openAcross(Kind.Call, child, given, Role.Super);
    walk.lower(child, Role.Callee);
    walk.lower(given, Role.Arguments);
    walk.close();
    child = given;
  }
};

const namespace: Lower = (walk, node, role) => {
  const body = walk.get(node, Field.body);
  walk.open(Kind.Package, node, role);
  walk.lower(walk.get(node, Field.name), Role.Name);
  if (body !== NONE) {
    walk.open(Kind.Block, body, Role.Body);
    walk.all(body);
    walk.close();
  }
  walk.close();
};

/** `using A.B`, `using static A.B`, `using X = A.B`. */
const usingDirective: Lower = (walk, node, role) => {
  const alias = walk.get(node, Field.name);
  const target = alias === NONE ? walk.named(node) : walk.after(alias);
  walk.open(Kind.Import, node, role, target === NONE ? undefined : walk.text(target).replaceAll(/\s/g, ''));
  walk.parts(node, usingWords);
  walk.lower(alias, Role.Alias);
  walk.lower(target, Role.Module);
  walk.close();
};

/** The words before the name only. */
const usingWords = parts({ name: DROP }, { rest: DROP, words: new Set(['global', 'static', 'unsafe']) });

/** Text and expressions in turn. */
const interpolated: Lower = (walk, node, role) => {
  const { first, next, start, end, text } = walk.from;
  const opening = next[first[node]!]!;
  const closing = walk.lastChild(node);
  const from = opening === NONE ? end[node]! : end[opening]!;
  const to = closing === opening ? end[node]! : start[closing]!;
  walk.open(Kind.Template, node, role, 'f');
  let at = from;
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    if (!walk.is(child, 'interpolation')) continue;
    if (at < start[child]!) walk.to.leaf(Kind.String, Role.None, at, start[child]!, text.slice(at, start[child]));
    walk.all(child);
    at = end[child]!;
  }
  if (at < to) walk.to.leaf(Kind.String, Role.None, at, to, text.slice(at, to));
  walk.close();
};

const string: Lower = leaf(Kind.String, (walk, node) => {
  const text = walk.text(node);
  return text.slice(1, text.lastIndexOf('"'));
});

const rawString: Lower = leaf(Kind.String, (walk, node) => walk.text(walk.child(node, 'raw_string_content')));

/** A query is a comprehension; what it groups and orders by is left as it is. */
const query: Lower = shape(Kind.Comprehension, {}, { value: 'query' });

const fromClause: Lower = (walk, node, role) => {
  walk.open(Kind.CompFor, node, role);
  walk.lower(walk.get(node, Field.type), Role.Type);
  walk.lower(walk.get(node, Field.name), Role.Target);
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    if (walk.field(child) === Field.none) walk.lower(child, Role.Iterable);
  }
  walk.close();
};

/** With a type the target is a Var. */
const forEach: Lower = (walk, node, role) => {
  const type = walk.get(node, Field.type);
  const target = walk.get(node, Field.left);
  walk.open(Kind.ForEach, node, role, 'in');
  const awaited = walk.child(node, 'await');
  if (awaited !== NONE) walk.leaf(Kind.Modifier, awaited, Role.Modifier, 'await');
  if (type === NONE) {
    walk.lower(target, Role.Target);
  } else {
    walk.openAcross(Kind.Var, type, target, Role.Target);
    walk.lower(type, Role.Type);
    walk.lower(target, Role.Name);
    walk.close();
  }
  walk.lower(walk.get(node, Field.right), Role.Iterable);
  walk.lower(walk.get(node, Field.body), Role.Body + BLOCK);
  walk.close();
};

/** What is held while the body runs: one expression, or Vars. The last child is the body. */
const withOf = (value: string): Lower => {
  return (walk, node, role) => {
    const inside = walk.children(node);
    const body = inside.pop() ?? NONE;
    walk.open(Kind.With, node, role, value);
    const awaited = walk.child(node, 'await');
    if (awaited !== NONE) walk.leaf(Kind.Modifier, awaited, Role.Modifier, 'await');
    for (const item of inside) {
      walk.open(Kind.WithItem, item, Role.Item);
      walk.lower(item, Role.Value);
      walk.close();
    }
    walk.lower(body, Role.Body + BLOCK);
    walk.close();
  };
};

/** What is before the colon it is compared with; the statements behind are a block. */
const switchSection: Lower = (walk, node, role) => {
  const colon = walk.child(node, ':');
  let first = NONE;
  walk.open(Kind.Case, node, role);
  for (let child = walk.named(node); child !== NONE && first === NONE; child = walk.after(child)) {
    if (child < colon) walk.lower(child, Role.Test);
    else first = child;
  }
  if (first === NONE) {
    walk.to.leaf(Kind.Block, Role.Body, walk.from.end[node]!, walk.from.end[node]!);
  } else {
    walk.openAcross(Kind.Block, first, node, Role.Body);
    for (let child = first; child !== NONE; child = walk.after(child)) walk.lower(child, Role.None);
    walk.close();
  }
  walk.close();
};

const switchExpression: Lower = (walk, node, role) => {
  const subject = walk.named(node);
  walk.open(Kind.Switch, node, role, 'switch');
  walk.lower(subject, Role.Subject);
  for (let child = walk.after(subject); child !== NONE; child = walk.after(child)) walk.lower(child, Role.Case);
  walk.close();
};

/** The value of an arm is a statement in a block, as behind the arrow of a statement. */
const switchArm: Lower = (walk, node, role) => {
  const inside = walk.children(node);
  const value = inside.pop() ?? NONE;
  walk.open(Kind.Case, node, role);
  for (const test of inside) walk.lower(test, Role.Test);
  if (value !== NONE) {
    walk.open(Kind.Block, value, Role.Body);
    walk.open(Kind.ExprStmt, value, Role.None);
    walk.lower(value, Role.None);
    walk.close();
    walk.close();
  }
  walk.close();
};

const yieldStatement: Lower = (walk, node, role) => {
  walk.open(Kind.ExprStmt, node, role);
  walk.open(Kind.Yield, node, Role.None, walk.has(node, 'break') ? 'yield break' : 'yield');
  walk.all(node);
  walk.close();
  walk.close();
};

const typed = headed(Kind.Var, Role.Type, Role.Name);
const binary = shape(Kind.Binary, { left: Role.Left, right: Role.Right }, { value: operator });
const tuple = shape(Kind.Collection, {}, { value: 'tuple' });
const pointer = (value: string): Lower => shape(Kind.PointerType, {}, { value });

const rules = {
  silent: [
    'comment',
    'shebang_directive',
    'preproc_region',
    'preproc_endregion',
    'preproc_line',
    'preproc_pragma',
    'preproc_nullable',
    'preproc_error',
    'preproc_warning',
    'preproc_define',
    'preproc_undef',
    'interpolation_brace',
    'interpolation_alignment_clause',
    'interpolation_format_clause',
  ],
  tokens: ['this', 'base'],
  blocks: ['block'],
  nodes: {
    // Names and values
    identifier: name,
    discard: name,
    this: name,
    base: name,
    null_literal: leaf(Kind.Null, () => undefined),
    boolean_literal: leaf(Kind.Bool),
    integer_literal: number,
    real_literal: number,
    character_literal: leaf(Kind.Char, (walk, node) => walk.text(node).slice(1, -1)),
    string_literal: string,
    verbatim_string_literal: leaf(Kind.String, (walk, node) => walk.text(node).slice(2, -1)),
    raw_string_literal: rawString,
    interpolated_string_expression: interpolated,
    initializer_expression: (walk, node, role) => initializer(walk, node, role, false),
    element_binding_expression: listOf,
    tuple_expression: tuple,
    tuple_pattern: tuple,

    // Expressions
    parenthesized_expression: through,
    member_access_expression: memberOf(Field.expression),
    qualified_name: memberOf(Field.qualifier),
    alias_qualified_name: memberOf(Field.alias),
    conditional_access_expression: conditionalAccess,
    element_access_expression: shape(Kind.Index, { expression: Role.Object, subscript: Role.Index }),
    bracketed_argument_list: spill,
    invocation_expression: invocation,
    argument_list: shape(Kind.Arguments),
    argument,
    declaration_expression: typed,
    object_creation_expression: create,
    implicit_object_creation_expression: create,
    array_creation_expression: createArray,
    implicit_array_creation_expression: createArray,
    stackalloc_expression: createArray,
    implicit_stackalloc_expression: createArray,
    anonymous_object_creation_expression: createAnonymous,
    with_expression: withExpression,
    with_initializer: headed(Kind.Pair, Role.Key, Role.Value),
    assignment_expression: shape(Kind.Assign, { left: Role.Left, right: Role.Right }, { value: operator }),
    binary_expression: binary,
    as_expression: shape(Kind.Cast, { left: Role.Value, right: Role.Type }),
    is_expression: shape(Kind.Binary, { left: Role.Left, right: Role.Right }, { value: 'is' }),
    is_pattern_expression: isPattern,
    cast_expression: shape(Kind.Cast, { type: Role.Type, value: Role.Value }),
    prefix_unary_expression: prefix,
    unary_expression: prefix,
    ref_expression: prefix,
    postfix_unary_expression: postfix,
    range_expression: range,
    conditional_expression: shape(Kind.Ternary, {
      condition: Role.Condition,
      consequence: Role.Then,
      alternative: Role.Else,
    }),
    await_expression: shape(Kind.Await),
    throw_expression: shape(Kind.Throw),
    typeof_expression: wordCall,
    sizeof_expression: wordCall,
    default_expression: wordCall,
    checked_expression: wordCall,
    makeref_expression: wordCall,
    reftype_expression: wordCall,
    refvalue_expression: wordCall,
    lambda_expression: functionOf('lambda'),
    anonymous_method_expression: functionOf('lambda'),
    switch_expression: switchExpression,
    switch_expression_arm: switchArm,
    query_expression: query,
    from_clause: fromClause,
    where_clause: shape(Kind.CompIf, {}, { rest: Role.Condition }),
    let_clause: headed(Kind.Assign, Role.Left, Role.Right, '='),
    select_clause: as(Role.Element, spill),

    // Patterns
    constant_pattern: through,
    type_pattern: through,
    parenthesized_pattern: through,
    declaration_pattern: typed,
    var_pattern: (walk, node, role) => {
      walk.open(Kind.Var, node, role);
      walk.name(walk.from.first[node]!, Role.Type);
      walk.all(node, Role.Name);
      walk.close();
    },
    parenthesized_variable_designation: tuple,
    negated_pattern: shape(Kind.Unary, {}, { value: '!' }),
    and_pattern: shape(Kind.Binary, { left: Role.Left, right: Role.Right }, { value: '&&' }),
    or_pattern: shape(Kind.Binary, { left: Role.Left, right: Role.Right }, { value: '||' }),
    relational_pattern: prefix,
    list_pattern: listOf,
    recursive_pattern: recursivePattern,
    property_pattern_clause: shape(Kind.Arguments),
    positional_pattern_clause: shape(Kind.Arguments),
    subpattern,

    // Types
    predefined_type: name,
    implicit_type: name,
    generic_name: (walk, node, role) => {
      walk.open(Kind.TypeApply, node, role);
      walk.lower(walk.named(node), Role.Base);
      const given = walk.child(node, 'type_argument_list');
      if (given !== NONE) walk.all(given, Role.Argument);
      walk.close();
    },
    type_argument_list: shape(Kind.TypeParameters),
    array_type: arrayType,
    array_rank_specifier: spill,
    nullable_type: pointer('?'),
    pointer_type: pointer('*'),
    ref_type: pointer('ref'),
    scoped_type: pointer('scoped'),
    tuple_type: tuple,
    tuple_element: (walk, node, role) =>
      walk.get(node, Field.name) === NONE ? through(walk, node, role) : typed(walk, node, role),
    type_parameter_list: as(Role.TypeParameters, shape(Kind.TypeParameters)),
    type_parameter: shape(Kind.Parameter, { name: Role.Name }, { words: new Set(['in', 'out']) }),
    type_parameter_constraints_clause: as(Role.Modifier, shape(Kind.Modifier, {}, { value: 'where' })),
    type_parameter_constraint: (walk, node, role) =>
      walk.named(node) === NONE ? walk.name(node, role) : through(walk, node, role),
    constructor_constraint: name,

    // Definitions
    modifier: as(Role.Modifier, leaf(Kind.Modifier)),
    attribute_list: as(Role.Modifier, spill),
    global_attribute: as(Role.Modifier, spill),
    attribute_target_specifier: leaf(Kind.Modifier, (walk, node) => walk.text(walk.from.first[node]!)),
    attribute: (walk, node, role) => {
      walk.open(Kind.Decorator, node, role);
      walk.lower(walk.get(node, Field.name), Role.Callee);
      walk.lower(walk.child(node, 'attribute_argument_list'), Role.Arguments);
      walk.close();
    },
    attribute_argument_list: shape(Kind.Arguments),
    attribute_argument: attributeArgument,
    class_declaration: classOf('class'),
    struct_declaration: classOf('struct'),
    interface_declaration: classOf('interface'),
    record_declaration: classOf('record'),
    enum_declaration: classOf('enum'),
    base_list: baseList,
    primary_constructor_base_type: headed(Kind.Call, Role.Callee, Role.Arguments),
    declaration_list: shape(Kind.ClassBody),
    enum_member_declaration_list: shape(Kind.ClassBody),
    enum_member_declaration: shape(Kind.Var, { name: Role.Name, value: Role.Value }),
    field_declaration: declaration,
    event_field_declaration: declaration,
    local_declaration_statement: declaration,
    variable_declaration: (walk, node, role) => {
      if (role !== Role.Modifier) declare(walk, node, node, role);
    },
    property_declaration: property,
    event_declaration: property,
    indexer_declaration: property,
    accessor_list: shape(Kind.ClassBody),
    accessor_declaration: accessor,
    method_declaration: functionOf('method'),
    local_function_statement: functionOf('method'),
    delegate_declaration: functionOf('delegate'),
    constructor_declaration: functionOf('constructor'),
    destructor_declaration: functionOf('method'),
    operator_declaration: operatorDeclaration,
    conversion_operator_declaration: operatorDeclaration,
    constructor_initializer: constructorInitializer,
    explicit_interface_specifier: as(Role.Modifier, shape(Kind.Modifier, {}, { value: 'explicit' })),
    arrow_expression_clause: through,
    parameter_list: parameters,
    bracketed_parameter_list: parameters,
    implicit_parameter: implicitParameter,
    parameter: shape(Kind.Parameter, { type: Role.Type, name: Role.Name }, { rest: Role.Value }),

    // Statements
    global_statement: through,
    block: shape(Kind.Block),
    expression_statement: shape(Kind.ExprStmt),
    empty_statement: () => {},
    if_statement: shape(Kind.If, {
      condition: Role.Condition,
      consequence: Role.Then + BLOCK,
      alternative: Role.Else + BLOCK,
    }),
    while_statement: shape(Kind.While, { condition: Role.Condition, body: Role.Body + BLOCK }),
    do_statement: shape(Kind.DoWhile, { condition: Role.Condition, body: Role.Body + BLOCK }),
    for_statement: shape(Kind.For, {
      initializer: Role.Init,
      condition: Role.Condition,
      update: Role.Update,
      body: Role.Body + BLOCK,
    }),
    foreach_statement: forEach,
    switch_statement: shape(Kind.Switch, { value: Role.Subject, body: Role.Case }, { value: 'switch' }),
    switch_body: spill,
    switch_section: switchSection,
    when_clause: as(Role.Condition, spill),
    return_statement: shape(Kind.Return),
    yield_statement: yieldStatement,
    throw_statement: shape(Kind.Throw),
    try_statement: shape(Kind.Try, { body: Role.Body }, { rest: Role.Catch }),
    catch_clause: shape(Kind.Catch, { body: Role.Body }),
    catch_declaration: (walk, node) => {
      walk.lower(walk.get(node, Field.type), Role.Type);
      walk.lower(walk.get(node, Field.name), Role.Name);
    },
    catch_filter_clause: as(Role.Condition, spill),
    finally_clause: as(Role.Finally, spill),
    using_statement: withOf('using'),
    lock_statement: withOf('lock'),
    fixed_statement: withOf('fixed'),
    checked_statement: withOf('checked'),
    unsafe_statement: withOf('unsafe'),
    goto_statement: jump('goto'),
    break_statement: jump('break'),
    continue_statement: jump('continue'),
    labeled_statement: headed(Kind.Labeled, Role.Name, Role.Body),
    using_directive: usingDirective,
    namespace_declaration: namespace,
    file_scoped_namespace_declaration: namespace,
    preproc_if: conditional,
    preproc_elif: conditional,
    preproc_else: conditional,
    preproc_if_in_attribute_list: conditional,
  } satisfies Record<string, Lower>,
};

/** Code between `#if` and `#endif` is there in every case; the condition is not kept. */
function conditional(walk: Walk, node: number, role: number): void {
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    if (walk.field(child) !== Field.condition) walk.lower(child, role);
  }
}

/** C#, with top-level statements, records and patterns. */
export const csharp: Language = {
  id: 'csharp',
  aliases: ['c#', 'cs'],
  extensions: ['.cs'],
  grammar: () => 'c-sharp',
  lower: lowering(rules),
  blockScope: true,
  membersInScope: true,
  moduleName: module => module,
  importsAll: true,
  patterns: {
    frames: [
      { text: 'PATTERN', one: false },
      { text: 'PATTERN;', one: true },
      { text: 'x = PATTERN;', one: true },
      { text: 'try {} PATTERN', one: false },
      { text: 'class A { PATTERN }', one: false },
      { text: 'switch (x) { PATTERN }', one: false },
      { text: 'PATTERN {}', one: false },
      { text: 'class A { PATTERN {} }', one: false },
      { text: 'PATTERN class A {}', one: false },
      { text: 'PATTERN x;', one: true },
      { text: 'void f(PATTERN) {}', one: false },
      { text: 'enum A { PATTERN }', one: false },
      { text: 'x = new A { PATTERN };', one: false },
    ],
    dots: ['DOTS;', 'DOTS DOTS;', 'DOTS', 'DOTS DOTS', 'DOTS = DOTS', 'case DOTS:', 'DOTS;DOTS;DOTS', 'DOTS => DOTS'],
    typed: '(TYPE) NAME',
    typedOrder: 'type first',
    path: '',
    lineDots: 'DOTS;',
    implied: new Set(['System']),
  },
};
