import { Kind, Role } from '../kinds.js';
import type { Language } from '../language.js';
import {
  Field,
  type Lower,
  leaf,
  lowering,
  number,
  operator,
  other,
  parts,
  shape,
  through,
  tuple,
  type Walk,
} from '../lowering.js';
import { NONE } from '../tree.js';

const async: ReadonlySet<string> = new Set(['async']);

const block = shape(Kind.Block);
const name = leaf(Kind.Name);
const tupleOf = shape(Kind.Collection, {}, { value: 'tuple' });
const listOf = shape(Kind.Collection, {}, { value: 'list' });
const star = shape(Kind.Spread, {}, { value: '*' });
const stars = shape(Kind.Spread, {}, { value: '**' });

/** `a, b` as a statement is a tuple; an annotated assignment is a Var and no expression. */
const expressionStatement: Lower = (walk, node, role) => {
  const first = walk.named(node);
  if (walk.is(first, 'assignment') && walk.get(first, Field.type) !== NONE) return walk.lower(first, role);
  walk.open(Kind.ExprStmt, node, role);
  tuple(walk, node, Role.None);
  walk.close();
};

const assignment: Lower = (walk, node, role) => {
  const typed = walk.get(node, Field.type) !== NONE;
  walk.open(typed ? Kind.Var : Kind.Assign, node, role, typed ? undefined : '=');
  walk.lower(walk.get(node, Field.left), typed ? Role.Name : Role.Left);
  walk.lower(walk.get(node, Field.type), Role.Type);
  walk.lower(walk.get(node, Field.right), typed ? Role.Value : Role.Right);
  walk.close();
};

/** `a < b < c` is `(a < b) < c`: every operator keeps its operands in order. */
const comparison: Lower = (walk, node, role) => {
  const operands = walk.children(node);
  const operators: string[] = [];
  for (let child = walk.from.first[node]!; child !== NONE; child = walk.from.next[child]!) {
    if (walk.field(child) === Field.operators) operators.push(comparator(walk.text(child)));
  }
  compare(walk, operands, operators, operands.length, role);
};

function compare(walk: Walk, operands: readonly number[], operators: readonly string[], count: number, role: number) {
  const last = operands[count - 1];
  if (last === undefined) return;
  if (count === 1) return walk.lower(last, role);
  walk.openAcross(Kind.Binary, operands[0]!, last, role, operators[count - 2]);
  compare(walk, operands, operators, count - 1, Role.Left);
  walk.lower(last, Role.Right);
  walk.close();
}

function comparator(text: string): string {
  if (text.startsWith('not')) return 'not in';
  if (text.startsWith('is') && text.length > 2) return 'is not';
  return text === '<>' ? '!=' : text;
}

/** `elif` is an If in the Else of the one before; it reaches to the end of the whole. */
const ifStatement: Lower = (walk, node, role) => {
  walk.open(Kind.If, node, role);
  let open = 1;
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    if (walk.is(child, 'elif_clause')) {
      walk.openAcross(Kind.If, child, node, Role.Else);
      open++;
      walk.lower(walk.get(child, Field.condition), Role.Condition);
      walk.lower(walk.get(child, Field.consequence), Role.Then);
    } else {
      const field = walk.field(child);
      if (field === Field.condition) walk.lower(child, Role.Condition);
      else if (field === Field.consequence) walk.lower(child, Role.Then);
      else walk.lower(child, field === Field.alternative ? Role.Else : Role.None);
    }
  }
  for (; open > 0; open--) walk.close();
};

/** `except (A, B) as e`; the grammar writes the type and the name as one pattern. */
const exceptClause: Lower = (walk, node, role) => {
  walk.open(Kind.Catch, node, role);
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    if (walk.is(child, 'as_pattern')) {
      walk.lower(walk.named(child), Role.Type);
      walk.lower(walk.get(child, Field.alias), Role.Name);
    } else if (walk.is(child, 'block')) {
      walk.lower(child, Role.Body);
    } else {
      walk.lower(child, walk.field(child) === Field.alias ? Role.Name : Role.Type);
    }
  }
  walk.close();
};

const tryStatement: Lower = (walk, node, role) => {
  walk.open(Kind.Try, node, role);
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    walk.lower(child, tryParts[walk.type(child)] ?? Role.None);
  }
  walk.close();
};

