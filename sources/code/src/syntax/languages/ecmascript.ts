import { Kind, Role } from '../kinds.js';
import type { PatternForms } from '../language.js';
import {
  BLOCK,
  Field,
  type Lower,
  leaf,
  number,
  operator,
  ownText,
  type Parts,
  parts,
  quoted,
  shape,
  through,
  type Value,
  type Walk,
} from '../lowering.js';
import { NONE } from '../tree.js';

/** Tokens that are Modifiers of what they stand in. */
const words: ReadonlySet<string> = new Set([
  'abstract',
  'accessor',
  'async',
  'await',
  'const',
  'declare',
  'default',
  'export',
  'readonly',
  'static',
  '*',
  '?',
]);

const name = leaf(Kind.Name);
const spread = shape(Kind.Spread, {}, { value: '...' });

/** A definition begins where `from` does: at a decorator, `export` or `declare` before it; NONE where nothing is before it. */
type Define = (walk: Walk, node: number, role: number, from: number) => void;

function define(kind: Kind, value: Value | undefined, inside: Parts): Define {
  return (walk, node, role, from) => {
    const said = typeof value === 'function' ? value(walk, node) : value;
    walk.openAcross(kind, from === NONE ? node : from, node, role, said);
    before(walk, from, node);
    walk.parts(node, inside);
    walk.close();
  };
}

/** Writes what stands before a definition as its Modifiers: the neighbours from `from` on, and those around it. */
function before(walk: Walk, from: number, node: number): void {
  if (from === NONE) return;
  const { parent, first, next, named } = walk.from;
  let top = node;
  while (parent[top] !== parent[from]) top = parent[top]!;
  for (let at = from; at !== top && at !== NONE; at = next[at]!) {
    if (named[at] === 1) walk.lower(at, Role.Modifier);
    else if (words.has(walk.type(at))) walk.leaf(Kind.Modifier, at, Role.Modifier, walk.text(at));
  }
  if (top !== node) before(walk, first[top]!, node);
}

const functionParts = parts(
  {
    decorator: Role.Modifier,
    name: Role.Name,
    type_parameters: Role.TypeParameters,
    parameters: Role.Parameters,
    parameter: Role.Parameters,
    return_type: Role.Type,
    type: Role.Type,
    body: Role.Body,
  },
  { words, rest: Role.Modifier },
);

/** A constructor, a getter and a setter are told by their words. */
function methodKind(walk: Walk, node: number): string {
  if (walk.has(node, 'get')) return 'getter';
  if (walk.has(node, 'set')) return 'setter';
  return walk.text(walk.get(node, Field.name)) === 'constructor' ? 'constructor' : 'method';
}

const classParts = parts(
  {
    decorator: Role.Modifier,
    name: Role.Name,
    type_parameters: Role.TypeParameters,
    body: Role.Body,
    value: Role.Value,
  },
  { words, rest: Role.Super },
);

const variableParts = parts({ name: Role.Name, type: Role.Type, value: Role.Value });

/** One Var for each declarator; the first begins with the whole, and one alone ends with it. */
const declarations: Define = (walk, node, role, from) => {
  const kind = walk.text(walk.from.first[node]!);
  let first = from === NONE ? node : from;
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    const alone = first !== child && walk.after(child) === NONE;
    walk.openAcross(Kind.Var, first, alone ? node : child, role, kind);
    if (first !== child) before(walk, from, node);
    walk.parts(child, variableParts);
    walk.close();
    first = walk.after(child);
  }
};

const field = define(
  Kind.Var,
  'field',
  parts(
    { decorator: Role.Modifier, name: Role.Name, property: Role.Name, type: Role.Type, value: Role.Value },
    { words, rest: Role.Modifier },
  ),
);

const functionOf = (value: Value): Define => define(Kind.Function, value, functionParts);
const classOf = (value: string): Define => define(Kind.Class, value, classParts);
const packageOf = define(Kind.Package, undefined, parts({ name: Role.Name, body: Role.Body }));

/** `declare` and `export` belong to what they stand before; `declare global` is a Package. */
const ambient: Define = (walk, node, role, from) => {
  const inner = walk.named(node);
  const start = from === NONE ? walk.from.first[node]! : from;
  const definition = definitions.get(walk.type(inner));
  if (definition) return definition(walk, inner, role, start);
  walk.openAcross(Kind.Package, start, node, role);
  walk.name(walk.child(node, 'global'), Role.Name);
  walk.all(node, Role.Body);
  walk.close();
};

