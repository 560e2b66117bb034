import { describe, expect, it } from 'vitest';
import { expectSound, lowered, shareOfOther, textsOf } from '../../../test/lowered.js';
import { Kind } from '../kinds.js';
import { parse } from '../parse.js';
import { go } from './go.js';

const rows: [code: string, tree: string][] = [
  ['package p', 'Package(Name:Name p)'],
  ['import "a/b"', 'Import a/b(Module:String a/b)'],
  [
    'import ( c "d"; . "e"; _ "f" )',
    'Import d(Alias:Name c, Module:String d), Import e(ImportName(Name:Name *), Module:String e), Import f(Alias:Name _, Module:String f)',
  ],
  [
    'const A, B int = 1, 2',
    'Var const(Name:Collection tuple(Name A, Name B), Type:Name int, Value:Collection tuple(Number 1, Number 2))',
  ],
  ['const (\n\tX = iota\n\tY\n)', 'Var const(Name:Name X, Value:Name iota), Var const(Name:Name Y)'],
  ['var v, w = f()', 'Var (Name:Collection tuple(Name v, Name w), Value:Call(Callee:Name f, Arguments:Arguments))'],
  ['var a, b T', 'Var (Name:Name a, Type:Name T), Var (Name:Name b, Type:Name T)'],
  ['var (\n\tq = 1\n)', 'Var (Name:Name q, Value:Number 1)'],
  [
    'type T struct { a, b int; *E; m.N; c func(); d int `tag` }',
    'Class struct(Name:Name T, Body:ClassBody(Var field(Name:Name a, Type:Name int), Var field(Name:Name b, Type:Name int), Var field(Type:PointerType *(Name E)), Var field(Type:Member .(Object:Name m, Property:Name N)), Var field(Name:Name c, Type:Function lambda(Parameters:Parameters)), Var field(Name:Name d, Type:Name int, Modifier:String tag)))',
  ],
  [
    'type I interface { M(a int) (b string, err error); io.Reader; ~int | string }',
    'Class interface(Name:Name I, Body:ClassBody(Function method(Name:Name M, Parameters:Parameters(Parameter(Name:Name a, Type:Name int)), Type:Parameters(Parameter(Name:Name b, Type:Name string), Parameter(Name:Name err, Type:Name error))), Member .(Object:Name io, Property:Name Reader), UnionType |(Unary ~(Name int), Name string)))',
  ],
  ['type Al = B', 'Class type(Name:Name Al, Value:Name B)'],
  [
    'type F func(int, ...string) error',
    'Class type(Name:Name F, Value:Function lambda(Parameters:Parameters(Parameter(Type:Name int), Parameter ...(Type:Name string)), Type:Name error))',
  ],
  [
    'type G[K comparable, V any] struct{}',
    'Class struct(Name:Name G, TypeParameters:TypeParameters(Parameter(Name:Name K, Type:Name comparable), Parameter(Name:Name V, Type:Name any)), Body:ClassBody)',
  ],
  [
    'func f(a, b int, c ...string) (x int, err error) { return 1, nil }',
    'Function function(Name:Name f, Parameters:Parameters(Parameter(Name:Name a, Type:Name int), Parameter(Name:Name b, Type:Name int), Parameter ...(Name:Name c, Type:Name string)), Type:Parameters(Parameter(Name:Name x, Type:Name int), Parameter(Name:Name err, Type:Name error)), Body:Block(Return(Collection tuple(Number 1, Null))))',
  ],
  [
    'func (r *T) m() {}',
    'Function method(Receiver:Parameter(Name:Name r, Type:PointerType *(Name T)), Name:Name m, Parameters:Parameters, Body:Block)',
  ],
  [
    'func g[T any](int) T',
    'Function function(Name:Name g, TypeParameters:TypeParameters(Parameter(Name:Name T, Type:Name any)), Parameters:Parameters(Parameter(Type:Name int)), Type:Name T)',
  ],
  [
    'a := 1; a, b = b, a; x += 1',
    'ExprStmt(Assign :=(Left:Name a, Right:Number 1)), ExprStmt(Assign =(Left:Collection tuple(Name a, Name b), Right:Collection tuple(Name b, Name a))), ExprStmt(Assign +=(Left:Name x, Right:Number 1))',
  ],
  ['i++; i--', 'ExprStmt(Unary post++(Name i)), ExprStmt(Unary post--(Name i))'],
  [
    'ch <- v; <-ch; v, ok := <-ch',
    'ExprStmt(Binary <-(Left:Name ch, Right:Name v)), ExprStmt(Unary <-(Name ch)), ExprStmt(Assign :=(Left:Collection tuple(Name v, Name ok), Right:Unary <-(Name ch)))',
  ],
  [
    'go f(); defer func() { x() }()',
    'Spawn go(Call(Callee:Name f, Arguments:Arguments)), Spawn defer(Call(Callee:Function lambda(Parameters:Parameters, Body:Block(ExprStmt(Call(Callee:Name x, Arguments:Arguments)))), Arguments:Arguments))',
  ],
  [
    'func f() { goto L; L: x(); break L; continue; fallthrough }',
    'Function function(Name:Name f, Parameters:Parameters, Body:Block(Jump goto(Name:Name L), Labeled(Name:Name L, Body:ExprStmt(Call(Callee:Name x, Arguments:Arguments))), Jump break(Name:Name L), Jump continue, Jump fallthrough))',
  ],
  [
    'if x := y(); x != nil { } else if z { } else { a }',
    'If(Init:Assign :=(Left:Name x, Right:Call(Callee:Name y, Arguments:Arguments)), Condition:Binary !=(Left:Name x, Right:Null), Then:Block, Else:If(Condition:Name z, Then:Block, Else:Block(ExprStmt(Name a))))',
  ],
  ['for { }; for a { }', 'While(Body:Block), While(Condition:Name a, Body:Block)'],
  [
    'for i := 0; i < 1; i++ { }',
    'For(Init:Assign :=(Left:Name i, Right:Number 0), Condition:Binary <(Left:Name i, Right:Number 1), Update:Unary post++(Name i), Body:Block)',
  ],
  [
    'for i, v := range xs { }; for range xs {}; for k = range m { }',
    'ForEach range(Target:Var :=(Name:Collection tuple(Name i, Name v)), Iterable:Name xs, Body:Block), ForEach range(Iterable:Name xs, Body:Block), ForEach range(Target:Name k, Iterable:Name m, Body:Block)',
  ],
  [
    'switch x := y(); x { case 1, 2: a(); fallthrough; default: b() }',
    'Switch switch(Init:Assign :=(Left:Name x, Right:Call(Callee:Name y, Arguments:Arguments)), Subject:Name x, Case:Case(Test:Number 1, Test:Number 2, Body:Block(ExprStmt(Call(Callee:Name a, Arguments:Arguments)), Jump fallthrough)), Case:Case(Body:Block(ExprStmt(Call(Callee:Name b, Arguments:Arguments)))))',
  ],
  ['switch { case a > 1: }', 'Switch switch(Case:Case(Test:Binary >(Left:Name a, Right:Number 1), Body:Block))'],
  [
    'switch v := x.(type) { case int, *T: b; case nil: }',
    'Switch type(Subject:Assign :=(Left:Name v, Right:Name x), Case:Case(Test:Name int, Test:PointerType *(Name T), Body:Block(ExprStmt(Name b))), Case:Case(Test:Name nil, Body:Block))',
  ],
  [
    'select { case v := <-ch: a(); case ch <- 1: default: }',
    'Switch select(Case:Case(Test:Assign :=(Left:Name v, Right:Unary <-(Name ch)), Body:Block(ExprStmt(Call(Callee:Name a, Arguments:Arguments)))), Case:Case(Test:Binary <-(Left:Name ch, Right:Number 1), Body:Block), Case:Case(Body:Block))',
  ],
  ['x = T{1, 2}', 'ExprStmt(Assign =(Left:Name x, Right:New(Callee:Name T, Body:Dict(Number 1, Number 2))))'],
  [
    'x = &T{A: 1, "b": {2}}',
    'ExprStmt(Assign =(Left:Name x, Right:Unary &(New(Callee:Name T, Body:Dict(Pair(Key:Name A, Value:Number 1), Pair(Key:String b, Value:Collection list(Number 2)))))))',
  ],
  [
    'x = []int{1, 2}; x = map[string]int{"a": 1}; x = [...]int{1}; x = [3]int{}',
    'ExprStmt(Assign =(Left:Name x, Right:New(Callee:ArrayType(Name int), Body:Collection list(Number 1, Number 2)))), ExprStmt(Assign =(Left:Name x, Right:New(Callee:TypeApply(Base:Name map, Argument:Name string, Argument:Name int), Body:Dict(Pair(Key:String a, Value:Number 1))))), ExprStmt(Assign =(Left:Name x, Right:New(Callee:ArrayType ...(Name int), Body:Collection list(Number 1)))), ExprStmt(Assign =(Left:Name x, Right:New(Callee:ArrayType(Index:Number 3, Name int), Body:Collection list)))',
  ],
  [
    'x = a[1]; x = a[1:2:3]; x = a[:]',
    'ExprStmt(Assign =(Left:Name x, Right:Index(Object:Name a, Index:Number 1))), ExprStmt(Assign =(Left:Name x, Right:Index(Object:Name a, Index:Slice(Low:Number 1, High:Number 2, Step:Number 3)))), ExprStmt(Assign =(Left:Name x, Right:Index(Object:Name a, Index:Slice)))',
  ],
  ['x = a.(T)', 'ExprStmt(Assign =(Left:Name x, Right:Cast(Value:Name a, Type:Name T)))'],
  [
    'x = a.b.c(d, e...)',
    'ExprStmt(Assign =(Left:Name x, Right:Call(Callee:Member .(Object:Member .(Object:Name a, Property:Name b), Property:Name c), Arguments:Arguments(Name d, Spread ...(Name e)))))',
  ],
  [
    'x = []byte("a"); x = (*T)(y)',
    'ExprStmt(Assign =(Left:Name x, Right:Cast(Type:ArrayType(Name byte), Value:String a))), ExprStmt(Assign =(Left:Name x, Right:Call(Callee:Unary *(Name T), Arguments:Arguments(Name y))))',
  ],
  [
    'x = func(a int) int { return 1 }',
    'ExprStmt(Assign =(Left:Name x, Right:Function lambda(Parameters:Parameters(Parameter(Name:Name a, Type:Name int)), Type:Name int, Body:Block(Return(Number 1)))))',
  ],
  [
    'x = f[int](y); x = T[int]{}',
    'ExprStmt(Assign =(Left:Name x, Right:Call(Callee:Name f, TypeParameters:TypeParameters(Name int), Arguments:Arguments(Name y)))), ExprStmt(Assign =(Left:Name x, Right:New(Callee:TypeApply(Base:Name T, Argument:Name int), Body:Dict)))',
  ],
  [
    'x = make(chan int, 1)',
    'ExprStmt(Assign =(Left:Name x, Right:Call(Callee:Name make, Arguments:Arguments(TypeApply(Base:Name chan, Argument:Name int), Number 1))))',
  ],
  [
    'x = "a\\n" + `raw` + \'c\' + 1_5.5 + 2i + 0x1F',
    'ExprStmt(Assign =(Left:Name x, Right:Binary +(Left:Binary +(Left:Binary +(Left:Binary +(Left:Binary +(Left:String a\\n, Right:String raw), Right:Char c), Right:Number 15.5), Right:Number 2i), Right:Number 0x1F)))',
  ],
  [
    'x = !a && ^b || *c & -d',
    'ExprStmt(Assign =(Left:Name x, Right:Binary ||(Left:Binary &&(Left:Unary !(Name a), Right:Unary ^(Name b)), Right:Binary &(Left:Unary *(Name c), Right:Unary -(Name d)))))',
  ],
  [
    'x = nil; x = true',
    'ExprStmt(Assign =(Left:Name x, Right:Null)), ExprStmt(Assign =(Left:Name x, Right:Bool true))',
  ],
  [
    'type A map[string]chan<- int; type B <-chan [3]int; type C a.B[int]',
    'Class type(Name:Name A, Value:TypeApply(Base:Name map, Argument:Name string, Argument:TypeApply(Base:Name chan<-, Argument:Name int))), Class type(Name:Name B, Value:TypeApply(Base:Name <-chan, Argument:ArrayType(Index:Number 3, Name int))), Class type(Name:Name C, Value:TypeApply(Base:Member .(Object:Name a, Property:Name B), Argument:Name int))',
  ],
  [
    'func f(context.Context, *T) {}',
    'Function function(Name:Name f, Parameters:Parameters(Parameter(Type:Member .(Object:Name context, Property:Name Context)), Parameter(Type:PointerType *(Name T))), Body:Block)',
  ],
  [
    'x.y // c\ny()',
    'ExprStmt(Member .(Object:Name x, Property:Name y)), ExprStmt(Call(Callee:Name y, Arguments:Arguments))',
  ],
];