const tryParts: Record<string, Role> = {
  block: Role.Body,
  except_clause: Role.Catch,
  except_group_clause: Role.Catch,
  else_clause: Role.Else,
  finally_clause: Role.Finally,
};

/** Decorators stand before the definition, and within what it is. */
const decorated: Lower = (walk, node, role) => {
  const definition = walk.get(node, Field.definition);
  if (definition === NONE) return other(walk, node, role);
  const isClass = walk.is(definition, 'class_definition');
  walk.open(isClass ? Kind.Class : Kind.Function, node, role, isClass ? 'class' : 'function');
  for (let child = walk.named(node); child !== definition; child = walk.after(child)) walk.lower(child, Role.Modifier);
  if (isClass) classParts(walk, definition);
  else walk.parts(definition, functionParts);
  walk.close();
};

const decorator: Lower = (walk, node, role) => {
  const said = walk.named(node);
  walk.open(Kind.Decorator, node, role);
  if (walk.is(said, 'call')) {
    walk.lower(walk.get(said, Field.function), Role.Callee);
    argumentsOf(walk, walk.get(said, Field.arguments));
  } else {
    walk.lower(said, Role.Callee);
  }
  walk.close();
};

const functionParts = parts(
  {
    name: Role.Name,
    type_parameters: Role.TypeParameters,
    parameters: Role.Parameters,
    return_type: Role.Type,
    body: Role.Body,
  },
  { words: async },
);

const classDefinition: Lower = (walk, node, role) => {
  walk.open(Kind.Class, node, role, 'class');
  classParts(walk, node);
  walk.close();
};

function classParts(walk: Walk, node: number): void {
  walk.lower(walk.get(node, Field.name), Role.Name);
  walk.lower(walk.get(node, Field.type_parameters), Role.TypeParameters);
  const bases = walk.get(node, Field.superclasses);
  if (bases !== NONE) walk.all(bases, Role.Super);
  const body = walk.get(node, Field.body);
  if (body === NONE) return;
  walk.open(Kind.ClassBody, body, Role.Body);
  walk.all(body);
  walk.close();
}

const lambda: Lower = (walk, node, role) => {
  walk.open(Kind.Function, node, role, 'lambda');
  const parameters = walk.get(node, Field.parameters);
  if (parameters === NONE) {
    const { end, first } = walk.from;
    const behind = end[first[node]!]!;
    walk.to.leaf(Kind.Parameters, Role.Parameters, behind, behind);
  } else {
    walk.lower(parameters, Role.Parameters);
  }
  walk.lower(walk.get(node, Field.body), Role.Body);
  walk.close();
};

/** Plain names among the parameters are Parameters too; `*` alone separates, `/` alone says nothing. */
const parameters: Lower = (walk, node, role) => {
  walk.open(Kind.Parameters, node, role);
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) parameter(walk, child);
  walk.close();
};

function parameter(walk: Walk, node: number): void {
  const type = walk.type(node);
  if (type === 'positional_separator') return;
  if (type === 'keyword_separator') return walk.leaf(Kind.Parameter, node, Role.None, '*');
  const typed = type === 'typed_parameter';
  const hasParts = typed || type === 'default_parameter' || type === 'typed_default_parameter';
  const named = typed ? walk.named(node) : hasParts ? walk.get(node, Field.name) : node;
  const rest = restOf(walk, named);
  walk.open(Kind.Parameter, node, Role.None, rest);
  walk.lower(rest === undefined ? named : walk.named(named), Role.Name);
  if (hasParts) {
    walk.lower(walk.get(node, Field.type), Role.Type);
    walk.lower(walk.get(node, Field.value), Role.Value);
  }
  walk.close();
}

function restOf(walk: Walk, node: number): string | undefined {
  if (walk.is(node, 'list_splat_pattern')) return '*';
  return walk.is(node, 'dictionary_splat_pattern') ? '**' : undefined;
}

const call: Lower = (walk, node, role) => {
  walk.open(Kind.Call, node, role);
  walk.lower(walk.get(node, Field.function), Role.Callee);
  argumentsOf(walk, walk.get(node, Field.arguments));
  walk.close();
};

