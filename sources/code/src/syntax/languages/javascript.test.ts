// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows are code as text
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { expectSound, lowered, shareOfOther, textsOf } from '../../../test/lowered.js';
import { Kind } from '../kinds.js';
import { parse } from '../parse.js';
import { javascript } from './javascript.js';

const require = createRequire(import.meta.url);

const rows: [code: string, tree: string][] = [
  ['const a = 1', 'Var const(Name:Name a, Value:Number 1)'],
  [
    'const a = 1, {b, c: d = 2, ...e} = f;',
    'Var const(Name:Name a, Value:Number 1), Var const(Name:Dict(Pair shorthand(Key:Name b, Value:Name b), Pair(Key:Name c, Value:Assign =(Left:Name d, Right:Number 2)), Spread ...(Name e)), Value:Name f)',
  ],
  ['let x; var y', 'Var let(Name:Name x), Var var(Name:Name y)'],
  [
    'a.b.c(d, ...e)',
    'ExprStmt(Call(Callee:Member .(Object:Member .(Object:Name a, Property:Name b), Property:Name c), Arguments:Arguments(Name d, Spread ...(Name e))))',
  ],
  [
    'a?.b?.[c]?.(d)',
    'ExprStmt(Call(Callee:Index(Object:Member .(Object:Name a, Property:Name b), Index:Name c), Arguments:Arguments(Name d)))',
  ],
  ['a.#p', 'ExprStmt(Member .(Object:Name a, Property:Name #p))'],
  [
    'new A; new A.B(1)',
    'ExprStmt(New(Callee:Name A)), ExprStmt(New(Callee:Member .(Object:Name A, Property:Name B), Arguments:Arguments(Number 1)))',
  ],
  [
    'new.target; import.meta; import("x")',
    'ExprStmt(Member .(Object:Name new, Property:Name target)), ExprStmt(Member .(Object:Name import, Property:Name meta)), ExprStmt(Call(Callee:Name import, Arguments:Arguments(String x)))',
  ],
  ['-1_000 + 0x1F; 10n', 'ExprStmt(Binary +(Left:Unary -(Number 1000), Right:Number 0x1F)), ExprStmt(Number 10n)'],
  ['"a\\n" + \'b\'', 'ExprStmt(Binary +(Left:String a\\n, Right:String b))'],
  ['`a`', 'ExprStmt(String a)'],
  ['`a${b}c\\n${d}`', 'ExprStmt(Template(String a, Name b, String c\\n, Name d))'],
  ['tag`x${y}`', 'ExprStmt(Call tagged(Callee:Name tag, Arguments:Arguments(Template(String x, Name y))))'],
  ['/re/gi', 'ExprStmt(Regex re(Flags:String gi))'],
  ['[a,, ...b]', 'ExprStmt(Collection list(Name a, Empty, Spread ...(Name b)))'],
  [
    '({a, b: 1, [c]: 2, "d": 3, ...e, f() {}, get g() {}, async h() {}, 1: 2})',
    'ExprStmt(Dict(Pair shorthand(Key:Name a, Value:Name a), Pair(Key:Name b, Value:Number 1), Pair(Key:Name c, Value:Number 2), Pair(Key:String d, Value:Number 3), Spread ...(Name e), Function method(Name:Name f, Parameters:Parameters, Body:Block), Function getter(Name:Name g, Parameters:Parameters, Body:Block), Function method(Modifier:Modifier async, Name:Name h, Parameters:Parameters, Body:Block), Pair(Key:Number 1, Value:Number 2)))',
  ],
  [
    'a ?? b || c && d',
    'ExprStmt(Binary ??(Left:Name a, Right:Binary ||(Left:Name b, Right:Binary &&(Left:Name c, Right:Name d))))',
  ],
  [
    'a instanceof b; a in b',
    'ExprStmt(Binary instanceof(Left:Name a, Right:Name b)), ExprStmt(Binary in(Left:Name a, Right:Name b))',
  ],
  [
    '!a; typeof a; delete a.b; void 0',
    'ExprStmt(Unary !(Name a)), ExprStmt(Unary typeof(Name a)), ExprStmt(Unary delete(Member .(Object:Name a, Property:Name b))), ExprStmt(Unary void(Number 0))',
  ],
  ['i++; --i', 'ExprStmt(Unary post++(Name i)), ExprStmt(Unary --(Name i))'],
  ['a = b; a ||= c', 'ExprStmt(Assign =(Left:Name a, Right:Name b)), ExprStmt(Assign ||=(Left:Name a, Right:Name c))'],
  ['(a, b)', 'ExprStmt(Sequence(Name a, Name b))'],
  ['a ? b : c', 'ExprStmt(Ternary(Condition:Name a, Then:Name b, Else:Name c))'],
  ['await a', 'ExprStmt(Await(Name a))'],
  [
    '[a, b = 1, ...c] = d',
    'ExprStmt(Assign =(Left:Collection list(Name a, Assign =(Left:Name b, Right:Number 1), Spread ...(Name c)), Right:Name d))',
  ],
  [
    '({a, b: c = 1, d = 2} = e)',
    'ExprStmt(Assign =(Left:Dict(Pair shorthand(Key:Name a, Value:Name a), Pair(Key:Name b, Value:Assign =(Left:Name c, Right:Number 1)), Pair shorthand(Key:Name d, Value:Assign =(Left:Name d, Right:Number 2))), Right:Name e))',
  ],
  ['undefined; null; this; true', 'ExprStmt(Name undefined), ExprStmt(Null), ExprStmt(Name this), ExprStmt(Bool true)'],
  ['a => b', 'ExprStmt(Function lambda(Parameters:Parameters(Parameter(Name:Name a)), Body:Name b))'],
  [
    'async (a, {b}, [c], d = 1, ...e) => { f }',
    'ExprStmt(Function lambda(Modifier:Modifier async, Parameters:Parameters(Parameter(Name:Name a), Parameter(Name:Dict(Pair shorthand(Key:Name b, Value:Name b))), Parameter(Name:Collection list(Name c)), Parameter(Name:Name d, Value:Number 1), Parameter ...(Name:Name e)), Body:Block(ExprStmt(Name f))))',
  ],
  [
    'a => ({x})',
    'ExprStmt(Function lambda(Parameters:Parameters(Parameter(Name:Name a)), Body:Dict(Pair shorthand(Key:Name x, Value:Name x))))',
  ],
  ['x = function () {}', 'ExprStmt(Assign =(Left:Name x, Right:Function lambda(Parameters:Parameters, Body:Block)))'],
  [
    'x = function g() {}',
    'ExprStmt(Assign =(Left:Name x, Right:Function lambda(Name:Name g, Parameters:Parameters, Body:Block)))',
  ],
  [
    'function f(a) { return a; }',
    'Function function(Name:Name f, Parameters:Parameters(Parameter(Name:Name a)), Body:Block(Return(Name a)))',
  ],
  [
    'async function* f() { yield; yield* a }',
    'Function function(Modifier:Modifier async, Modifier:Modifier *, Name:Name f, Parameters:Parameters, Body:Block(ExprStmt(Yield yield), ExprStmt(Yield yield*(Name a))))',
  ],
  [
    'class A extends B.c { static #x = 1; y; static { z } constructor() { super() } get a() {} set a(v) {} async *g() {} [k]() {} "s"() {} }',
    'Class class(Name:Name A, Super:Member .(Object:Name B, Property:Name c), Body:ClassBody(Var field(Modifier:Modifier static, Name:Name #x, Value:Number 1), Var field(Name:Name y), Block(Modifier:Modifier static, ExprStmt(Name z)), Function constructor(Name:Name constructor, Parameters:Parameters, Body:Block(ExprStmt(Call(Callee:Name super, Arguments:Arguments)))), Function getter(Name:Name a, Parameters:Parameters, Body:Block), Function setter(Name:Name a, Parameters:Parameters(Parameter(Name:Name v)), Body:Block), Function method(Modifier:Modifier async, Modifier:Modifier *, Name:Name g, Parameters:Parameters, Body:Block), Function method(Name:Name k, Parameters:Parameters, Body:Block), Function method(Name:String s, Parameters:Parameters, Body:Block)))',
  ],
  ['(class extends B {})', 'ExprStmt(Class class(Super:Name B, Body:ClassBody))'],
  [
    '@d class A { @e() m() {} @g p = 1 }',
    'Class class(Modifier:Decorator(Callee:Name d), Name:Name A, Body:ClassBody(Function method(Modifier:Decorator(Callee:Name e, Arguments:Arguments), Name:Name m, Parameters:Parameters, Body:Block), Var field(Modifier:Decorator(Callee:Name g), Name:Name p, Value:Number 1)))',
  ],
  [
    'if (a) b; else if (c) { d } else e',
    'If(Condition:Name a, Then:Block(ExprStmt(Name b)), Else:If(Condition:Name c, Then:Block(ExprStmt(Name d)), Else:Block(ExprStmt(Name e))))',
  ],
  [
    'for (let i = 0, j = 1; i < 2; i++) {}',
    'For(Init:Var let(Name:Name i, Value:Number 0), Init:Var let(Name:Name j, Value:Number 1), Condition:Binary <(Left:Name i, Right:Number 2), Update:Unary post++(Name i), Body:Block)',
  ],
  ['for (;;) ;', 'For(Body:Block)'],
  [
    'for (a = 1; a; ) b',
    'For(Init:Assign =(Left:Name a, Right:Number 1), Condition:Name a, Body:Block(ExprStmt(Name b)))',
  ],
  ['for (const x of y) z', 'ForEach of(Target:Var const(Name:Name x), Iterable:Name y, Body:Block(ExprStmt(Name z)))'],
  ['for (a in b) c', 'ForEach in(Target:Name a, Iterable:Name b, Body:Block(ExprStmt(Name c)))'],
  [
    'for await (const [a] of b) {}',
    'ForEach of(Modifier:Modifier await, Target:Var const(Name:Collection list(Name a)), Iterable:Name b, Body:Block)',
  ],
  ['while (a) b', 'While(Condition:Name a, Body:Block(ExprStmt(Name b)))'],
  ['do a; while (b)', 'DoWhile(Body:Block(ExprStmt(Name a)), Condition:Name b)'],
  [
    'l: while (1) { continue l; break }',
    'Labeled(Name:Name l, Body:While(Condition:Number 1, Body:Block(Jump continue(Name:Name l), Jump break)))',
  ],
  [
    'switch (a) { case 1: b; break; case 2: default: c }',
    'Switch switch(Subject:Name a, Case:Case(Test:Number 1, Body:Block(ExprStmt(Name b), Jump break)), Case:Case(Test:Number 2, Body:Block), Case:Case(Body:Block(ExprStmt(Name c))))',
  ],
  [
    'try { a } catch (e) { b } finally { c }',
    'Try(Body:Block(ExprStmt(Name a)), Catch:Catch(Name:Name e, Body:Block(ExprStmt(Name b))), Finally:Block(ExprStmt(Name c)))',
  ],
  ['try {} catch {}', 'Try(Body:Block, Catch:Catch(Body:Block))'],
  ['throw a', 'Throw(Name a)'],
  ['debugger;;', 'Empty debugger'],
  ['with (a) b', 'With with(Item:WithItem(Value:Name a), Body:Block(ExprStmt(Name b)))'],
  ['return a, b', 'Return(Sequence(Name a, Name b))'],
  [
    'import a, {b as c, default as d} from "m"',
    'Import m(ImportName(Name:Name default, Alias:Name a), ImportName(Name:Name b, Alias:Name c), ImportName(Name:Name default, Alias:Name d), Module:String m)',
  ],
  ['import * as n from "m"', 'Import m(Alias:Name n, Module:String m)'],
  [
    'import "m"; import t from "x" with {type: "json"}',
    'Import m(Module:String m), Import x(ImportName(Name:Name default, Alias:Name t), Module:String x, Dict(Pair(Key:Name type, Value:String json)))',
  ],
  [
    'export default function () {}',
    'Function function(Modifier:Modifier export, Modifier:Modifier default, Parameters:Parameters, Body:Block)',
  ],
  ['export default a', 'Export(Modifier:Modifier default, Value:Name a)'],
  [
    'export {a as b, c} from "m"',
    'Export m(ImportName(Name:Name a, Alias:Name b), ImportName(Name:Name c), Module:String m)',
  ],
  [
    'export * from "m"; export * as ns from "m"',
    'Export m(ImportName(Name:Name *), Module:String m), Export m(ImportName(Name:Name *, Alias:Name ns), Module:String m)',
  ],
  [
    'export const x = 1, y = 2',
    'Var const(Modifier:Modifier export, Name:Name x, Value:Number 1), Var const(Name:Name y, Value:Number 2)',
  ],
  ['export class A {}', 'Class class(Modifier:Modifier export, Name:Name A, Body:ClassBody)'],
  [
    '<A.B x="1" y={z} {...w} k:l="m" n>text {a} {/* c */} <b/> <></></A.B>',
    'ExprStmt(Element(Name:Member .(Object:Name A, Property:Name B), Attribute:Attribute(Name:Name x, Value:String 1), Attribute:Attribute(Name:Name y, Value:Name z), Attribute:Spread ...(Name w), Attribute:Attribute(Name:Name k:l, Value:String m), Attribute:Attribute(Name:Name n), Text text, Name a, Element(Name:Name b), Element))',
  ],
  ['<div>{...a}&nbsp;</div>', 'ExprStmt(Element(Name:Name div, Spread ...(Name a), Text &nbsp;))'],
  ['// c\na /* d */', 'ExprStmt(Name a)'],
];