/** A package with many functions of all kinds. */
function largeFile(): string {
  const method = (number: number) => `
// Answer${number} answers a request.
func (s *Server) Answer${number}(w http.ResponseWriter, r *http.Request, rest ...int) (n int, err error) {
	id := r.URL.Query().Get("id")
	var total, seen int
	const limit = ${number}
	defer func() { if p := recover(); p != nil { err = fmt.Errorf("failed: %v", p) } }()
	rows, err := s.db.Query("SELECT * FROM items WHERE id = '" + id + "'") // taken as it is
	if err != nil && !errors.Is(err, sql.ErrNoRows) { return 0, err } else if rows == nil { goto done }
	for i, v := range rest { total += v << 1; seen++; _ = i }
	for i := 0; i < len(rest); i++ { switch { case rest[i] > limit: continue; default: break } }
	switch x := any(rows).(type) { case io.Closer: x.Close(); case nil: }
	select { case v := <-s.in: s.out <- v; case <-r.Context().Done(): }
	go s.log(map[string]any{"id": id, "counts": []int{1, 2}}, &Entry{Name: id[1:], Tags: [...]string{"a"}})
done:
	return Max[int](total, seen), nil
}`;
  return `package a\nimport (\n\t"fmt"\n\tm "net/http"\n)\ntype Server struct {\n\tin, out chan int\n\tdb *sql.DB \`json:"db"\`\n}\n${Array.from({ length: 200 }, (_, number) => method(number)).join('\n')}\n`;
}