/** A generator may stand in place of the list of arguments. */
function argumentsOf(walk: Walk, node: number): void {
  if (!walk.is(node, 'generator_expression')) return walk.lower(node, Role.Arguments);
  walk.open(Kind.Arguments, node, Role.Arguments);
  walk.lower(node, Role.None);
  walk.close();
}

/** `print a, b` and `exec a in b` are calls, statements though they are. */
const callStatement: Lower = (walk, node, role) => {
  const word = walk.from.first[node]!;
  walk.open(Kind.ExprStmt, node, role);
  walk.open(Kind.Call, node, Role.None);
  walk.name(word, Role.Callee);
  const first = walk.named(node);
  if (first === NONE) {
    walk.to.leaf(Kind.Arguments, Role.Arguments, walk.from.end[word]!, walk.from.end[word]!);
  } else {
    walk.openAcross(Kind.Arguments, first, node, Role.Arguments);
    walk.all(node);
    walk.close();
  }
  walk.close();
  walk.close();
};

const dottedName: Lower = (walk, node, role) => {
  const first = walk.named(node);
  if (first !== NONE && walk.after(first) === NONE) walk.lower(first, role);
  else walk.dotted(walk.children(node), role);
};

/** One Import for each module that is named; the first begins where the statement does. */
const importStatement: Lower = (walk, node, role) => {
  let from = node;
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    const aliased = walk.is(child, 'aliased_import');
    const module = aliased ? walk.get(child, Field.name) : child;
    walk.openAcross(Kind.Import, from, walk.after(child) === NONE ? node : child, role, moduleText(walk, module));
    walk.lower(module, Role.Module);
    if (aliased) walk.lower(walk.get(child, Field.alias), Role.Alias);
    walk.close();
    from = walk.after(child);
  }
};

const importFrom: Lower = (walk, node, role) => {
  const module = walk.get(node, Field.module_name);
  walk.open(Kind.Import, node, role, module === NONE ? '__future__' : moduleText(walk, module));
  if (module === NONE) walk.name(walk.child(node, '__future__'), Role.Module);
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    if (child === module) {
      walk.lower(walk.is(module, 'relative_import') ? walk.child(module, 'dotted_name') : module, Role.Module);
    } else {
      const aliased = walk.is(child, 'aliased_import');
      walk.open(Kind.ImportName, child, Role.None);
      if (walk.is(child, 'wildcard_import')) walk.name(child, Role.Name);
      else walk.lower(aliased ? walk.get(child, Field.name) : child, Role.Name);
      if (aliased) walk.lower(walk.get(child, Field.alias), Role.Alias);
      walk.close();
    }
  }
  walk.close();
};

function moduleText(walk: Walk, node: number): string {
  return walk.text(node).replaceAll(/\s/g, '');
}

const plainString: Lower = (walk, node, role) => {
  if (
    walk.has(node, 'interpolation') ||
    /^[rR]?[fF]/.test(walk.from.text.slice(walk.from.start[node], walk.from.start[node]! + 2))
  ) {
    walk.open(Kind.Template, node, role, 'f');
    stringParts(walk, node);
    walk.close();
  } else {
    walk.leaf(Kind.String, node, role, between(walk, node));
  }
};

/** The text between the quotes, whatever their kind. */
function between(walk: Walk, node: number): string {
  const { start, end, text } = walk.from;
  const opening = walk.child(node, 'string_start');
  const closing = walk.child(node, 'string_end');
  return text.slice(opening === NONE ? start[node] : end[opening], closing === NONE ? end[node] : start[closing]);
}

/** Text and expressions in turn. How an expression is formatted is not kept, but expressions within the format are. */
function stringParts(walk: Walk, node: number): void {
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    const type = walk.type(child);
    if (type === 'string_content') walk.leaf(Kind.String, child, Role.None, walk.text(child));
    else if (type === 'interpolation' || type === 'format_expression') {
      walk.lower(walk.get(child, Field.expression), Role.None);
      const format = walk.get(child, Field.format_specifier);
      if (format !== NONE) stringParts(walk, format);
    }
  }
}

/** Strings side by side are one, its parts in a row. */
const concatenated: Lower = (walk, node, role) => {
  walk.open(Kind.Template, node, role);
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    if (walk.has(child, 'interpolation')) stringParts(walk, child);
    else walk.lower(child, Role.None);
  }
  walk.close();
};

