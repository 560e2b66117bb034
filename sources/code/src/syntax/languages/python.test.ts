import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectSound, lowered, shareOfOther, textsOf } from '../../../test/lowered.js';
import { Kind } from '../kinds.js';
import { parse } from '../parse.js';
import { python } from './python.js';

const rows: [code: string, tree: string][] = [
  ['a.b', 'ExprStmt(Member .(Object:Name a, Property:Name b))'],
  [
    'a.b.c(d, *e, k=1, **f)',
    'ExprStmt(Call(Callee:Member .(Object:Member .(Object:Name a, Property:Name b), Property:Name c), Arguments:Arguments(Name d, Spread *(Name e), Keyword(Name:Name k, Value:Number 1), Spread **(Name f))))',
  ],
  ['a[1, 2]', 'ExprStmt(Index(Object:Name a, Index:Number 1, Index:Number 2))'],
  ['a[1:2]', 'ExprStmt(Index(Object:Name a, Index:Slice(Low:Number 1, High:Number 2)))'],
  ['a[:, ::3]', 'ExprStmt(Index(Object:Name a, Index:Slice, Index:Slice(Step:Number 3)))'],
  ['-1_000 + 0x1F', 'ExprStmt(Binary +(Left:Unary -(Number 1000), Right:Number 0x1F))'],
  ['"a\\n" r\'b\'', 'ExprStmt(Template(String a\\n, String b))'],
  ["'''a\nb'''", 'ExprStmt(String a\nb)'],
  ['f"a{x}b{y!r:>{w}}"', 'ExprStmt(Template f(String a, Name x, String b, Name y, Name w))'],
  ['"a" f"{b}"', 'ExprStmt(Template(String a, Name b))'],
  ['True, False, None', 'ExprStmt(Collection tuple(Bool true, Bool false, Null))'],
  ['a,', 'ExprStmt(Collection tuple(Name a))'],
  ['((a))', 'ExprStmt(Name a)'],
  ['[1, a]', 'ExprStmt(Collection list(Number 1, Name a))'],
  ['{1, 2}', 'ExprStmt(Collection set(Number 1, Number 2))'],
  ['{"a": 1, **b}', 'ExprStmt(Dict(Pair(Key:String a, Value:Number 1), Spread **(Name b)))'],
  ['{}', 'ExprStmt(Dict)'],
  [
    '[a for b, c in d if e if f]',
    'ExprStmt(Comprehension list(Element:Name a, CompFor(Target:Collection tuple(Name b, Name c), Iterable:Name d), CompIf(Condition:Name e), CompIf(Condition:Name f)))',
  ],
  [
    '{a: b for a in b}',
    'ExprStmt(Comprehension dict(Element:Pair(Key:Name a, Value:Name b), CompFor(Target:Name a, Iterable:Name b)))',
  ],
  [
    'f(x for x in y)',
    'ExprStmt(Call(Callee:Name f, Arguments:Arguments(Comprehension generator(Element:Name x, CompFor(Target:Name x, Iterable:Name y)))))',
  ],
  ['not a and b or c', 'ExprStmt(Binary ||(Left:Binary &&(Left:Unary !(Name a), Right:Name b), Right:Name c))'],
  [
    'a < b not in c is not d',
    'ExprStmt(Binary is not(Left:Binary not in(Left:Binary <(Left:Name a, Right:Name b), Right:Name c), Right:Name d))',
  ],
  ['~a ** -b', 'ExprStmt(Unary ~(Binary **(Left:Name a, Right:Unary -(Name b))))'],
  ['a if b else c', 'ExprStmt(Ternary(Then:Name a, Condition:Name b, Else:Name c))'],
  ['lambda: x', 'ExprStmt(Function lambda(Parameters:Parameters, Body:Name x))'],
  [
    'lambda a, *b, c=1: a',
    'ExprStmt(Function lambda(Parameters:Parameters(Parameter(Name:Name a), Parameter *(Name:Name b), Parameter(Name:Name c, Value:Number 1)), Body:Name a))',
  ],
  ['a = b = c', 'ExprStmt(Assign =(Left:Name a, Right:Assign =(Left:Name b, Right:Name c)))'],
  [
    'a, *b = c, d',
    'ExprStmt(Assign =(Left:Collection tuple(Name a, Spread *(Name b)), Right:Collection tuple(Name c, Name d)))',
  ],
  [
    '(a, b), [c, d] = e',
    'ExprStmt(Assign =(Left:Collection tuple(Collection tuple(Name a, Name b), Collection list(Name c, Name d)), Right:Name e))',
  ],
  ['a += 1', 'ExprStmt(Assign +=(Left:Name a, Right:Number 1))'],
  ['a: int', 'Var(Name:Name a, Type:Name int)'],
  ['a: List[int] = b', 'Var(Name:Name a, Type:Index(Object:Name List, Index:Name int), Value:Name b)'],
  ['a: int | None = b', 'Var(Name:Name a, Type:Binary |(Left:Name int, Right:Null), Value:Name b)'],
  ['(a := b)', 'ExprStmt(Assign :=(Left:Name a, Right:Name b))'],
  ['await a', 'ExprStmt(Await(Name a))'],
  ['yield', 'ExprStmt(Yield yield)'],
  ['x = yield from y', 'ExprStmt(Assign =(Left:Name x, Right:Yield yield*(Name y)))'],
  ['def f(): pass', 'Function function(Name:Name f, Parameters:Parameters, Body:Block(Empty))'],
  [
    'async def f(a, /, b: int = 1, *c, d=2, **e: T) -> T: pass',
    'Function function(Modifier:Modifier async, Name:Name f, Parameters:Parameters(Parameter(Name:Name a), Parameter(Name:Name b, Type:Name int, Value:Number 1), Parameter *(Name:Name c), Parameter(Name:Name d, Value:Number 2), Parameter **(Name:Name e, Type:Name T)), Type:Name T, Body:Block(Empty))',
  ],
  [
    'def f(a, *, b): ...',
    'Function function(Name:Name f, Parameters:Parameters(Parameter(Name:Name a), Parameter *, Parameter(Name:Name b)), Body:Block(ExprStmt(Name ...)))',
  ],
  [
    'def f[T: int, U](a: T): pass',
    'Function function(Name:Name f, TypeParameters:TypeParameters(Parameter(Name:Name T, Type:Name int), Name U), Parameters:Parameters(Parameter(Name:Name a, Type:Name T)), Body:Block(Empty))',
  ],
  [
    '@a.b\n@c(d)\ndef f(): pass',
    'Function function(Modifier:Decorator(Callee:Member .(Object:Name a, Property:Name b)), Modifier:Decorator(Callee:Name c, Arguments:Arguments(Name d)), Name:Name f, Parameters:Parameters, Body:Block(Empty))',
  ],
  ['class A: pass', 'Class class(Name:Name A, Body:ClassBody(Empty))'],
  [
    'class A(B, metaclass=C):\n  x = 1\n  def f(self): pass',
    'Class class(Name:Name A, Super:Name B, Super:Keyword(Name:Name metaclass, Value:Name C), Body:ClassBody(ExprStmt(Assign =(Left:Name x, Right:Number 1)), Function function(Name:Name f, Parameters:Parameters(Parameter(Name:Name self)), Body:Block(Empty))))',
  ],
  ['@a\nclass A: pass', 'Class class(Modifier:Decorator(Callee:Name a), Name:Name A, Body:ClassBody(Empty))'],
  ['type A = int', 'Class type(Name:Name A, Value:Name int)'],
  ['if a: b', 'If(Condition:Name a, Then:Block(ExprStmt(Name b)))'],
  [
    'if a:\n  b\nelif c:\n  d\nelif e:\n  f\nelse:\n  g',
    'If(Condition:Name a, Then:Block(ExprStmt(Name b)), Else:If(Condition:Name c, Then:Block(ExprStmt(Name d)), Else:If(Condition:Name e, Then:Block(ExprStmt(Name f)), Else:Block(ExprStmt(Name g)))))',
  ],
  [
    'while a:\n  break\nelse:\n  continue',
    'While(Condition:Name a, Body:Block(Jump break), Else:Block(Jump continue))',
  ],
  [
    'for a, b in c: d',
    'ForEach in(Target:Collection tuple(Name a, Name b), Iterable:Name c, Body:Block(ExprStmt(Name d)))',
  ],
  [
    'async for a in b: c',
    'ForEach in(Modifier:Modifier async, Target:Name a, Iterable:Name b, Body:Block(ExprStmt(Name c)))',
  ],
  [
    'try:\n  a\nexcept (B, C) as d:\n  e\nexcept F:\n  g\nexcept:\n  h\nelse:\n  i\nfinally:\n  j',
    'Try(Body:Block(ExprStmt(Name a)), Catch:Catch(Type:Collection tuple(Name B, Name C), Name:Name d, Body:Block(ExprStmt(Name e))), Catch:Catch(Type:Name F, Body:Block(ExprStmt(Name g))), Catch:Catch(Body:Block(ExprStmt(Name h))), Else:Block(ExprStmt(Name i)), Finally:Block(ExprStmt(Name j)))',
  ],
  [
    'with a as b, c: d',
    'With with(Item:WithItem(Value:Name a, Name:Name b), Item:WithItem(Value:Name c), Body:Block(ExprStmt(Name d)))',
  ],
  [
    'async with (a as b): c',
    'With with(Modifier:Modifier async, Item:WithItem(Value:Name a, Name:Name b), Body:Block(ExprStmt(Name c)))',
  ],
  [
    'match a, b:\n  case 1 | "x" if c: pass\n  case [d, *_]: pass\n  case {"k": v, **r}: pass\n  case P(x=1, y) as q: pass\n  case a.b: pass\n  case -1 + 2j: pass\n  case (a, b): pass\n  case _: pass',
    'Switch match(Subject:Collection tuple(Name a, Name b), Case:Case(Test:UnionType |(Number 1, String x), Condition:Name c, Body:Block(Empty)), Case:Case(Test:Collection list(Name d, Spread *(Name _)), Body:Block(Empty)), Case:Case(Test:Dict(Pair(Key:String k, Value:Name v), Spread **(Name r)), Body:Block(Empty)), Case:Case(Test:WithItem(Value:Call(Callee:Name P, Arguments:Arguments(Keyword(Name:Name x, Value:Number 1), Name y)), Name:Name q), Body:Block(Empty)), Case:Case(Test:Member .(Object:Name a, Property:Name b), Body:Block(Empty)), Case:Case(Test:Number -1+2j, Body:Block(Empty)), Case:Case(Test:Collection tuple(Name a, Name b), Body:Block(Empty)), Case:Case(Test:Name _, Body:Block(Empty)))',
  ],
  ['def f():\n  return', 'Function function(Name:Name f, Parameters:Parameters, Body:Block(Return))'],
  ['return a, b', 'Return(Collection tuple(Name a, Name b))'],
  ['raise', 'Throw'],
  ['raise A from b', 'Throw(Name A, Value:Name b)'],
  ['assert a, "b"', 'Assert(Name a, String b)'],
  ['del a, b[0]', 'Delete(Name a, Index(Object:Name b, Index:Number 0))'],
  ['global a, b', 'Global global(Name a, Name b)'],
  ['nonlocal a', 'Global nonlocal(Name a)'],
  ['import a', 'Import a(Module:Name a)'],
  [
    'import a.b as c, d',
    'Import a.b(Module:Member .(Object:Name a, Property:Name b), Alias:Name c), Import d(Module:Name d)',
  ],
  [
    'from a.b import c as d, e',
    'Import a.b(Module:Member .(Object:Name a, Property:Name b), ImportName(Name:Name c, Alias:Name d), ImportName(Name:Name e))',
  ],
  ['from .a import b', 'Import .a(Module:Name a, ImportName(Name:Name b))'],
  ['from .. import *', 'Import ..(ImportName(Name:Name *))'],
  [
    'from __future__ import annotations',
    'Import __future__(Module:Name __future__, ImportName(Name:Name annotations))',
  ],
  ['print a, b', 'ExprStmt(Call(Callee:Name print, Arguments:Arguments(Name a, Name b)))'],
  ['print >>f, a', 'ExprStmt(Call(Callee:Name print, Arguments:Arguments(Spread >>(Name f), Name a)))'],
  ['exec a in b', 'ExprStmt(Call(Callee:Name exec, Arguments:Arguments(Name a, Name b)))'],
  ['# comment\na  # comment', 'ExprStmt(Name a)'],
  ['x = ...', 'ExprStmt(Assign =(Left:Name x, Right:Name ...))'],
];

