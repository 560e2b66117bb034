import { Kind, Role } from '../syntax/kinds.js';

// What may be written differently and still be the same, as tables.

const statements: ReadonlySet<Kind> = new Set([
  Kind.ExprStmt,
  Kind.If,
  Kind.While,
  Kind.DoWhile,
  Kind.For,
  Kind.ForEach,
  Kind.Return,
  Kind.Throw,
  Kind.Try,
  Kind.Switch,
  Kind.With,
  Kind.Jump,
  Kind.Labeled,
  Kind.Assert,
  Kind.Delete,
  Kind.Global,
  Kind.Spawn,
  Kind.Import,
  Kind.Package,
  Kind.Empty,
  Kind.Block,
  Kind.Var,
  Kind.Function,
  Kind.Class,
]);

const expressions: ReadonlySet<Kind> = new Set([
  Kind.Name,
  Kind.Number,
  Kind.String,
  Kind.Char,
  Kind.Bool,
  Kind.Null,
  Kind.Regex,
  Kind.Template,
  Kind.Collection,
  Kind.Dict,
  Kind.Comprehension,
  Kind.Member,
  Kind.Index,
  Kind.Call,
  Kind.New,
  Kind.Unary,
  Kind.Binary,
  Kind.Assign,
  Kind.Ternary,
  Kind.Cast,
  Kind.Await,
  Kind.Yield,
  Kind.Sequence,
  Kind.Element,
  Kind.Spread,
  Kind.Function,
  Kind.Class,
  Kind.Other,
  Kind.Slice,
  Kind.TypeApply,
]);

const types: ReadonlySet<Kind> = new Set([
  Kind.Name,
  Kind.Member,
  Kind.TypeApply,
  Kind.ArrayType,
  Kind.PointerType,
  Kind.UnionType,
  Kind.Other,
]);

export function isStatement(kind: Kind): boolean {
  return statements.has(kind);
}

export function isExpression(kind: Kind): boolean {
  return expressions.has(kind);
}

export function isType(kind: Kind): boolean {
  return types.has(kind);
}

/** What code may have that the pattern does not say. */
const optional: Partial<Record<Kind, readonly Role[]>> = {
  [Kind.Var]: [Role.Modifier, Role.Type, Role.Value],
  [Kind.Function]: [Role.Modifier, Role.Type, Role.TypeParameters, Role.Body, Role.Receiver, Role.None, Role.Value],
  [Kind.Class]: [Role.Modifier, Role.TypeParameters, Role.Super, Role.Body, Role.Parameters, Role.None],
  [Kind.Parameter]: [Role.Modifier, Role.Type, Role.Value],
  [Kind.If]: [Role.Else],
  [Kind.ForEach]: [Role.Else],
  [Kind.While]: [Role.Else],
  [Kind.Try]: [Role.Finally, Role.Else, Role.Resource, Role.Catch],
  [Kind.Import]: [Role.Alias, Role.Modifier],
  [Kind.ImportName]: [Role.Alias],
  [Kind.Case]: [Role.Body],
  [Kind.Switch]: [Role.Case],
  [Kind.Package]: [Role.Body],
  [Kind.Regex]: [Role.Flags],
  [Kind.Catch]: [Role.Name],
  [Kind.New]: [Role.Body],
  [Kind.Element]: [Role.None],
};

export function leftOut(kind: Kind, role: Role): boolean {
  return optional[kind]?.includes(role) ?? false;
}

/** Lists whose order says nothing. `some`: the code may have more of them; `all`: only with dots. */
export function unordered(kind: Kind, role: Role): 'some' | 'all' | undefined {
  if (role === Role.Modifier) return 'some';
  if (role === Role.Attribute) return 'some';
  if (role === Role.None && (kind === Kind.Import || kind === Kind.Export)) return 'some';
  if (role === Role.None && (kind === Kind.Dict || kind === Kind.ClassBody)) return 'all';
  return undefined;
}