const definitions = new Map<string, Define>([
  ['function_declaration', functionOf('function')],
  ['generator_function_declaration', functionOf('function')],
  ['function_signature', functionOf('function')],
  ['function_expression', functionOf('lambda')],
  ['generator_function', functionOf('lambda')],
  ['method_definition', functionOf(methodKind)],
  ['method_signature', functionOf(methodKind)],
  ['abstract_method_signature', functionOf(methodKind)],
  ['class_declaration', classOf('class')],
  ['abstract_class_declaration', classOf('class')],
  ['class', classOf('class')],
  ['interface_declaration', classOf('interface')],
  ['enum_declaration', classOf('enum')],
  ['type_alias_declaration', classOf('type')],
  ['lexical_declaration', declarations],
  ['variable_declaration', declarations],
  ['using_declaration', declarations],
  ['field_definition', field],
  ['public_field_definition', field],
  ['property_signature', field],
  ['internal_module', packageOf],
  ['module', packageOf],
  ['ambient_declaration', ambient],
]);

/** What `export default` takes for an expression though it declares. */
const exportedValues = new Map<string, Define>([
  ['function_expression', functionOf('function')],
  ['generator_function', functionOf('function')],
  ['class', classOf('class')],
]);

/** An exported declaration is that declaration; all else is an Export. */
const exportStatement: Lower = (walk, node, role) => {
  const inner = walk.get(node, Field.declaration);
  const value = walk.get(node, Field.value);
  const first = walk.from.first[node]!;
  const definition = inner === NONE ? exportedValues.get(walk.type(value)) : definitions.get(walk.type(inner));
  if (definition) return definition(walk, inner === NONE ? value : inner, role, first);
  const source = walk.get(node, Field.source);
  walk.open(Kind.Export, node, role, source === NONE ? undefined : walk.text(source).slice(1, -1));
  for (let child = walk.from.first[node]!; child !== NONE; child = walk.from.next[child]!) {
    const type = walk.type(child);
    if (child === source) walk.lower(child, Role.Module);
    else if (type === 'default' || type === 'type') walk.leaf(Kind.Modifier, child, Role.Modifier, type);
    else if (type === '*') {
      walk.open(Kind.ImportName, child, Role.None);
      walk.name(child, Role.Name);
      walk.close();
    } else if (walk.from.named[child] === 1) {
      walk.lower(child, type === 'export_clause' || type === 'namespace_export' ? Role.None : Role.Value);
    }
  }
  walk.close();
};

/** `* as a`: of an export a name, of an import the module's own. */
const namespaceExport: Lower = (walk, node, role) => {
  walk.open(Kind.ImportName, node, role);
  walk.name(walk.from.first[node]!, Role.Name);
  walk.all(node, Role.Alias);
  walk.close();
};

const importStatement: Lower = (walk, node, role) => {
  const clause = walk.child(node, 'import_require_clause');
  const source = walk.get(clause === NONE ? node : clause, Field.source);
  walk.open(Kind.Import, node, role, source === NONE ? undefined : walk.text(source).slice(1, -1));
  walk.parts(node, importParts);
  walk.close();
};

const importParts = parts({ source: Role.Module }, { words: new Set(['type']) });

/** The name before the braces is that of the default export. */
const importClause: Lower = (walk, node) => {
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    if (!walk.is(child, 'identifier')) {
      walk.lower(child, Role.None);
      continue;
    }
    const start = walk.from.start[child]!;
    walk.open(Kind.ImportName, child, Role.None);
    walk.to.leaf(Kind.Name, Role.Name, start, start, 'default');
    walk.lower(child, Role.Alias);
    walk.close();
  }
};

/** A name that is a word of the language (`default`) is a token to the grammar. */
const importName: Lower = (walk, node, role) => {
  walk.open(Kind.ImportName, node, role);
  const alias = walk.get(node, Field.alias);
  if (walk.is(walk.from.first[node]!, 'type')) {
    walk.leaf(Kind.Modifier, walk.from.first[node]!, Role.Modifier, 'type');
  }
  const original = walk.get(node, Field.name);
  if (walk.is(original, 'string')) walk.lower(original, Role.Name);
  else walk.name(original, Role.Name);
  if (walk.is(alias, 'string')) walk.lower(alias, Role.Alias);
  else walk.name(alias, Role.Alias);
  walk.close();
};

