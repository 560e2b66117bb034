// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows are code as text
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectSound, lowered, shareOfOther, textsOf } from '../../../test/lowered.js';
import { Kind } from '../kinds.js';
import { parse } from '../parse.js';
import { typescript } from './typescript.js';

const rows: [code: string, tree: string][] = [
  [
    '@d() export class A<T extends B = C> extends D<E> implements G, H<I> {}',
    'Class class(Modifier:Decorator(Callee:Name d, Arguments:Arguments), Modifier:Modifier export, Name:Name A, TypeParameters:TypeParameters(Parameter(Name:Name T, Type:Name B, Value:Name C)), Super:TypeApply(Base:Name D, Argument:Name E), Super:Name G, Super:TypeApply(Base:Name H, Argument:Name I), Body:ClassBody)',
  ],
  [
    'class A { @e() private readonly x?: string = 1; static async m(@f() y: T, z?: number, ...r: any[]): Promise<void> {} constructor(private a: A) { super() } abstract b(): void; get c(): d { } declare e!: f; [k: string]: any; @g @h i() {} }',
    'Class class(Name:Name A, Body:ClassBody(Var field(Modifier:Decorator(Callee:Name e, Arguments:Arguments), Modifier:Modifier private, Modifier:Modifier readonly, Name:Name x, Modifier:Modifier ?, Type:Name string, Value:Number 1), Function method(Modifier:Modifier static, Modifier:Modifier async, Name:Name m, Parameters:Parameters(Parameter(Modifier:Decorator(Callee:Name f, Arguments:Arguments), Name:Name y, Type:Name T), Parameter(Name:Name z, Modifier:Modifier ?, Type:Name number), Parameter ...(Name:Name r, Type:ArrayType(Name any))), Type:TypeApply(Base:Name Promise, Argument:Name void), Body:Block), Function constructor(Name:Name constructor, Parameters:Parameters(Parameter(Modifier:Modifier private, Name:Name a, Type:Name A)), Body:Block(ExprStmt(Call(Callee:Name super, Arguments:Arguments)))), Function method(Modifier:Modifier abstract, Name:Name b, Parameters:Parameters, Type:Name void), Function getter(Name:Name c, Parameters:Parameters, Type:Name d, Body:Block), Var field(Modifier:Modifier declare, Name:Name e, Type:Name f), Var index(Name:Parameter(Name:Name k, Type:Name string), Type:Name any), Function method(Modifier:Decorator(Callee:Name g), Modifier:Decorator(Callee:Name h), Name:Name i, Parameters:Parameters, Body:Block)))',
  ],
  [
    'interface A<T> extends B, C<D> { x: T; readonly y?: string; m(a: b): c; (a): b; new (a): b }',
    'Class interface(Name:Name A, TypeParameters:TypeParameters(Parameter(Name:Name T)), Super:Name B, Super:TypeApply(Base:Name C, Argument:Name D), Body:ClassBody(Var field(Name:Name x, Type:Name T), Var field(Modifier:Modifier readonly, Name:Name y, Modifier:Modifier ?, Type:Name string), Function method(Name:Name m, Parameters:Parameters(Parameter(Name:Name a, Type:Name b)), Type:Name c), Function method(Parameters:Parameters(Parameter(Name:Name a)), Type:Name b), Function constructor(Parameters:Parameters(Parameter(Name:Name a)), Type:Name b)))',
  ],
  [
    'type A<T> = { a: b } | "x" | T[K]',
    'Class type(Name:Name A, TypeParameters:TypeParameters(Parameter(Name:Name T)), Value:UnionType |(ClassBody(Var field(Name:Name a, Type:Name b)), String x, Index(Object:Name T, Index:Name K)))',
  ],
  [
    'type A = typeof y & keyof T',
    'Class type(Name:Name A, Value:UnionType &(Unary typeof(Name y), Unary keyof(Name T)))',
  ],
  [
    'type A = (a: b) => c',
    'Class type(Name:Name A, Value:Function lambda(Parameters:Parameters(Parameter(Name:Name a, Type:Name b)), Type:Name c))',
  ],
  [
    'type A = [a, b?, ...c[]]',
    'Class type(Name:Name A, Value:Collection tuple(Name a, PointerType ?(Name b), Spread ...(ArrayType(Name c))))',
  ],
  ['type A = readonly a[]', 'Class type(Name:Name A, Value:Unary readonly(ArrayType(Name a)))'],
  [
    'type A = B extends infer C ? D : E',
    'Class type(Name:Name A, Value:Ternary(Condition:Binary extends(Left:Name B, Right:Unary infer(Name C)), Then:Name D, Else:Name E))',
  ],
  ['type A = `a${b}`', 'Class type(Name:Name A, Value:Template(String a, Name b))'],
  [
    'type A = new (a) => b',
    'Class type(Name:Name A, Value:Function constructor(Parameters:Parameters(Parameter(Name:Name a)), Type:Name b))',
  ],
  [
    'const enum E { A = 1, B, "c" }',
    'Class enum(Modifier:Modifier const, Name:Name E, Body:ClassBody(Var field(Name:Name A, Value:Number 1), Var field(Name:Name B), Var field(Name:String c)))',
  ],
  ['namespace A.B { x }', 'Package(Name:Member .(Object:Name A, Property:Name B), Body:Block(ExprStmt(Name x)))'],
  [
    'declare module "x" { export default a; }',
    'Package(Modifier:Modifier declare, Name:String x, Body:Block(Export(Modifier:Modifier default, Value:Name a)))',
  ],
  ['declare global { var x: y }', 'Package(Name:Name global, Body:Block(Var var(Name:Name x, Type:Name y)))'],
  ['declare const a: b', 'Var const(Modifier:Modifier declare, Name:Name a, Type:Name b)'],
  [
    'export declare function f(): void',
    'Function function(Modifier:Modifier export, Modifier:Modifier declare, Name:Name f, Parameters:Parameters, Type:Name void)',
  ],
  [
    'export abstract class A { abstract x: y; override z() {} }',
    'Class class(Modifier:Modifier export, Modifier:Modifier abstract, Name:Name A, Body:ClassBody(Var field(Modifier:Modifier abstract, Name:Name x, Type:Name y), Function method(Modifier:Modifier override, Name:Name z, Parameters:Parameters, Body:Block)))',
  ],
  [
    'export default interface A {}',
    'Class interface(Modifier:Modifier export, Modifier:Modifier default, Name:Name A, Body:ClassBody)',
  ],
  ['import x = require("m")', 'Import m(Alias:Name x, Module:String m)'],
  ['import a = b.c', 'Import b.c(Alias:Name a, Module:Member .(Object:Name b, Property:Name c))'],
  [
    'import type { A, type B } from "m"',
    'Import m(Modifier:Modifier type, ImportName(Name:Name A), ImportName(Modifier:Modifier type, Name:Name B), Module:String m)',
  ],
  ['export = a', 'Export(Value:Name a)'],
  ['export type { A }', 'Export(Modifier:Modifier type, ImportName(Name:Name A))'],
  [
    'x as T; x satisfies T; x!; x as const',
    'ExprStmt(Cast(Value:Name x, Type:Name T)), ExprStmt(Cast satisfies(Value:Name x, Type:Name T)), ExprStmt(Name x), ExprStmt(Cast(Value:Name x, Type:Name const))',
  ],
  ['f<T>(y)', 'ExprStmt(Call(Callee:Name f, TypeParameters:TypeParameters(Name T), Arguments:Arguments(Name y)))'],
  ['new F<T>(z)', 'ExprStmt(New(Callee:TypeApply(Base:Name F, Argument:Name T), Arguments:Arguments(Name z)))'],
  [
    'let a: A.B.C<D>',
    'Var let(Name:Name a, Type:TypeApply(Base:Member .(Object:Member .(Object:Name A, Property:Name B), Property:Name C), Argument:Name D))',
  ],
  [
    'function f(this: T, a: b): asserts a is c',
    'Function function(Name:Name f, Parameters:Parameters(Parameter(Name:Name this, Type:Name T), Parameter(Name:Name a, Type:Name b)), Type:Unary asserts(Binary is(Left:Name a, Right:Name c)))',
  ],
  [
    'function g(x): x is y {}',
    'Function function(Name:Name g, Parameters:Parameters(Parameter(Name:Name x)), Type:Binary is(Left:Name x, Right:Name y), Body:Block)',
  ],
  ['try {} catch (e: unknown) {}', 'Try(Body:Block, Catch:Catch(Name:Name e, Type:Name unknown, Body:Block))'],
  [
    'let {a}: {a: b} = c',
    'Var let(Name:Dict(Pair shorthand(Key:Name a, Value:Name a)), Type:ClassBody(Var field(Name:Name a, Type:Name b)), Value:Name c)',
  ],
  [
    'const f = async <T,>(a: T): Promise<T> => a',
    'Var const(Name:Name f, Value:Function lambda(Modifier:Modifier async, TypeParameters:TypeParameters(Parameter(Name:Name T)), Parameters:Parameters(Parameter(Name:Name a, Type:Name T)), Type:TypeApply(Base:Name Promise, Argument:Name T), Body:Name a))',
  ],
  [
    '(a?: b) => c',
    'ExprStmt(Function lambda(Parameters:Parameters(Parameter(Name:Name a, Modifier:Modifier ?, Type:Name b)), Body:Name c))',
  ],
  [
    '<div a={b as c}>x</div>',
    'ExprStmt(Element(Name:Name div, Attribute:Attribute(Name:Name a, Value:Cast(Value:Name b, Type:Name c)), Text x))',
  ],
];

describe('typescript', () => {
  it.each(rows)('writes %s', async (code, tree) => {
    expect(await lowered(code, typescript, 'a.tsx')).toBe(tree);
  });

  it('reads a type before its value where there are no elements', async () => {
    expect(await lowered('<T>x', typescript, 'a.ts')).toBe('ExprStmt(Cast(Type:Name T, Value:Name x))');
  });

  it('begins a member at its first modifier', async () => {
    const code = 'class A { @b() private readonly c: D = 1; protected static async e(): F {} }';
    expect(await textsOf(Kind.Var, code, typescript)).toEqual(['@b() private readonly c: D = 1']);
    expect(await textsOf(Kind.Function, code, typescript)).toEqual(['protected static async e(): F {}']);
  });

  it.each(['ecmascript.ts', 'typescript.ts', '../lowering.ts'])('has a word for everything in %s', async file => {
    const tree = await parse(readFileSync(new URL(file, import.meta.url), 'utf8'), typescript, file);
    expect(tree.broken).toEqual([]);
    expect(shareOfOther(tree)).toBe(0);
    expectSound(tree);
  });
});
