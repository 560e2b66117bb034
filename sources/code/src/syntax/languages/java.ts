import { Kind, Role } from '../kinds.js';
import type { Language } from '../language.js';
import {
  BLOCK,
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

/** The words and annotations before a definition. */
const modifiers: Lower = (walk, node) => {
  const { first, next, named } = walk.from;
  for (let child = first[node]!; child !== NONE; child = next[child]!) {
    if (named[child] === 1) walk.lower(child, Role.Modifier);
    else walk.leaf(Kind.Modifier, child, Role.Modifier, walk.text(child));
  }
};

/** One Var for each declarator. The modifiers and the type are written once and stand in each. */
const declaration: Lower = (walk, node, role) => {
  let from = node;
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    if (walk.field(child) !== Field.declarator) continue;
    const alone = from === node && walk.after(child) === NONE;
    walk.openAcross(Kind.Var, from, alone ? node : child, role);
    walk.lower(walk.child(node, 'modifiers'), Role.Modifier);
    typeOf(walk, walk.get(node, Field.type), walk.get(child, Field.dimensions));
    walk.lower(walk.get(child, Field.name), Role.Name);
    walk.lower(walk.get(child, Field.value), Role.Value);
    walk.close();
    from = walk.after(child);
  }
};

/** A type with the brackets that stand behind the name. */
function typeOf(walk: Walk, type: number, dimensions: number): void {
  if (type === NONE) return;
  const depth = brackets(walk, dimensions);
  for (let at = 0; at < depth; at++) walk.open(Kind.ArrayType, type, at === 0 ? Role.Type : Role.None);
  walk.lower(type, depth === 0 ? Role.Type : Role.None);
  for (let at = 0; at < depth; at++) walk.close();
}

function brackets(walk: Walk, dimensions: number): number {
  let count = 0;
  if (dimensions === NONE) return 0;
  for (let child = walk.from.first[dimensions]!; child !== NONE; child = walk.from.next[child]!) {
    if (walk.is(child, '[')) count++;
  }
  return count;
}

const arrayType: Lower = (walk, node, role) => {
  const { first, next, start, end } = walk.from;
  const dimensions = walk.get(node, Field.dimensions);
  const ends: number[] = [];
  for (let child = dimensions === NONE ? NONE : first[dimensions]!; child !== NONE; child = next[child]!) {
    if (walk.is(child, ']')) ends.push(end[child]!);
  }
  const depth = ends.length;
  while (ends.length > 0)
    walk.to.open(Kind.ArrayType, ends.length === depth ? role : Role.None, start[node]!, ends.pop()!);
  walk.lower(walk.get(node, Field.element), depth === 0 ? role : Role.None);
  for (let at = 0; at < depth; at++) walk.close();
};

const functionOf = (value: string): Lower =>
  shape(
    Kind.Function,
    {
      name: Role.Name,
      type_parameters: Role.TypeParameters,
      parameters: Role.Parameters,
      type: Role.Type,
      body: Role.Body,
      value: Role.Value,
    },
    { value, rest: Role.Modifier },
  );

const classOf = (value: string): Lower =>
  shape(
    Kind.Class,
    {
      name: Role.Name,
      type_parameters: Role.TypeParameters,
      superclass: Role.Super,
      interfaces: Role.Super,
      parameters: Role.Parameters,
      body: Role.Body,
    },
    { value, rest: Role.Modifier },
  );

/** A member of an enum is worth what its constructor makes. */
const enumConstant: Lower = (walk, node, role) => {
  const given = walk.get(node, Field.arguments);
  const body = walk.get(node, Field.body);
  walk.open(Kind.Var, node, role);
  walk.lower(walk.child(node, 'modifiers'), Role.Modifier);
  walk.lower(walk.get(node, Field.name), Role.Name);
  if (given !== NONE || body !== NONE) {
    walk.openAcross(Kind.New, given === NONE ? body : given, body === NONE ? given : body, Role.Value);
    walk.lower(given, Role.Arguments);
    walk.lower(body, Role.Body);
    walk.close();
  }
  walk.close();
};

const initializer: Lower = (walk, node, role) => {
  walk.open(Kind.Block, node, role);
  walk.leaf(Kind.Modifier, walk.from.first[node]!, Role.Modifier, 'static');
  walk.all(walk.child(node, 'block'));
  walk.close();
};