/** Decorators that stand between members belong to the next one. */
const classBody: Lower = (walk, node, role) => {
  let from = NONE;
  walk.open(Kind.ClassBody, node, role);
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    if (walk.is(child, 'decorator')) {
      if (from === NONE) from = child;
      continue;
    }
    const definition = from === NONE ? undefined : definitions.get(walk.type(child));
    if (definition) definition(walk, child, Role.None, from);
    else walk.lower(child, Role.None);
    from = NONE;
  }
  walk.close();
};

const staticBlock: Lower = (walk, node, role) => {
  walk.open(Kind.Block, node, role);
  walk.leaf(Kind.Modifier, walk.from.first[node]!, Role.Modifier, 'static');
  walk.all(walk.get(node, Field.body));
  walk.close();
};

const parameters: Lower = (walk, node, role) => {
  if (!walk.is(node, 'formal_parameters')) {
    walk.open(Kind.Parameters, node, role);
    parameter(walk, node);
  } else {
    walk.open(Kind.Parameters, node, role);
    for (let child = walk.named(node); child !== NONE; child = walk.after(child)) parameter(walk, child);
  }
  walk.close();
};

/** JavaScript writes a parameter as its pattern; TypeScript has a node of its own around it. */
export function parameter(walk: Walk, node: number): void {
  const pattern = walk.get(node, Field.pattern);
  if (pattern !== NONE || walk.is(node, 'required_parameter') || walk.is(node, 'optional_parameter')) {
    walk.open(Kind.Parameter, node, Role.None, walk.is(pattern, 'rest_pattern') ? '...' : undefined);
    walk.parts(node, parameterParts);
    walk.close();
  } else if (walk.is(node, 'rest_pattern')) {
    walk.open(Kind.Parameter, node, Role.None, '...');
    walk.all(node, Role.Name);
    walk.close();
  } else {
    const defaulted = walk.is(node, 'assignment_pattern');
    walk.open(Kind.Parameter, node, Role.None);
    walk.lower(defaulted ? walk.get(node, Field.left) : node, Role.Name);
    if (defaulted) walk.lower(walk.get(node, Field.right), Role.Value);
    walk.close();
  }
}

const parameterParts = parts(
  { pattern: Role.Name, name: Role.Name, type: Role.Type, value: Role.Value, decorator: Role.Modifier },
  { words, rest: Role.Modifier },
);

/** As a parameter's name the dots are said by the Parameter. */
const rest: Lower = (walk, node, role) => {
  if (role === Role.Name) walk.all(node, role);
  else spread(walk, node, role);
};

/** A single parameter without parentheses still is a list. */
const arrow: Lower = (walk, node, role) => {
  const single = walk.get(node, Field.parameter);
  if (single === NONE) return functionOfArrow(walk, node, role, NONE);
  walk.open(Kind.Function, node, role, 'lambda');
  if (walk.has(node, 'async')) walk.leaf(Kind.Modifier, walk.from.first[node]!, Role.Modifier, 'async');
  parameters(walk, single, Role.Parameters);
  walk.lower(walk.get(node, Field.body), Role.Body);
  walk.close();
};

const functionOfArrow = functionOf('lambda');

/** A template behind a name is the one argument of a call. */
const call: Lower = (walk, node, role) => {
  const given = walk.get(node, Field.arguments);
  const tagged = walk.is(given, 'template_string');
  walk.open(Kind.Call, node, role, tagged ? 'tagged' : undefined);
  walk.lower(walk.get(node, Field.function), Role.Callee);
  typeArguments(walk, walk.get(node, Field.type_arguments));
  if (tagged) {
    walk.open(Kind.Arguments, given, Role.Arguments);
    walk.lower(given, Role.None);
    walk.close();
  } else {
    walk.lower(given, Role.Arguments);
  }
  walk.close();
};

function typeArguments(walk: Walk, node: number): void {
  if (node === NONE) return;
  walk.open(Kind.TypeParameters, node, Role.TypeParameters);
  walk.all(node);
  walk.close();
}

/** Types given to a class are part of its type. */
const create: Lower = (walk, node, role) => {
  const type = walk.get(node, Field.constructor);
  const given = walk.get(node, Field.type_arguments);
  walk.open(Kind.New, node, role);
  if (given !== NONE) walk.openAcross(Kind.TypeApply, type, given, Role.Callee);
  walk.lower(type, given === NONE ? Role.Callee : Role.Base);
  if (given !== NONE) {
    walk.all(given, Role.Argument);
    walk.close();
  }
  walk.lower(walk.get(node, Field.arguments), Role.Arguments);
  walk.close();
};