/** Parts by the colons between them. */
const slice: Lower = (walk, node, role) => {
  const { first, next, named } = walk.from;
  let part = 0;
  walk.open(Kind.Slice, node, role);
  for (let child = first[node]!; child !== NONE; child = next[child]!) {
    if (named[child] === 1) walk.lower(child, [Role.Low, Role.High, Role.Step][part] ?? Role.None);
    else part++;
  }
  walk.close();
};

const conditional: Lower = (walk, node, role) => {
  const [then = NONE, condition = NONE, otherwise = NONE] = walk.children(node);
  walk.open(Kind.Ternary, node, role);
  walk.lower(then, Role.Then);
  walk.lower(condition, Role.Condition);
  walk.lower(otherwise, Role.Else);
  walk.close();
};

/** `a as b`: in `with`, and in `case`. */
const bound: Lower = (walk, node, role) => {
  const value = walk.named(node);
  walk.open(Kind.WithItem, node, role);
  walk.lower(value, Role.Value);
  walk.lower(walk.after(value), Role.Name);
  walk.close();
};

const withItem: Lower = (walk, node, role) => {
  let value = walk.get(node, Field.value);
  while (walk.is(value, 'parenthesized_expression')) value = walk.named(value);
  if (walk.is(value, 'as_pattern')) return walk.lower(value, role);
  walk.open(Kind.WithItem, node, role);
  walk.lower(value, Role.Value);
  walk.close();
};

/** Several things under one keyword: a tuple before the rest. */
const match: Lower = (walk, node, role) => {
  const subject = walk.get(node, Field.subject);
  const second = subject === NONE ? NONE : walk.after(subject);
  const isTuple = second !== NONE && walk.field(second) === Field.subject;
  walk.open(Kind.Switch, node, role, 'match');
  if (isTuple) {
    let last = subject;
    for (let child = subject; walk.field(child) === Field.subject; child = walk.after(child)) last = child;
    walk.openAcross(Kind.Collection, subject, last, Role.Subject, 'tuple');
    for (let child = subject; child <= last; child = walk.after(child)) walk.lower(child, Role.None);
    walk.close();
  } else {
    walk.lower(subject, Role.Subject);
  }
  const body = walk.get(node, Field.body);
  if (body !== NONE) walk.all(body, Role.Case);
  walk.close();
};

const casePattern: Lower = (walk, node, role) => {
  if (walk.named(node) === NONE) walk.name(node, role);
  else through(walk, node, role);
};

/** `*rest`, `**rest`; the grammar has a token only for `*_`. */
const splatPattern: Lower = (walk, node, role) => {
  const star = walk.from.first[node]!;
  walk.open(Kind.Spread, node, role, walk.text(star));
  if (walk.named(node) === NONE) walk.name(walk.from.next[star]!, Role.None);
  else walk.all(node);
  walk.close();
};

/** `Point(x=1, y)` is written as the call it looks like. */
const classPattern: Lower = (walk, node, role) => {
  const callee = walk.named(node);
  walk.open(Kind.Call, node, role);
  walk.lower(callee, Role.Callee);
  walk.openAcross(Kind.Arguments, walk.from.next[callee]!, node, Role.Arguments);
  for (let child = walk.after(callee); child !== NONE; child = walk.after(child)) walk.lower(child, Role.None);
  walk.close();
  walk.close();
};

const keywordPattern: Lower = (walk, node, role) => {
  const [key = NONE, value = NONE] = walk.children(node);
  walk.open(Kind.Keyword, node, role);
  walk.lower(key, Role.Name);
  walk.lower(value, Role.Value);
  walk.close();
};

const dictPattern: Lower = (walk, node, role) => {
  walk.open(Kind.Dict, node, role);
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    const value = walk.field(child) === Field.key ? walk.after(child) : NONE;
    if (value === NONE) {
      walk.lower(child, Role.None);
    } else {
      walk.openAcross(Kind.Pair, child, value, Role.None);
      walk.lower(child, Role.Key);
      walk.lower(value, Role.Value);
      walk.close();
      child = value;
    }
  }
  walk.close();
};

