import { Kind, Role } from '../kinds.js';
import type { Language } from '../language.js';
import {
  Field,
  headed,
  type Lower,
  leaf,
  lowering,
  number,
  operator,
  quoted,
  shape,
  spill,
  through,
  tuple,
  type Walk,
} from '../lowering.js';
import { NONE } from '../tree.js';

const name = leaf(Kind.Name);

/** A statement of its own is an ExprStmt; as the first part of `if`, `for`, `switch` and `case` it is what is in it. */
const simple = (inner: Lower): Lower => {
  return (walk, node, role) => {
    if (role !== Role.None && role !== Role.Body) return inner(walk, node, role);
    walk.open(Kind.ExprStmt, node, role);
    inner(walk, node, Role.None);
    walk.close();
  };
};

const assign = shape(
  Kind.Assign,
  { left: Role.Left, right: Role.Right },
  { value: (walk, node) => (walk.has(node, ':=') ? ':=' : '=') },
);

/** `import "x"` and each line of `import (…)`; a name before the path is the module's here, a dot takes all its names. */
const importDeclaration: Lower = (walk, node, role) => {
  const list = walk.child(node, 'import_spec_list');
  if (list === NONE) importSpec(walk, walk.child(node, 'import_spec'), node, role);
  else
    for (let child = walk.named(list); child !== NONE; child = walk.after(child)) importSpec(walk, child, node, role);
};

function importSpec(walk: Walk, spec: number, whole: number, role: number): void {
  if (spec === NONE) return;
  const path = walk.get(spec, Field.path);
  const alias = walk.get(spec, Field.name);
  walk.openAcross(Kind.Import, whole, spec, role, walk.text(path).slice(1, -1));
  if (walk.is(alias, 'dot')) {
    walk.open(Kind.ImportName, alias, Role.None);
    walk.leaf(Kind.Name, alias, Role.Name, '*');
    walk.close();
  } else {
    walk.lower(alias, Role.Alias);
  }
  walk.lower(path, Role.Module);
  walk.close();
}

/** One declaration, or a list of them in parentheses. */
const declarations = (spec: (walk: Walk, spec: number, whole: number, role: number) => void): Lower => {
  return (walk, node, role) => {
    const inner = walk.named(node);
    const list = walk.is(inner, 'var_spec_list') ? inner : node;
    const grouped = walk.has(list, '(');
    for (let child = walk.named(list); child !== NONE; child = walk.after(child)) {
      spec(walk, child, grouped ? child : node, role);
    }
  };
};

/** Several names that are worth something are one Var with a tuple; without, each is a Var, with the type of all. */
const variable = (kind: string) => {
  return (walk: Walk, spec: number, whole: number, role: number): void => {
    const names = namesOf(walk, spec);
    const value = walk.get(spec, Field.value);
    const type = walk.get(spec, Field.type);
    if (value === NONE && names.length > 1) return eachVar(walk, names, whole, type, role, kind);
    walk.open(Kind.Var, whole, role, kind);
    if (names.length > 1) {
      walk.openAcross(Kind.Collection, names[0]!, names.at(-1)!, Role.Name, 'tuple');
      for (const one of names) walk.lower(one, Role.None);
      walk.close();
    } else {
      walk.lower(names[0] ?? NONE, Role.Name);
    }
    walk.lower(type, Role.Type);
    walk.lower(value, Role.Value);
    walk.close();
  };
};

/** A Var for each name; the first begins with the whole, the last ends with it. */
function eachVar(walk: Walk, names: readonly number[], whole: number, type: number, role: number, kind: string): void {
  names.forEach((one, index) => {
    walk.openAcross(Kind.Var, index === 0 ? whole : one, index === names.length - 1 ? whole : one, role, kind);
    walk.lower(one, Role.Name);
    walk.lower(type, Role.Type);
    walk.close();
  });
}

/** The grammar gives the commas between names the same field. */
function namesOf(walk: Walk, node: number): number[] {
  return walk.children(node).filter(child => walk.field(child) === Field.name);
}