/** Text between backquotes; with expressions a Template. */
const template: Lower = (walk, node, role) => {
  const { start, end, text } = walk.from;
  if (!walk.has(node, 'template_substitution') && !walk.has(node, 'template_type')) return quoted(walk, node, role);
  walk.open(Kind.Template, node, role);
  let from = start[node]! + 1;
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    if (walk.is(child, 'string_fragment') || walk.is(child, 'escape_sequence')) continue;
    if (from < start[child]!) walk.to.leaf(Kind.String, Role.None, from, start[child]!, text.slice(from, start[child]));
    walk.all(child);
    from = end[child]!;
  }
  const last = end[node]! - 1;
  if (from < last) walk.to.leaf(Kind.String, Role.None, from, last, text.slice(from, last));
  walk.close();
};

const shorthand: Lower = (walk, node, role) => {
  walk.open(Kind.Pair, node, role, 'shorthand');
  walk.name(node, Role.Key);
  walk.name(node, Role.Value);
  walk.close();
};

/** `{a = 1}`: the name, and what it is worth where there is none. */
const shorthandWithDefault: Lower = (walk, node, role) => {
  const named = walk.get(node, Field.left);
  walk.open(Kind.Pair, node, role, 'shorthand');
  if (walk.is(named, 'shorthand_property_identifier_pattern')) walk.name(named, Role.Key);
  walk.open(Kind.Assign, node, Role.Value, '=');
  if (walk.is(named, 'shorthand_property_identifier_pattern')) walk.name(named, Role.Left);
  else walk.lower(named, Role.Left);
  walk.lower(walk.get(node, Field.right), Role.Right);
  walk.close();
  walk.close();
};

/** Elements that are left out are Empty. */
const array: Lower = (walk, node, role) => {
  const { first, next, named, start } = walk.from;
  let wanting = true;
  walk.open(Kind.Collection, node, role, 'list');
  for (let child = first[node]!; child !== NONE; child = next[child]!) {
    if (named[child] === 1) {
      walk.lower(child, Role.None);
      if (!walk.is(child, 'comment')) wanting = false;
    } else if (walk.is(child, ',')) {
      if (wanting) walk.to.leaf(Kind.Empty, Role.None, start[child]!, start[child]!);
      wanting = true;
    }
  }
  walk.close();
};

const update: Lower = (walk, node, role) => {
  const sign = walk.get(node, Field.operator);
  const operand = walk.get(node, Field.argument);
  walk.open(Kind.Unary, node, role, (sign > operand ? 'post' : '') + walk.text(sign));
  walk.lower(operand, Role.None);
  walk.close();
};

const metaProperty: Lower = (walk, node, role) => {
  const { first } = walk.from;
  walk.open(Kind.Member, node, role, '.');
  walk.name(first[node]!, Role.Object);
  walk.name(walk.lastChild(node), Role.Property);
  walk.close();
};

/** The clauses of `for` are expressions, whether the grammar ends them with a semicolon or not. */
const forStatement: Lower = (walk, node, role) => {
  walk.open(Kind.For, node, role);
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    const clause = walk.is(child, 'expression_statement') ? walk.named(child) : child;
    const field = walk.field(child);
    if (field === Field.initializer) walk.lower(clause, Role.Init);
    else if (field === Field.condition) walk.lower(clause, Role.Condition);
    else if (field === Field.increment) walk.lower(clause, Role.Update);
    else walk.lower(child, field === Field.body ? Role.Body + BLOCK : Role.None);
  }
  walk.close();
};

const forIn: Lower = (walk, node, role) => {
  const kind = walk.get(node, Field.kind);
  const target = walk.get(node, Field.left);
  walk.open(Kind.ForEach, node, role, walk.text(walk.get(node, Field.operator)));
  const awaited = walk.child(node, 'await');
  if (awaited !== NONE) walk.leaf(Kind.Modifier, awaited, Role.Modifier, 'await');
  if (kind === NONE) {
    walk.lower(target, Role.Target);
  } else {
    walk.openAcross(Kind.Var, kind, target, Role.Target, walk.text(kind));
    walk.lower(target, Role.Name);
    walk.lower(walk.get(node, Field.value), Role.Value);
    walk.close();
  }
  walk.lower(walk.get(node, Field.right), Role.Iterable);
  walk.lower(walk.get(node, Field.body), Role.Body + BLOCK);
  walk.close();
};