const constructorCall: Lower = (walk, node, role) => {
  const called = walk.get(node, Field.constructor);
  walk.open(Kind.ExprStmt, node, role);
  walk.open(Kind.Call, node, Role.None);
  const object = walk.get(node, Field.object);
  walk.dotted(object === NONE ? [called] : [object, called], Role.Callee);
  walk.lower(walk.get(node, Field.arguments), Role.Arguments);
  walk.close();
  walk.close();
};

/** What stands before the name, a `super` between them too, is a Member with it. */
const call: Lower = (walk, node, role) => {
  const named = walk.get(node, Field.name);
  const before: number[] = [];
  let types = NONE;
  for (let child = walk.named(node); child !== NONE && child !== named; child = walk.after(child)) {
    if (walk.is(child, 'type_arguments')) types = child;
    else before.push(child);
  }
  walk.open(Kind.Call, node, role);
  if (named !== NONE) before.push(named);
  walk.dotted(before, Role.Callee);
  if (types !== NONE) {
    walk.open(Kind.TypeParameters, types, Role.TypeParameters);
    walk.all(types);
    walk.close();
  }
  walk.lower(walk.get(node, Field.arguments), Role.Arguments);
  walk.close();
};

const fieldAccess: Lower = (walk, node, role) => walk.dotted(walk.children(node), role);

const create: Lower = (walk, node, role) => {
  const { first, next, named } = walk.from;
  walk.open(Kind.New, node, role);
  let created = false;
  for (let child = first[node]!; child !== NONE; child = next[child]!) {
    if (walk.is(child, 'new')) created = true;
    if (named[child] === 0) continue;
    const field = walk.field(child);
    if (!created) walk.lower(child, Role.Object);
    else if (field === Field.type) walk.lower(child, Role.Callee);
    else if (field === Field.arguments) walk.lower(child, Role.Arguments);
    else if (walk.is(child, 'class_body')) walk.lower(child, Role.Body);
    else if (walk.is(child, 'type_arguments')) walk.all(child, Role.TypeParameters);
    else walk.lower(child, Role.Modifier);
  }
  walk.close();
};

/** `new T[2][]`: the lengths are the arguments; `new T[] {…}`: the elements are the body. */
const createArray: Lower = (walk, node, role) => {
  const type = walk.get(node, Field.type);
  let first = NONE;
  let last = NONE;
  let depth = 0;
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    if (walk.is(child, 'dimensions')) depth += brackets(walk, child);
    if (!walk.is(child, 'dimensions_expr')) continue;
    if (first === NONE) first = child;
    last = child;
    depth++;
  }
  walk.open(Kind.New, node, role);
  for (let at = 0; at < depth; at++) walk.open(Kind.ArrayType, type, at === 0 ? Role.Callee : Role.None);
  walk.lower(type, depth === 0 ? Role.Callee : Role.None);
  for (let at = 0; at < depth; at++) walk.close();
  if (first !== NONE) {
    walk.openAcross(Kind.Arguments, first, last, Role.Arguments);
    for (let child = first; child !== NONE; child = walk.after(child)) {
      if (walk.is(child, 'dimensions_expr')) walk.all(child);
      if (child === last) break;
    }
    walk.close();
  }
  walk.lower(walk.get(node, Field.value), Role.Body);
  walk.close();
};

/** One name, names, or parameters with their types. */
const lambda: Lower = (walk, node, role) => {
  const given = walk.get(node, Field.parameters);
  walk.open(Kind.Function, node, role, 'lambda');
  if (walk.is(given, 'formal_parameters')) {
    walk.lower(given, Role.Parameters);
  } else if (given !== NONE) {
    walk.open(Kind.Parameters, given, Role.Parameters);
    const single = walk.is(given, 'identifier');
    for (let child = single ? given : walk.named(given); child !== NONE; child = single ? NONE : walk.after(child)) {
      walk.open(Kind.Parameter, child, Role.None);
      walk.lower(child, Role.Name);
      walk.close();
    }
    walk.close();
  }
  walk.lower(walk.get(node, Field.body), Role.Body);
  walk.close();
};