/** A type is a Class: a struct, an interface, or whatever it stands for. */
function typeSpec(walk: Walk, spec: number, whole: number, role: number): void {
  const type = walk.get(spec, Field.type);
  const kind = walk.is(type, 'struct_type') ? 'struct' : walk.is(type, 'interface_type') ? 'interface' : 'type';
  walk.open(Kind.Class, whole, role, kind);
  walk.lower(walk.get(spec, Field.name), Role.Name);
  walk.lower(walk.get(spec, Field.type_parameters), Role.TypeParameters);
  if (kind === 'struct') structBody(walk, type);
  else if (kind === 'interface') interfaceBody(walk, type);
  else walk.lower(type, Role.Value);
  walk.close();
}

function structBody(walk: Walk, type: number): void {
  const list = walk.child(type, 'field_declaration_list');
  if (list === NONE) return;
  walk.open(Kind.ClassBody, list, Role.Body);
  walk.all(list);
  walk.close();
}

/** The braces are the body's. */
function interfaceBody(walk: Walk, type: number): void {
  const brace = walk.child(type, '{');
  if (brace === NONE) return;
  walk.openAcross(Kind.ClassBody, brace, type, Role.Body);
  walk.all(type);
  walk.close();
}

const anonymousType = (kind: string, body: (walk: Walk, type: number) => void): Lower => {
  return (walk, node, role) => {
    walk.open(Kind.Class, node, role, kind);
    body(walk, node);
    walk.close();
  };
};

/** Fields, an embedded type without a name; the tag is among the modifiers. */
const field: Lower = (walk, node, role) => {
  const names = namesOf(walk, node);
  const type = walk.get(node, Field.type);
  const tag = walk.get(node, Field.tag);
  if (names.length > 1 && tag === NONE) return eachVar(walk, names, node, type, role, 'field');
  const star = walk.child(node, '*');
  walk.open(Kind.Var, node, role, 'field');
  if (names.length > 1) {
    walk.openAcross(Kind.Collection, names[0]!, names.at(-1)!, Role.Name, 'tuple');
    for (const one of names) walk.lower(one, Role.None);
    walk.close();
  } else {
    walk.lower(names[0] ?? NONE, Role.Name);
  }
  if (star !== NONE) {
    walk.openAcross(Kind.PointerType, star, type, Role.Type, '*');
    walk.lower(type, Role.None);
    walk.close();
  } else {
    walk.lower(type, Role.Type);
  }
  walk.lower(tag, Role.Modifier);
  walk.close();
};

const functionOf = (value: string): Lower => {
  return (walk, node, role) => {
    walk.open(Kind.Function, node, role, value);
    const receiver = walk.get(node, Field.receiver);
    if (receiver !== NONE) walk.all(receiver, Role.Receiver);
    walk.lower(walk.get(node, Field.name), Role.Name);
    walk.lower(walk.get(node, Field.type_parameters), Role.TypeParameters);
    walk.lower(walk.get(node, Field.parameters), Role.Parameters);
    walk.lower(walk.get(node, Field.result), Role.Type);
    walk.lower(walk.get(node, Field.body), Role.Body);
    walk.close();
  };
};

/** One Parameter for each name, with the type of all; a type alone is one without a name. */
const parameter: Lower = (walk, node, role) => {
  const names = namesOf(walk, node);
  const type = walk.get(node, Field.type);
  const rest = walk.has(node, '...') ? '...' : undefined;
  if (names.length === 0) {
    walk.open(Kind.Parameter, node, role, rest);
    walk.lower(type, Role.Type);
    walk.close();
  }
  names.forEach((one, index) => {
    walk.openAcross(Kind.Parameter, one, index === names.length - 1 ? node : one, role, rest);
    walk.lower(one, Role.Name);
    walk.lower(type, Role.Type);
    walk.close();
  });
};

const call: Lower = (walk, node, role) => {
  walk.open(Kind.Call, node, role);
  walk.lower(walk.get(node, Field.function), Role.Callee);
  types(walk, walk.get(node, Field.type_arguments));
  walk.lower(walk.get(node, Field.arguments), Role.Arguments);
  walk.close();
};

function types(walk: Walk, node: number): void {
  if (node === NONE) return;
  walk.open(Kind.TypeParameters, node, Role.TypeParameters);
  walk.all(node);
  walk.close();
}

