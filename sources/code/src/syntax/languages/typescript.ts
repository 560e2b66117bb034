import { Kind, Role } from '../kinds.js';
import type { Language } from '../language.js';
import { Field, headed, type Lower, leaf, lowering, parts, shape, spill, through, type Walk } from '../lowering.js';
import { NONE } from '../tree.js';
import { blocks, nodes, parameter, patterns, silent } from './ecmascript.js';

const name = leaf(Kind.Name);

/** `a | b | c` is one union of three, however the grammar nests it. */
const union = (type: string, value: string): Lower => {
  const alternatives = (walk: Walk, node: number): void => {
    for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
      if (walk.is(child, type)) alternatives(walk, child);
      else walk.lower(child, Role.None);
    }
  };
  return (walk, node, role) => {
    walk.open(Kind.UnionType, node, role, value);
    alternatives(walk, node);
    walk.close();
  };
};

/** Type arguments are parts of the type they stand behind. */
const typeApply: Lower = (walk, node, role) => {
  const base = walk.named(node);
  const given = walk.get(node, Field.type_arguments);
  walk.open(Kind.TypeApply, node, role);
  walk.lower(base, Role.Base);
  if (given !== NONE) walk.all(given, Role.Argument);
  walk.close();
};

/** What is extended may be an expression with types behind it, side by side. */
const extendsClause: Lower = (walk, node, role) => {
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    const next = walk.after(child);
    if (!walk.is(next, 'type_arguments')) {
      walk.lower(child, role);
      continue;
    }
    walk.openAcross(Kind.TypeApply, child, next, role);
    walk.lower(child, Role.Base);
    walk.all(next, Role.Argument);
    walk.close();
    child = next;
  }
};

/** `x as const` has a token for its type. */
const cast = (value?: string): Lower => {
  return (walk, node, role) => {
    const what = walk.named(node);
    const type = walk.after(what);
    walk.open(Kind.Cast, node, role, value);
    walk.lower(what, Role.Value);
    if (type === NONE) walk.name(walk.child(node, 'const'), Role.Type);
    else walk.lower(type, Role.Type);
    walk.close();
  };
};

const assertion: Lower = (walk, node, role) => {
  const type = walk.named(node);
  walk.open(Kind.Cast, node, role);
  walk.all(type, Role.Type);
  walk.lower(walk.after(type), Role.Value);
  walk.close();
};

const signature = parts({
  parameters: Role.Parameters,
  type_parameters: Role.TypeParameters,
  return_type: Role.Type,
  type: Role.Type,
});

/** A function where only its type is written. */
const functionType = (value: string): Lower => {
  return (walk, node, role) => {
    walk.open(Kind.Function, node, role, value);
    walk.parts(node, signature);
    walk.close();
  };
};

/** Members of an enum are Vars. */
const enumBody: Lower = (walk, node, role) => {
  walk.open(Kind.ClassBody, node, role);
  for (let child = walk.named(node); child !== NONE; child = walk.after(child)) {
    const assigned = walk.is(child, 'enum_assignment');
    walk.open(Kind.Var, child, Role.None, 'field');
    walk.lower(assigned ? walk.get(child, Field.name) : child, Role.Name);
    if (assigned) walk.lower(walk.get(child, Field.value), Role.Value);
    walk.close();
  }
  walk.close();
};

const prefixed = (value: string): Lower => shape(Kind.Unary, {}, { value });

const importAlias: Lower = (walk, node, role) => {
  const alias = walk.named(node);
  const module = walk.after(alias);
  walk.open(Kind.Import, node, role, walk.text(module));
  walk.lower(alias, Role.Alias);
  walk.lower(module, Role.Module);
  walk.close();
};

/** `[key: string]: T`: a member whose Parameter stands where others have a name. */
const indexSignature: Lower = (walk, node, role) => {
  const index = walk.get(node, Field.index_type);
  const mapped = walk.child(node, 'mapped_type_clause');
  walk.open(Kind.Var, node, role, 'index');
  if (mapped !== NONE) walk.lower(mapped, Role.Name);
  else if (index !== NONE) {
    const key = walk.get(node, Field.name);
    walk.openAcross(Kind.Parameter, key, index, Role.Name);
    walk.lower(key, Role.Name);
    walk.lower(index, Role.Type);
    walk.close();
  }
  walk.lower(walk.get(node, Field.type), Role.Type);
  walk.close();
};