const parameter: Lower = (walk, node, role) => {
  const rest = walk.child(node, 'variable_declarator');
  const holder = rest === NONE ? node : rest;
  walk.open(Kind.Parameter, node, role, rest === NONE ? undefined : '...');
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    const field = walk.field(child);
    if (field === Field.name) walk.lower(child, Role.Name);
    else if (walk.is(child, 'this')) walk.lower(child, Role.Name);
    else if (walk.is(child, 'modifiers')) walk.lower(child, Role.Modifier);
    else if (child === rest) walk.lower(walk.get(rest, Field.name), Role.Name);
    else if (field !== Field.dimensions) typeOf(walk, child, walk.get(holder, Field.dimensions));
  }
  walk.close();
};

/** `::` before a name, or before `new`. */
const reference: Lower = (walk, node, role) => {
  const object = walk.named(node);
  const last = walk.lastChild(node);
  walk.open(Kind.Member, node, role, '::');
  walk.lower(object, Role.Object);
  if (walk.from.named[last] === 1) walk.lower(last, Role.Property);
  else walk.name(last, Role.Property);
  walk.close();
};

const classLiteral: Lower = (walk, node, role) => {
  walk.open(Kind.Member, node, role, '.');
  walk.all(node, Role.Object);
  walk.name(walk.lastChild(node), Role.Property);
  walk.close();
};

/** What is tested for may be named at once: then the right is a Var. */
const instanceOf: Lower = (walk, node, role) => {
  const type = walk.get(node, Field.right);
  const named = walk.get(node, Field.name);
  walk.open(Kind.Binary, node, role, 'instanceof');
  walk.lower(walk.get(node, Field.left), Role.Left);
  if (named === NONE) {
    walk.lower(type, Role.Right);
    walk.lower(walk.get(node, Field.pattern), Role.Right);
  } else {
    walk.openAcross(Kind.Var, type, named, Role.Right);
    walk.lower(type, Role.Type);
    walk.lower(named, Role.Name);
    walk.close();
  }
  walk.close();
};

/** `R(int a, var b)` is the call it looks like. */
const recordPattern: Lower = (walk, node, role) => {
  walk.open(Kind.Call, node, role);
  const type = walk.named(node);
  walk.lower(type, Role.Callee);
  walk.lower(walk.after(type), Role.Arguments);
  walk.close();
};

const cast: Lower = (walk, node, role) => {
  const type = walk.get(node, Field.type);
  let last = type;
  for (let child = type; walk.field(child) === Field.type; child = walk.after(child)) last = child;
  walk.open(Kind.Cast, node, role);
  if (last !== type) {
    walk.openAcross(Kind.UnionType, type, last, Role.Type, '&');
    for (let child = type; child <= last; child = walk.after(child)) walk.lower(child, Role.None);
    walk.close();
  } else {
    walk.lower(type, Role.Type);
  }
  walk.lower(walk.get(node, Field.value), Role.Value);
  walk.close();
};

const update: Lower = (walk, node, role) => {
  const first = walk.from.first[node]!;
  const operand = walk.named(node);
  walk.open(Kind.Unary, node, role, first === operand ? `post${walk.text(walk.lastChild(node))}` : walk.text(first));
  walk.lower(operand, Role.None);
  walk.close();
};

/** Text blocks have three quotes; templates have expressions within. */
const string: Lower = (walk, node, role) => {
  if (walk.has(node, 'string_interpolation')) {
    walk.open(Kind.Template, node, role);
    for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
      if (walk.is(child, 'string_interpolation')) walk.all(child);
      else walk.leaf(Kind.String, child, Role.None, walk.text(child));
    }
    walk.close();
    return;
  }
  const text = walk.text(node);
  const quotes = text.startsWith('"""') ? 3 : 1;
  walk.leaf(Kind.String, node, role, text.slice(quotes, -quotes));
};

const template: Lower = (walk, node, role) => {
  walk.open(Kind.Call, node, role, 'tagged');
  walk.lower(walk.get(node, Field.template_processor), Role.Callee);
  const given = walk.get(node, Field.template_argument);
  walk.open(Kind.Arguments, given, Role.Arguments);
  walk.lower(given, Role.None);
  walk.close();
  walk.close();
};