/** `f[int](x)` looks like a conversion to the grammar, but is a call. */
const conversion: Lower = (walk, node, role) => {
  const type = walk.get(node, Field.type);
  const operand = walk.get(node, Field.operand);
  if (walk.is(type, 'generic_type')) {
    walk.open(Kind.Call, node, role);
    walk.lower(walk.get(type, Field.type), Role.Callee);
    types(walk, walk.get(type, Field.type_arguments));
    walk.openAcross(Kind.Arguments, walk.child(node, '('), node, Role.Arguments);
    walk.lower(operand, Role.None);
    walk.close();
  } else {
    walk.open(Kind.Cast, node, role);
    walk.lower(type, Role.Type);
    walk.lower(operand, Role.Value);
  }
  walk.close();
};

/** `T{…}`: elements of an array or a slice are a list unless they have keys, all else is a Dict. */
const composite: Lower = (walk, node, role) => {
  const type = walk.get(node, Field.type);
  const body = walk.get(node, Field.body);
  walk.open(Kind.New, node, role);
  walk.lower(type, Role.Callee);
  const isList = walk.type(type).endsWith('array_type') || walk.is(type, 'slice_type');
  if (body !== NONE) elements(walk, body, Role.Body, isList);
  walk.close();
};

function elements(walk: Walk, node: number, role: number, isList: boolean): void {
  if (isList && !walk.has(node, 'keyed_element')) walk.open(Kind.Collection, node, role, 'list');
  else walk.open(Kind.Dict, node, role);
  walk.all(node);
  walk.close();
}

const slice: Lower = (walk, node, role) => {
  const operand = walk.get(node, Field.operand);
  walk.open(Kind.Index, node, role);
  walk.lower(operand, Role.Object);
  walk.openAcross(Kind.Slice, walk.child(node, '['), node, Role.Index);
  walk.lower(walk.get(node, Field.start), Role.Low);
  walk.lower(walk.get(node, Field.end), Role.High);
  walk.lower(walk.get(node, Field.capacity), Role.Step);
  walk.close();
  walk.close();
};

/** With three clauses a For, with `range` a ForEach, with a condition or nothing a While. */
const forStatement: Lower = (walk, node, role) => {
  const first = walk.named(node);
  const body = walk.get(node, Field.body);
  if (walk.is(first, 'for_clause')) {
    walk.open(Kind.For, node, role);
    walk.lower(walk.get(first, Field.initializer), Role.Init);
    walk.lower(walk.get(first, Field.condition), Role.Condition);
    walk.lower(walk.get(first, Field.update), Role.Update);
  } else if (walk.is(first, 'range_clause')) {
    const left = walk.get(first, Field.left);
    walk.open(Kind.ForEach, node, role, 'range');
    if (left !== NONE && walk.has(first, ':=')) {
      walk.open(Kind.Var, left, Role.Target, ':=');
      walk.lower(left, Role.Name);
      walk.close();
    } else {
      walk.lower(left, Role.Target);
    }
    walk.lower(walk.get(first, Field.right), Role.Iterable);
  } else {
    walk.open(Kind.While, node, role);
    if (first !== body) walk.lower(first, Role.Condition);
  }
  walk.lower(body, Role.Body);
  walk.close();
};

const switchOf = (value: string): Lower =>
  shape(Kind.Switch, { initializer: Role.Init, value: Role.Subject }, { value, rest: Role.Case });

/** `switch v := x.(type)`: the name is assigned what is asked for. */
const typeSwitch: Lower = (walk, node, role) => {
  const alias = walk.get(node, Field.alias);
  const value = walk.get(node, Field.value);
  walk.open(Kind.Switch, node, role, 'type');
  walk.lower(walk.get(node, Field.initializer), Role.Init);
  if (alias !== NONE) {
    walk.openAcross(Kind.Assign, alias, value, Role.Subject, ':=');
    walk.lower(alias, Role.Left);
    walk.lower(value, Role.Right);
    walk.close();
  } else {
    walk.lower(value, Role.Subject);
  }
  for (let child = value === NONE ? NONE : walk.after(value); child !== NONE; child = walk.after(child)) {
    walk.lower(child, Role.Case);
  }
  walk.close();
};