/** The statements of a case are a block, from the first to the last. */
const switchCase: Lower = (walk, node, role) => {
  walk.open(Kind.Case, node, role);
  const first = walk.get(node, Field.body);
  for (let child = walk.named(node); child !== NONE && child !== first; child = walk.after(child)) {
    walk.lower(child, Role.Test);
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

const jump = (value: string): Lower => shape(Kind.Jump, { label: Role.Name }, { value });

/** An element with or without an end; its own tag's parts first. */
const element: Lower = (walk, node, role) => {
  const opening = walk.get(node, Field.open_tag);
  walk.open(Kind.Element, node, role);
  walk.parts(opening === NONE ? node : opening, elementParts);
  if (opening !== NONE) {
    for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
      const field = walk.field(child);
      if (field !== Field.open_tag && field !== Field.close_tag) walk.lower(child, Role.None);
    }
  }
  walk.close();
};

const elementParts = parts({ name: Role.Name, attribute: Role.Attribute });

const attribute: Lower = (walk, node, role) => {
  const named = walk.named(node);
  walk.open(Kind.Attribute, node, role);
  walk.lower(named, Role.Name);
  walk.lower(walk.after(named), Role.Value);
  walk.close();
};

/** White space between elements says nothing. */
const text: Lower = (walk, node, role) => {
  const trimmed = walk.text(node).trim();
  if (trimmed !== '') walk.leaf(Kind.Text, node, role, trimmed);
};

const binary = shape(Kind.Binary, { left: Role.Left, right: Role.Right }, { value: operator });
const assign = shape(Kind.Assign, { left: Role.Left, right: Role.Right }, { value: '=' });
const dict = shape(Kind.Dict);
const pair = shape(Kind.Pair, { key: Role.Key, value: Role.Value });

/** What JavaScript and TypeScript have in common. */
export const nodes: Record<string, Lower> = {
  // Names and values
  identifier: name,
  property_identifier: name,
  private_property_identifier: name,
  statement_identifier: name,
  this: name,
  super: name,
  import: name,
  undefined: name,
  null: leaf(Kind.Null, () => undefined),
  true: leaf(Kind.Bool, 'true'),
  false: leaf(Kind.Bool, 'false'),
  number,
  string: quoted,
  template_string: template,
  regex: shape(Kind.Regex, { flags: Role.Flags }, { value: (walk, node) => walk.text(walk.get(node, Field.pattern)) }),
  regex_pattern: () => {},
  regex_flags: leaf(Kind.String),
  array,
  array_pattern: array,
  object: dict,
  object_pattern: dict,
  pair,
  pair_pattern: pair,
  shorthand_property_identifier: shorthand,
  shorthand_property_identifier_pattern: shorthand,
  object_assignment_pattern: shorthandWithDefault,
  computed_property_name: through,

  // Expressions
  parenthesized_expression: through,
  member_expression: shape(Kind.Member, { object: Role.Object, property: Role.Property }, { value: '.' }),
  subscript_expression: shape(Kind.Index, { object: Role.Object, index: Role.Index }),
  optional_chain: () => {},
  meta_property: metaProperty,
  call_expression: call,
  new_expression: create,
  arguments: shape(Kind.Arguments),
  spread_element: spread,
  rest_pattern: rest,
  unary_expression: shape(Kind.Unary, {}, { value: operator }),
  update_expression: update,
  binary_expression: binary,
  assignment_expression: assign,
  assignment_pattern: assign,
  augmented_assignment_expression: shape(Kind.Assign, { left: Role.Left, right: Role.Right }, { value: operator }),
  ternary_expression: shape(Kind.Ternary, {
    condition: Role.Condition,
    consequence: Role.Then,
    alternative: Role.Else,
  }),
  await_expression: shape(Kind.Await),
  yield_expression: shape(Kind.Yield, {}, { value: (walk, node) => (walk.has(node, '*') ? 'yield*' : 'yield') }),
  sequence_expression: shape(Kind.Sequence),
  arrow_function: arrow,

  // Elements
  jsx_element: element,
  jsx_self_closing_element: element,
  jsx_attribute: attribute,
  jsx_expression: (walk, node, role) => walk.all(node, role),
  jsx_namespace_name: leaf(Kind.Name, ownText),
  jsx_text: text,
  html_character_reference: text,

  // Definitions
  ...Object.fromEntries([...definitions].map(([type, definition]) => [type, plain(definition)])),
  formal_parameters: parameters,
  class_heritage: (walk, node, role) => walk.all(node, role),
  class_body: classBody,
  class_static_block: staticBlock,
  decorator: (walk, node, role) => {
    const said = walk.named(node);
    walk.open(Kind.Decorator, node, role);
    if (walk.is(said, 'call_expression')) {
      walk.lower(walk.get(said, Field.function), Role.Callee);
      typeArguments(walk, walk.get(said, Field.type_arguments));
      walk.lower(walk.get(said, Field.arguments), Role.Arguments);
    } else {
      walk.lower(said, Role.Callee);
    }
    walk.close();
  },

  // Statements
  statement_block: shape(Kind.Block),
  expression_statement: (walk, node, role) => {
    const inner = walk.named(node);
    if (walk.is(inner, 'internal_module')) return walk.lower(inner, role);
    walk.open(Kind.ExprStmt, node, role);
    walk.all(node);
    walk.close();
  },
  if_statement: shape(Kind.If, {
    condition: Role.Condition,
    consequence: Role.Then + BLOCK,
    alternative: Role.Else,
  }),
  else_clause: (walk, node) => walk.all(node, Role.Else + BLOCK),
  while_statement: shape(Kind.While, { condition: Role.Condition, body: Role.Body + BLOCK }),
  do_statement: shape(Kind.DoWhile, { condition: Role.Condition, body: Role.Body + BLOCK }),
  for_statement: forStatement,
  for_in_statement: forIn,
  switch_statement: shape(Kind.Switch, { value: Role.Subject, body: Role.Case }, { value: 'switch' }),
  switch_body: (walk, node, role) => walk.all(node, role),
  switch_case: switchCase,
  switch_default: switchCase,
  return_statement: shape(Kind.Return),
  throw_statement: shape(Kind.Throw),
  try_statement: shape(Kind.Try, { body: Role.Body, handler: Role.Catch, finalizer: Role.Finally }),
  catch_clause: shape(Kind.Catch, { parameter: Role.Name, type: Role.Type, body: Role.Body }),
  finally_clause: through,
  with_statement: (walk, node, role) => {
    const object = walk.get(node, Field.object);
    walk.open(Kind.With, node, role, 'with');
    walk.open(Kind.WithItem, object, Role.Item);
    walk.lower(object, Role.Value);
    walk.close();
    walk.lower(walk.get(node, Field.body), Role.Body + BLOCK);
    walk.close();
  },
  break_statement: jump('break'),
  continue_statement: jump('continue'),
  labeled_statement: shape(Kind.Labeled, { label: Role.Name, body: Role.Body }),
  debugger_statement: leaf(Kind.Empty, 'debugger'),
  empty_statement: () => {},
  import_statement: importStatement,
  import_clause: importClause,
  namespace_import: (walk, node) => walk.all(node, Role.Alias),
  named_imports: (walk, node) => walk.all(node),
  import_specifier: importName,
  import_attribute: through,
  export_statement: exportStatement,
  export_clause: (walk, node) => walk.all(node),
  export_specifier: importName,
  namespace_export: namespaceExport,
};

function plain(definition: Define): Lower {
  return (walk, node, role) => definition(walk, node, role, NONE);
}

export const silent: readonly string[] = ['comment', 'html_comment', 'hash_bang_line'];
export const blocks: readonly string[] = ['statement_block'];

export const patterns: PatternForms = {
  frames: [
    { text: 'PATTERN', one: false },
    { text: '(PATTERN)', one: true },
    { text: 'try {} PATTERN', one: false },
    { text: '({PATTERN})', one: false },
    { text: 'class A { PATTERN }', one: false },
    { text: 'switch (x) { PATTERN }', one: false },
    { text: 'function f(PATTERN) {}', one: false },
    { text: 'PATTERN {}', one: false },
    { text: 'var PATTERN', one: false },
    { text: 'PATTERN class A {}', one: false },
    { text: '<a PATTERN />', one: false },
  ],
  dots: ['DOTS', 'DOTS;', 'DOTS,', 'case DOTS:', 'DOTS;DOTS;DOTS', '{DOTS}'],
  typed: 'NAME as TYPE',
  typedOrder: 'name first',
  path: 'a.tsx',
  implied: new Set(['default']),
  lineDots: 'DOTS;',
  bracedAttributes: true,
};