/** A large file of Python's own library, where there is a Python. */
function libraryFile(): string | undefined {
  try {
    const path = execFileSync('python3', ['-c', 'import ast; print(ast.__file__)'], { encoding: 'utf8' }).trim();
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

describe('python', () => {
  it.each(rows)('writes %s', async (code, tree) => {
    expect(await lowered(code, python)).toBe(tree);
  });

  it('begins a definition at its first decorator', async () => {
    const code = 'x\n@a\n@b\ndef f():\n    y\nz\n';
    expect(await textsOf(Kind.Function, code, python)).toEqual(['@a\n@b\ndef f():\n    y']);
  });

  it('ends a statement where it ends', async () => {
    const code = 'a = 1; b(2)  # c\n';
    expect(await textsOf(Kind.ExprStmt, code, python)).toEqual(['a = 1', 'b(2)']);
  });

  it('keeps what is around a part it does not understand', async () => {
    const tree = await lowered('def f():\n  a()\n\nx = = 2\n\ndef g():\n  b()\n', python);
    expect(tree).toMatch(/^broken: /);
    expect(tree).toContain('Callee:Name a');
    expect(tree).toContain('Function function(Name:Name g');
  });

  it.each([
    ['parentheses', `x = ${'('.repeat(10_000)}1${')'.repeat(10_000)}`],
    ['operators', `x = ${'1 + '.repeat(10_000)}1`],
    ['lists', `x = ${'['.repeat(10_000)}1${']'.repeat(10_000)}`],
    ['calls', `x = a${'.b()'.repeat(10_000)}`],
  ])('reads 10,000 %s inside each other', async (_, code) => {
    expectSound(await parse(`${code}\ny\n`, python));
  });

  const library = libraryFile();
  it.skipIf(library === undefined)('has a word for everything in a large file', async () => {
    const tree = await parse(library!, python);
    expect(tree.broken).toEqual([]);
    expect(shareOfOther(tree)).toBe(0);
    expectSound(tree);
  });
});