describe('javascript', () => {
  it.each(rows)('writes %s', async (code, tree) => {
    expect(await lowered(code, javascript)).toBe(tree);
  });

  it('begins a declaration at what is before it', async () => {
    const code = 'x;\nexport const a = 1;\nlet b = 2, c = 3;\n';
    expect(await textsOf(Kind.Var, code, javascript)).toEqual(['export const a = 1;', 'let b = 2', 'c = 3']);
  });

  it('begins a definition at its first decorator', async () => {
    const code = '@a @b() export class C { @d e() {} }';
    expect(await textsOf(Kind.Class, code, javascript)).toEqual([code]);
    expect(await textsOf(Kind.Function, code, javascript)).toEqual(['@d e() {}']);
  });

  it('ends a statement at its semicolon', async () => {
    expect(await textsOf(Kind.ExprStmt, 'a();\nb()\n', javascript)).toEqual(['a();', 'b()']);
  });

  it('keeps what is around a part it does not understand', async () => {
    const tree = await lowered('function f() { a() }\nx = = 2;\nfunction g() { b() }\n', javascript);
    expect(tree).toMatch(/^broken: /);
    expect(tree).toContain('Callee:Name a');
    expect(tree).toContain('Function function(Name:Name g');
  });

  it.each([
    ['parentheses', `x = ${'('.repeat(10_000)}1${')'.repeat(10_000)}`],
    ['operators', `x = ${'1 + '.repeat(10_000)}1`],
    ['lists', `x = ${'['.repeat(10_000)}1${']'.repeat(10_000)}`],
    ['calls', `x = a${'.b()'.repeat(10_000)}`],
    ['branches', `${'if (a) b; else '.repeat(10_000)}c`],
  ])('reads 10,000 %s inside each other', async (_, code) => {
    expectSound(await parse(`${code}\ny\n`, javascript));
  });

  it('has a word for everything in a large file', async () => {
    const tree = await parse(readFileSync(require.resolve('web-tree-sitter'), 'utf8'), javascript);
    expect(tree.size).toBeGreaterThan(10_000);
    expect(shareOfOther(tree)).toBeLessThan(0.1);
    expectSound(tree);
  });
});