const types: Record<string, Lower> = {
  // Types
  type_annotation: through,
  predefined_type: name,
  type_identifier: name,
  this_type: name,
  existential_type: name,
  nested_identifier: shape(Kind.Member, { object: Role.Object, property: Role.Property }, { value: '.' }),
  nested_type_identifier: shape(Kind.Member, { module: Role.Object, name: Role.Property }, { value: '.' }),
  generic_type: typeApply,
  instantiation_expression: typeApply,
  array_type: shape(Kind.ArrayType),
  tuple_type: shape(Kind.Collection, {}, { value: 'tuple' }),
  union_type: union('union_type', '|'),
  intersection_type: union('intersection_type', '&'),
  literal_type: through,
  parenthesized_type: through,
  optional_type: shape(Kind.PointerType, {}, { value: '?' }),
  flow_maybe_type: shape(Kind.PointerType, {}, { value: '?' }),
  rest_type: shape(Kind.Spread, {}, { value: '...' }),
  object_type: shape(Kind.ClassBody),
  function_type: functionType('lambda'),
  constructor_type: functionType('constructor'),
  type_query: prefixed('typeof'),
  index_type_query: prefixed('keyof'),
  readonly_type: prefixed('readonly'),
  infer_type: prefixed('infer'),
  lookup_type: headed(Kind.Index, Role.Object, Role.Index),
  conditional_type: (walk, node, role) => {
    const left = walk.get(node, Field.left);
    const right = walk.get(node, Field.right);
    walk.open(Kind.Ternary, node, role);
    walk.openAcross(Kind.Binary, left, right, Role.Condition, 'extends');
    walk.lower(left, Role.Left);
    walk.lower(right, Role.Right);
    walk.close();
    walk.lower(walk.get(node, Field.consequence), Role.Then);
    walk.lower(walk.get(node, Field.alternative), Role.Else);
    walk.close();
  },
  template_literal_type: nodes.template_string!,
  template_type: through,
  type_predicate: shape(Kind.Binary, { name: Role.Left, type: Role.Right }, { value: 'is' }),
  type_predicate_annotation: through,
  asserts: prefixed('asserts'),
  asserts_annotation: through,
  opting_type_annotation: through,
  omitting_type_annotation: through,
  adding_type_annotation: through,
  constraint: through,
  default_type: through,
  type_parameters: shape(Kind.TypeParameters),
  type_parameter: shape(
    Kind.Parameter,
    { name: Role.Name, constraint: Role.Type, value: Role.Value },
    { words: new Set(['const', 'in', 'out']) },
  ),

  // Expressions
  as_expression: cast(),
  satisfies_expression: cast('satisfies'),
  type_assertion: assertion,
  non_null_expression: through,

  // Definitions
  interface_body: shape(Kind.ClassBody),
  extends_clause: extendsClause,
  extends_type_clause: spill,
  implements_clause: spill,
  enum_body: enumBody,
  accessibility_modifier: leaf(Kind.Modifier),
  override_modifier: leaf(Kind.Modifier),
  index_signature: indexSignature,
  mapped_type_clause: shape(Kind.Parameter, { name: Role.Name, type: Role.Type, alias: Role.Value }),
  required_parameter: parameter,
  optional_parameter: parameter,
  call_signature: functionType('method'),
  construct_signature: functionType('constructor'),
  import_require_clause: (walk, node) => {
    walk.lower(walk.named(node), Role.Alias);
    walk.lower(walk.get(node, Field.source), Role.Module);
  },
  import_alias: importAlias,
};

/** JavaScript and TypeScript are read alike. */
export const lower = lowering({ nodes: { ...nodes, ...types }, silent, blocks });

/** TypeScript; what is not known to be without JSX is read with it. */
export const typescript: Language = {
  id: 'typescript',
  aliases: ['ts', 'tsx'],
  extensions: ['.ts', '.tsx', '.mts', '.cts'],
  grammar: path => (/\.[mc]?ts$/i.test(path) ? 'typescript' : 'tsx'),
  lower,
  blockScope: true,
  functionVar: true,
  moduleName: module => module.replace(/^node:/, ''),
  importCall: 'require',
  openObjects: true,
  typesAnnotate: true,
  patterns,
};