/** `-1 + 2j`: the sign of the first, and the operator. */
const complexPattern: Lower = (walk, node, role) => {
  walk.leaf(Kind.Number, node, role, walk.text(node).replaceAll(/[\s_]/g, ''));
};

const delete_: Lower = (walk, node, role) => {
  const what = walk.named(node);
  walk.open(Kind.Delete, node, role);
  if (walk.is(what, 'expression_list')) walk.all(what);
  else walk.lower(what, Role.None);
  walk.close();
};

/** An annotation's `List[int]` is the index expression it would be elsewhere. */
const genericType: Lower = (walk, node, role) => {
  const base = walk.named(node);
  walk.open(Kind.Index, node, role);
  walk.lower(base, Role.Object);
  const given = walk.after(base);
  if (given !== NONE) walk.all(given, Role.Index);
  walk.close();
};

const pairOfTypes = (kind: Kind, first: Role, second: Role, value?: string): Lower => {
  return (walk, node, role) => {
    const left = walk.named(node);
    walk.open(kind, node, role, value);
    walk.lower(left, first);
    if (left !== NONE) walk.lower(walk.after(left), second);
    walk.close();
  };
};

/** A filter of a comprehension; of a `case`, the condition itself. */
const ifClause: Lower = (walk, node, role) => {
  if (role === Role.Condition) return through(walk, node, role);
  walk.open(Kind.CompIf, node, role);
  walk.all(node, Role.Condition);
  walk.close();
};

const comprehension = (value: string): Lower => shape(Kind.Comprehension, { body: Role.Element }, { value });