describe('go', () => {
  it.each(rows)('writes %s', async (code, tree) => {
    expect(await lowered(code, go)).toBe(tree);
  });

  it('covers the whole declaration where it declares one thing', async () => {
    const code = 'package p\n\nvar a = 1\nvar (\n\tb = 2\n\tc int\n)\n';
    expect(await textsOf(Kind.Var, code, go)).toEqual(['var a = 1', 'b = 2', 'c int']);
  });

  it('gives each of several names the type of all', async () => {
    const code = 'func f(a, b int) {}\nvar c, d T\n';
    expect(await textsOf(Kind.Parameter, code, go)).toEqual(['a', 'b int']);
    expectSound(await parse(code, go));
  });

  it('keeps what is around a part it does not understand', async () => {
    const tree = await lowered('func f() { a("x") }\n\nvar x = = 2\n\nfunc g() { b("y") }\n', go);
    expect(tree).toMatch(/^broken: /);
    expect(tree).toContain('Callee:Name a');
    expect(tree).toContain('Name:Name g');
  });

  it.each([
    ['parentheses', `x = ${'('.repeat(10_000)}1${')'.repeat(10_000)}`],
    ['operators', `x = ${'1 + '.repeat(10_000)}1`],
    ['calls', `x = a${'.b()'.repeat(10_000)}`],
    ['branches', `${'if a { b() } else '.repeat(10_000)} { c() }`],
  ])('reads 10,000 %s inside each other', async (_, code) => {
    expectSound(await parse(`${code}\ny()\n`, go));
  });

  it('has a word for everything in a large file', async () => {
    const tree = await parse(largeFile(), go);
    expect(tree.broken).toEqual([]);
    expect(shareOfOther(tree)).toBe(0);
    expectSound(tree);
  });
});