const enhancedFor: Lower = (walk, node, role) => {
  const named = walk.get(node, Field.name);
  const words = walk.child(node, 'modifiers');
  const type = walk.get(node, Field.type);
  walk.open(Kind.ForEach, node, role, 'in');
  walk.openAcross(Kind.Var, words === NONE ? type : words, named, Role.Target);
  walk.lower(words, Role.Modifier);
  typeOf(walk, type, walk.get(node, Field.dimensions));
  walk.lower(named, Role.Name);
  walk.close();
  walk.lower(walk.get(node, Field.value), Role.Iterable);
  const body = walk.get(node, Field.body);
  if (body !== NONE && walk.from.named[body] === 0) walk.leaf(Kind.Block, body, Role.Body);
  else walk.lower(body, Role.Body + BLOCK);
  walk.close();
};

/** The labels of a case, then its statements as a block. */
const switchGroup: Lower = (walk, node, role) => {
  let first = NONE;
  walk.open(Kind.Case, node, role);
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    if (walk.is(child, 'switch_label')) walk.all(child, Role.Test);
    else if (first === NONE) first = child;
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

const switchRule: Lower = (walk, node, role) => {
  walk.open(Kind.Case, node, role);
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    if (walk.is(child, 'switch_label')) walk.all(child, Role.Test);
    else walk.lower(child, Role.Body + BLOCK);
  }
  walk.close();
};

const catchClause: Lower = (walk, node, role) => {
  const given = walk.child(node, 'catch_formal_parameter');
  walk.open(Kind.Catch, node, role);
  if (given !== NONE) walk.parts(given, catchParts);
  walk.lower(walk.get(node, Field.body), Role.Body);
  walk.close();
};

const catchParts = parts({ name: Role.Name }, { rest: Role.Type });

/** Several types are a tuple. */
const catchType: Lower = (walk, node, role) => {
  const several = walk.has(node, '|');
  if (several) walk.open(Kind.Collection, node, role, 'tuple');
  walk.all(node, several ? Role.None : role);
  if (several) walk.close();
};

const resource: Lower = (walk, node, role) => {
  if (walk.get(node, Field.value) === NONE) return walk.all(node, role);
  walk.open(Kind.Var, node, role);
  walk.parts(node, resourceParts);
  walk.close();
};

const resourceParts = parts({ name: Role.Name, type: Role.Type, value: Role.Value }, { rest: Role.Modifier });

const synchronized: Lower = (walk, node, role) => {
  walk.open(Kind.With, node, role, 'synchronized');
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    if (walk.field(child) === Field.body) {
      walk.lower(child, Role.Body);
    } else {
      walk.open(Kind.WithItem, child, Role.Item);
      walk.lower(child, Role.Value);
      walk.close();
    }
  }
  walk.close();
};

/** All names of a package have a `*` of their own. */
const importDeclaration: Lower = (walk, node, role) => {
  const module = walk.named(node);
  const all = walk.child(node, 'asterisk');
  walk.open(Kind.Import, node, role, walk.text(module).replaceAll(/\s/g, ''));
  const fixed = walk.child(node, 'static');
  if (fixed !== NONE) walk.leaf(Kind.Modifier, fixed, Role.Modifier, 'static');
  walk.lower(module, Role.Module);
  if (all !== NONE) {
    walk.open(Kind.ImportName, all, Role.None);
    walk.name(all, Role.Name);
    walk.close();
  }
  walk.close();
};

const typeParameter: Lower = (walk, node, role) => {
  walk.open(Kind.Parameter, node, role);
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    const type = walk.type(child);
    walk.lower(child, type === 'type_bound' ? Role.Type : type.endsWith('annotation') ? Role.Modifier : Role.Name);
  }
  walk.close();
};

const typeBound: Lower = (walk, node, role) => {
  const several = walk.count(node) > 1;
  if (several) walk.open(Kind.UnionType, node, role, '&');
  walk.all(node, several ? Role.None : role);
  if (several) walk.close();
};

const typeApply: Lower = (walk, node, role) => {
  const base = walk.named(node);
  walk.open(Kind.TypeApply, node, role);
  walk.lower(base, Role.Base);
  const given = walk.child(node, 'type_arguments');
  if (given !== NONE) walk.all(given, Role.Argument);
  walk.close();
};

/** `?`, `? extends T`, `? super T`. */
const wildcard: Lower = shape(
  Kind.PointerType,
  {},
  { value: (walk, node) => (walk.has(node, 'super') ? '? super' : walk.has(node, 'extends') ? '? extends' : '?') },
);

/** Annotations of a type are not kept; the type is. */
const annotatedType: Lower = (walk, node, role) => walk.lower(walk.children(node).at(-1) ?? NONE, role);