/** Each thing it is compared with is a Test; its statements are a block. */
const switchCase: Lower = (walk, node, role) => {
  const { end } = walk.from;
  const body = walk.child(node, 'statement_list');
  walk.open(Kind.Case, node, role);
  for (let child = walk.named(node); child !== NONE && child !== body; child = walk.after(child)) {
    if (walk.is(child, 'expression_list')) walk.all(child, Role.Test);
    else walk.lower(child, Role.Test);
  }
  if (body === NONE) walk.to.leaf(Kind.Block, Role.Body, end[node]!, end[node]!);
  else {
    walk.open(Kind.Block, body, Role.Body);
    walk.all(body);
    walk.close();
  }
  walk.close();
};

const chan: Lower = (walk, node, role) => {
  const { first, next, named, start, end } = walk.from;
  let word = '';
  let last = first[node]!;
  for (let child = last; child !== NONE && named[child] === 0; child = next[child]!) {
    word += walk.text(child);
    last = child;
  }
  walk.open(Kind.TypeApply, node, role);
  walk.to.leaf(Kind.Name, Role.Base, start[node]!, end[last]!, word);
  walk.all(node, Role.Argument);
  walk.close();
};

const mapType: Lower = (walk, node, role) => {
  walk.open(Kind.TypeApply, node, role);
  walk.name(walk.from.first[node]!, Role.Base);
  walk.all(node, Role.Argument);
  walk.close();
};

const typeApply: Lower = (walk, node, role) => {
  const base = walk.named(node);
  walk.open(Kind.TypeApply, node, role);
  walk.lower(base, Role.Base);
  for (let child = walk.after(base); child !== NONE; child = walk.after(child)) {
    if (walk.is(child, 'type_arguments')) walk.all(child, Role.Argument);
    else walk.lower(child, Role.Argument);
  }
  walk.close();
};

/** Types with bars between them; one alone is itself. */
const typeElement: Lower = (walk, node, role) => {
  if (walk.count(node) < 2) return through(walk, node, role);
  walk.open(Kind.UnionType, node, role, '|');
  walk.all(node);
  walk.close();
};

const step = (value: string): Lower => simple(shape(Kind.Unary, {}, { value }));
const jump = (value: string): Lower => shape(Kind.Jump, {}, { value, rest: Role.Name });
const assignment = simple(shape(Kind.Assign, { left: Role.Left, right: Role.Right }, { value: operator }));
const spawn = (value: string): Lower => shape(Kind.Spawn, {}, { value });