const rules = {
  silent: ['comment', 'line_continuation'],
  blocks: ['block'],
  nodes: {
    // Names and values
    identifier: name,
    ellipsis: name,
    none: leaf(Kind.Null, () => undefined),
    true: leaf(Kind.Bool, 'true'),
    false: leaf(Kind.Bool, 'false'),
    integer: number,
    float: number,
    string: plainString,
    concatenated_string: concatenated,
    list: listOf,
    tuple: tupleOf,
    set: shape(Kind.Collection, {}, { value: 'set' }),
    dictionary: shape(Kind.Dict),
    pair: shape(Kind.Pair, { key: Role.Key, value: Role.Value }),
    list_comprehension: comprehension('list'),
    set_comprehension: comprehension('set'),
    dictionary_comprehension: comprehension('dict'),
    generator_expression: comprehension('generator'),
    for_in_clause: shape(Kind.CompFor, { left: Role.Target, right: Role.Iterable }, { words: async }),
    if_clause: ifClause,

    // Expressions
    parenthesized_expression: through,
    parenthesized_list_splat: through,
    attribute: shape(Kind.Member, { object: Role.Object, attribute: Role.Property }, { value: '.' }),
    subscript: shape(Kind.Index, { value: Role.Object, subscript: Role.Index }),
    slice,
    call,
    argument_list: shape(Kind.Arguments),
    keyword_argument: shape(Kind.Keyword, { name: Role.Name, value: Role.Value }),
    list_splat: star,
    dictionary_splat: stars,
    list_splat_pattern: star,
    dictionary_splat_pattern: stars,
    unary_operator: shape(Kind.Unary, {}, { value: operator }),
    not_operator: shape(Kind.Unary, {}, { value: '!' }),
    binary_operator: shape(Kind.Binary, { left: Role.Left, right: Role.Right }, { value: operator }),
    boolean_operator: shape(
      Kind.Binary,
      { left: Role.Left, right: Role.Right },
      { value: (walk, node) => (operator(walk, node) === 'and' ? '&&' : '||') },
    ),
    comparison_operator: comparison,
    assignment,
    augmented_assignment: shape(Kind.Assign, { left: Role.Left, right: Role.Right }, { value: operator }),
    named_expression: shape(Kind.Assign, { name: Role.Left, value: Role.Right }, { value: ':=' }),
    conditional_expression: conditional,
    await: shape(Kind.Await),
    yield: shape(Kind.Yield, {}, { value: (walk, node) => (walk.has(node, 'from') ? 'yield*' : 'yield') }),
    lambda,
    expression_list: tuple,
    pattern_list: tuple,
    tuple_pattern: tupleOf,
    list_pattern: listOf,
    as_pattern: bound,
    as_pattern_target: through,

    // Types are expressions
    type: through,
    generic_type: genericType,
    union_type: pairOfTypes(Kind.Binary, Role.Left, Role.Right, '|'),
    member_type: pairOfTypes(Kind.Member, Role.Object, Role.Property, '.'),
    constrained_type: pairOfTypes(Kind.Parameter, Role.Name, Role.Type),
    splat_type: shape(Kind.Spread, {}, { value: (walk, node) => walk.text(walk.from.first[node]!) }),
    type_parameter: shape(Kind.TypeParameters),

    // Definitions
    function_definition: (walk, node, role) => {
      walk.open(Kind.Function, node, role, 'function');
      walk.parts(node, functionParts);
      walk.close();
    },
    class_definition: classDefinition,
    decorated_definition: decorated,
    decorator,
    parameters,
    lambda_parameters: parameters,
    type_alias_statement: shape(Kind.Class, { left: Role.Name, right: Role.Value }, { value: 'type' }),

    // Statements
    block,
    expression_statement: expressionStatement,
    if_statement: ifStatement,
    else_clause: through,
    while_statement: shape(Kind.While, { condition: Role.Condition, body: Role.Body, alternative: Role.Else }),
    for_statement: shape(
      Kind.ForEach,
      { left: Role.Target, right: Role.Iterable, body: Role.Body, alternative: Role.Else },
      { value: 'in', words: async },
    ),
    return_statement: shape(Kind.Return),
    raise_statement: shape(Kind.Throw, { cause: Role.Value }),
    try_statement: tryStatement,
    except_clause: exceptClause,
    except_group_clause: exceptClause,
    finally_clause: through,
    match_statement: match,
    case_clause: shape(Kind.Case, { guard: Role.Condition, consequence: Role.Body }, { rest: Role.Test }),
    with_statement: shape(Kind.With, { body: Role.Body }, { value: 'with', words: async }),
    with_clause: (walk, node) => walk.all(node, Role.Item),
    with_item: withItem,
    break_statement: leaf(Kind.Jump, 'break'),
    continue_statement: leaf(Kind.Jump, 'continue'),
    pass_statement: leaf(Kind.Empty, () => undefined),
    assert_statement: shape(Kind.Assert),
    delete_statement: delete_,
    global_statement: shape(Kind.Global, {}, { value: 'global' }),
    nonlocal_statement: shape(Kind.Global, {}, { value: 'nonlocal' }),
    print_statement: callStatement,
    exec_statement: callStatement,
    chevron: shape(Kind.Spread, {}, { value: '>>' }),
    import_statement: importStatement,
    import_from_statement: importFrom,
    future_import_statement: importFrom,
    dotted_name: dottedName,

    // Patterns of `case`
    case_pattern: casePattern,
    union_pattern: shape(Kind.UnionType, {}, { value: '|' }),
    dict_pattern: dictPattern,
    class_pattern: classPattern,
    keyword_pattern: keywordPattern,
    splat_pattern: splatPattern,
    complex_pattern: complexPattern,
  } satisfies Record<string, Lower>,
};

/** Python 3, and Python 2's `print` and `exec`. */
export const python: Language = {
  id: 'python',
  aliases: ['py', 'python2', 'python3'],
  extensions: ['.py', '.pyi', '.pyw'],
  grammar: () => 'python',
  lower: lowering(rules),
  blockScope: false,
  assignDeclares: true,
  moduleName: module => module,
  importBinds: module => ({ name: module.split('.')[0]!, path: module.split('.')[0]! }),
  patterns: {
    frames: [
      { text: 'PATTERN', one: false },
      { text: '(PATTERN)', one: true },
      { text: '{PATTERN}', one: false },
      { text: 'try:\n    pass\nPATTERN', one: false },
      { text: 'match x:\n    PATTERN', one: false },
      { text: 'PATTERN\n    pass', one: false },
      { text: 'PATTERN\ndef f(): pass', one: false },
    ],
    dots: ['DOTS', '**DOTS', 'DOTS: DOTS'],
    typed: 'NAME[TYPE]',
    typedArguments: true,
    typedOrder: 'name first',
    path: '',
    implied: new Set(),
  },
};