const throwsOf: Lower = (walk, node) => {
  walk.open(Kind.Modifier, node, Role.Modifier, 'throws');
  walk.all(node);
  walk.close();
};

const jump = (value: string): Lower => shape(Kind.Jump, {}, { value, rest: Role.Name });
const variable = headed(Kind.Var, Role.Type, Role.Name);

const rules = {
  silent: ['line_comment', 'block_comment', 'asterisk'],
  blocks: ['block', 'constructor_body'],
  nodes: {
    // Names and values
    identifier: name,
    type_identifier: name,
    underscore_pattern: name,
    this: name,
    super: name,
    null_literal: leaf(Kind.Null, () => undefined),
    true: leaf(Kind.Bool, 'true'),
    false: leaf(Kind.Bool, 'false'),
    decimal_integer_literal: number,
    hex_integer_literal: number,
    octal_integer_literal: number,
    binary_integer_literal: number,
    decimal_floating_point_literal: number,
    hex_floating_point_literal: number,
    character_literal: leaf(Kind.Char, (walk, node) => walk.text(node).slice(1, -1)),
    string_literal: string,
    array_initializer: listOf,
    element_value_array_initializer: listOf,

    // Expressions
    parenthesized_expression: through,
    scoped_identifier: shape(Kind.Member, { scope: Role.Object, name: Role.Property }, { value: '.' }),
    field_access: fieldAccess,
    array_access: shape(Kind.Index, { array: Role.Object, index: Role.Index }),
    method_invocation: call,
    argument_list: shape(Kind.Arguments),
    object_creation_expression: create,
    array_creation_expression: createArray,
    lambda_expression: lambda,
    method_reference: reference,
    class_literal: classLiteral,
    unary_expression: shape(Kind.Unary, {}, { value: operator }),
    update_expression: update,
    binary_expression: shape(Kind.Binary, { left: Role.Left, right: Role.Right }, { value: operator }),
    instanceof_expression: instanceOf,
    assignment_expression: shape(Kind.Assign, { left: Role.Left, right: Role.Right }, { value: operator }),
    ternary_expression: shape(Kind.Ternary, {
      condition: Role.Condition,
      consequence: Role.Then,
      alternative: Role.Else,
    }),
    cast_expression: cast,
    switch_expression: shape(Kind.Switch, { condition: Role.Subject, body: Role.Case }, { value: 'switch' }),
    template_expression: template,

    // Types
    integral_type: name,
    floating_point_type: name,
    boolean_type: name,
    void_type: name,
    scoped_type_identifier: headed(Kind.Member, Role.Object, Role.Property, '.'),
    generic_type: typeApply,
    array_type: arrayType,
    annotated_type: annotatedType,
    wildcard,
    type_parameters: shape(Kind.TypeParameters),
    type_parameter: typeParameter,
    type_bound: typeBound,
    type_list: spill,

    // Definitions
    modifiers,
    marker_annotation: shape(Kind.Decorator, { name: Role.Callee }),
    annotation: shape(Kind.Decorator, { name: Role.Callee, arguments: Role.Arguments }),
    annotation_argument_list: shape(Kind.Arguments),
    element_value_pair: shape(Kind.Keyword, { key: Role.Name, value: Role.Value }),
    class_declaration: classOf('class'),
    interface_declaration: classOf('interface'),
    annotation_type_declaration: classOf('annotation'),
    enum_declaration: classOf('enum'),
    record_declaration: classOf('record'),
    superclass: spill,
    super_interfaces: spill,
    extends_interfaces: (walk, node) => walk.all(node, Role.Super),
    permits: (walk, node) => {
      walk.open(Kind.Modifier, node, Role.Modifier, 'permits');
      walk.all(node);
      walk.close();
    },
    class_body: shape(Kind.ClassBody),
    interface_body: shape(Kind.ClassBody),
    annotation_type_body: shape(Kind.ClassBody),
    enum_body: shape(Kind.ClassBody),
    enum_body_declarations: spill,
    enum_constant: enumConstant,
    field_declaration: declaration,
    constant_declaration: declaration,
    local_variable_declaration: declaration,
    method_declaration: functionOf('method'),
    annotation_type_element_declaration: functionOf('method'),
    constructor_declaration: functionOf('constructor'),
    compact_constructor_declaration: functionOf('constructor'),
    static_initializer: initializer,
    explicit_constructor_invocation: constructorCall,
    throws: throwsOf,
    dimensions: () => {},
    formal_parameters: shape(Kind.Parameters),
    formal_parameter: parameter,
    spread_parameter: parameter,
    receiver_parameter: parameter,

    // Statements
    block: shape(Kind.Block),
    constructor_body: shape(Kind.Block),
    expression_statement: shape(Kind.ExprStmt),
    if_statement: shape(Kind.If, {
      condition: Role.Condition,
      consequence: Role.Then + BLOCK,
      alternative: Role.Else + BLOCK,
    }),
    while_statement: shape(Kind.While, { condition: Role.Condition, body: Role.Body + BLOCK }),
    do_statement: shape(Kind.DoWhile, { condition: Role.Condition, body: Role.Body + BLOCK }),
    for_statement: shape(Kind.For, {
      init: Role.Init,
      condition: Role.Condition,
      update: Role.Update,
      body: Role.Body + BLOCK,
    }),
    enhanced_for_statement: enhancedFor,
    switch_block: spill,
    switch_block_statement_group: switchGroup,
    switch_rule: switchRule,
    pattern: through,
    type_pattern: variable,
    record_pattern: recordPattern,
    record_pattern_body: shape(Kind.Arguments),
    record_pattern_component: variable,
    guard: (walk, node) => walk.all(node, Role.Condition),
    return_statement: shape(Kind.Return),
    yield_statement: (walk, node, role) => {
      walk.open(Kind.ExprStmt, node, role);
      walk.open(Kind.Yield, node, Role.None, 'yield');
      walk.all(node);
      walk.close();
      walk.close();
    },
    throw_statement: shape(Kind.Throw),
    try_statement: shape(Kind.Try, { body: Role.Body }, { rest: Role.Catch }),
    try_with_resources_statement: shape(Kind.Try, { resources: Role.Resource, body: Role.Body }, { rest: Role.Catch }),
    resource_specification: spill,
    resource,
    catch_clause: catchClause,
    catch_type: catchType,
    finally_clause: (walk, node) => walk.all(node, Role.Finally),
    synchronized_statement: synchronized,
    break_statement: jump('break'),
    continue_statement: jump('continue'),
    labeled_statement: headed(Kind.Labeled, Role.Name, Role.Body),
    assert_statement: shape(Kind.Assert),
    package_declaration: (walk, node, role) => {
      walk.open(Kind.Package, node, role);
      for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
        walk.lower(child, walk.type(child).endsWith('annotation') ? Role.Modifier : Role.Name);
      }
      walk.close();
    },
    import_declaration: importDeclaration,
  } satisfies Record<string, Lower>,
};