const rules = {
  silent: ['comment'],
  blocks: ['block'],
  nodes: {
    // Names and values
    identifier: name,
    blank_identifier: name,
    field_identifier: name,
    package_identifier: name,
    type_identifier: name,
    label_name: name,
    iota: name,
    nil: leaf(Kind.Null, () => undefined),
    true: leaf(Kind.Bool, 'true'),
    false: leaf(Kind.Bool, 'false'),
    int_literal: number,
    float_literal: number,
    imaginary_literal: number,
    rune_literal: leaf(Kind.Char, (walk, node) => walk.text(node).slice(1, -1)),
    interpreted_string_literal: quoted,
    raw_string_literal: quoted,
    literal_value: (walk, node, role) => elements(walk, node, role, true),
    literal_element: through,
    keyed_element: shape(Kind.Pair, { key: Role.Key, value: Role.Value }),

    // Expressions
    parenthesized_expression: through,
    expression_list: tuple,
    selector_expression: shape(Kind.Member, { operand: Role.Object, field: Role.Property }, { value: '.' }),
    index_expression: shape(Kind.Index, { operand: Role.Object, index: Role.Index }),
    slice_expression: slice,
    call_expression: call,
    argument_list: shape(Kind.Arguments),
    variadic_argument: shape(Kind.Spread, {}, { value: '...' }),
    type_assertion_expression: shape(Kind.Cast, { operand: Role.Value, type: Role.Type }),
    type_conversion_expression: conversion,
    type_instantiation_expression: typeApply,
    composite_literal: composite,
    func_literal: functionOf('lambda'),
    unary_expression: shape(Kind.Unary, {}, { value: operator }),
    binary_expression: shape(Kind.Binary, { left: Role.Left, right: Role.Right }, { value: operator }),

    // Types
    parenthesized_type: through,
    qualified_type: shape(Kind.Member, { package: Role.Object, name: Role.Property }, { value: '.' }),
    generic_type: typeApply,
    pointer_type: shape(Kind.PointerType, {}, { value: '*' }),
    slice_type: shape(Kind.ArrayType),
    array_type: shape(Kind.ArrayType, { length: Role.Index }),
    implicit_length_array_type: shape(Kind.ArrayType, {}, { value: '...' }),
    map_type: mapType,
    channel_type: chan,
    function_type: functionOf('lambda'),
    struct_type: anonymousType('struct', structBody),
    interface_type: anonymousType('interface', interfaceBody),
    type_elem: typeElement,
    type_constraint: typeElement,
    negated_type: shape(Kind.Unary, {}, { value: '~' }),
    type_parameter_list: shape(Kind.TypeParameters),
    type_parameter_declaration: parameter,

    // Definitions
    package_clause: shape(Kind.Package, {}, { rest: Role.Name }),
    import_declaration: importDeclaration,
    const_declaration: declarations(variable('const')),
    var_declaration: declarations(variable('')),
    type_declaration: declarations(typeSpec),
    field_declaration: field,
    method_elem: functionOf('method'),
    function_declaration: functionOf('function'),
    method_declaration: functionOf('method'),
    parameter_list: shape(Kind.Parameters),
    parameter_declaration: parameter,
    variadic_parameter_declaration: parameter,

    // Statements
    block: shape(Kind.Block),
    statement_list: spill,
    empty_statement: () => {},
    expression_statement: simple(through),
    send_statement: simple(shape(Kind.Binary, { channel: Role.Left, value: Role.Right }, { value: '<-' })),
    receive_statement: (walk, node, role) =>
      walk.get(node, Field.left) === NONE ? through(walk, node, role) : assign(walk, node, role),
    inc_statement: step('post++'),
    dec_statement: step('post--'),
    assignment_statement: assignment,
    short_var_declaration: simple(assign),
    labeled_statement: headed(Kind.Labeled, Role.Name, Role.Body),
    fallthrough_statement: jump('fallthrough'),
    break_statement: jump('break'),
    continue_statement: jump('continue'),
    goto_statement: jump('goto'),
    return_statement: shape(Kind.Return),
    go_statement: spawn('go'),
    defer_statement: spawn('defer'),
    if_statement: shape(Kind.If, {
      initializer: Role.Init,
      condition: Role.Condition,
      consequence: Role.Then,
      alternative: Role.Else,
    }),
    for_statement: forStatement,
    expression_switch_statement: switchOf('switch'),
    type_switch_statement: typeSwitch,
    select_statement: switchOf('select'),
    expression_case: switchCase,
    type_case: switchCase,
    communication_case: switchCase,
    default_case: switchCase,
  } satisfies Record<string, Lower>,
};

/** Go, with type parameters. */
/** The name that a package is reached by: the last part of its path that is no version. */
function tailOf(module: string): string {
  const parts = module.split('/');
  const last = parts.pop() ?? '';
  const name = /^v[0-9]{1,4}$/.test(last) ? (parts.pop() ?? last) : last;
  return name.replace(/^go-|\.v[0-9]{1,4}$/g, '');
}

export const go: Language = {
  id: 'go',
  aliases: ['golang'],
  extensions: ['.go'],
  grammar: () => 'go',
  lower: lowering(rules),
  blockScope: true,
  moduleName: module => tailOf(module),
  importBinds: module => ({ name: tailOf(module), path: tailOf(module) }),
  patterns: {
    frames: [
      { text: 'PATTERN\n', one: false },
      { text: 'func f() {\nPATTERN\n}', one: false },
      { text: 'var x = PATTERN', one: true },
      { text: 'var x PATTERN', one: true },
      { text: 'type A struct {\nPATTERN\n}', one: false },
      { text: 'switch {\nPATTERN\n}', one: false },
      { text: 'select {\nPATTERN\n}', one: false },
      { text: 'x = T{PATTERN}', one: false },
      { text: 'PATTERN {}', one: false },
      { text: 'import (\nPATTERN\n)', one: false },
      { text: 'func f(PATTERN) {}', one: false },
    ],
    dots: ['DOTS', 'DOTS;', 'DOTS DOTS', 'case DOTS:', 'DOTS:', '"DOTS"', 'DOTS;DOTS;DOTS'],
    typed: 'NAME.(TYPE)',
    typedOrder: 'name first',
    path: '',
    implied: new Set(),
  },
};