/** Java, with records, patterns and text blocks. */
export const java: Language = {
  id: 'java',
  aliases: [],
  extensions: ['.java'],
  grammar: () => 'java',
  lower: lowering(rules),
  blockScope: true,
  membersInScope: true,
  moduleName: module => module,
  importBinds: module => ({ name: module.slice(module.lastIndexOf('.') + 1), path: module }),
  patterns: {
    frames: [
      { text: 'PATTERN', one: false },
      { text: 'PATTERN;', one: true },
      { text: 'try {} PATTERN', one: false },
      { text: 'class A { A() { PATTERN } }', one: false },
      { text: 'class A { A() { PATTERN; } }', one: true },
      { text: 'class A { PATTERN }', one: false },
      { text: 'switch (x) { PATTERN }', one: false },
      { text: 'PATTERN {}', one: false },
      { text: 'class A { PATTERN {} }', one: false },
      { text: 'PATTERN class A {}', one: false },
      { text: 'PATTERN x;', one: true },
      { text: 'void f(PATTERN) {}', one: false },
      { text: 'enum A { PATTERN }', one: false },
      { text: '@A(PATTERN) class B {}', one: false },
    ],
    dots: ['DOTS;', 'DOTS DOTS;', 'DOTS', 'DOTS DOTS', 'DOTS = DOTS', 'case DOTS:', 'DOTS;DOTS;DOTS'],
    typed: '(TYPE) NAME',
    typedOrder: 'type first',
    path: '',
    lineDots: 'DOTS;',
    implied: new Set(['java', 'lang']),
  },
};
