import { describe, expect, it } from 'vitest';
import { expectSound, lowered, shareOfOther, textsOf } from '../../../test/lowered.js';
import { Kind } from '../kinds.js';
import { parse } from '../parse.js';
import { csharp } from './csharp.js';

const rows: [code: string, tree: string][] = [
  [
    'using A.B; using static A.C; using X = A.B<C>; global using D;',
    'Import A.B(Module:Member .(Object:Name A, Property:Name B)), Import A.C(Modifier:Modifier static, Module:Member .(Object:Name A, Property:Name C)), Import A.B<C>(Alias:Name X, Module:TypeApply(Base:Member .(Object:Name A, Property:Name B), Argument:Name C)), Import D(Modifier:Modifier global, Module:Name D)',
  ],
  [
    'namespace A.B { class C {} }',
    'Package(Name:Member .(Object:Name A, Property:Name B), Body:Block(Class class(Name:Name C, Body:ClassBody)))',
  ],
  [
    'namespace A.B; struct S { }',
    'Package(Name:Member .(Object:Name A, Property:Name B)), Class struct(Name:Name S, Body:ClassBody)',
  ],
  [
    '[A] [B(1, X = 2, y: 3), C] public sealed partial class D<T> : E<F>, G where T : class, new() { }',
    'Class class(Modifier:Decorator(Callee:Name A), Modifier:Decorator(Callee:Name B, Arguments:Arguments(Number 1, Keyword(Name:Name X, Value:Number 2), Keyword(Name:Name y, Value:Number 3))), Modifier:Decorator(Callee:Name C), Modifier:Modifier public, Modifier:Modifier sealed, Modifier:Modifier partial, Name:Name D, TypeParameters:TypeParameters(Parameter(Name:Name T)), Super:TypeApply(Base:Name E, Argument:Name F), Super:Name G, Modifier:Modifier where(Name T, Name class, Name new()), Body:ClassBody)',
  ],
  [
    'class A { private static readonly int a = 1, b; const string S = "x"; event H E1; }',
    'Class class(Name:Name A, Body:ClassBody(Var(Modifier:Modifier private, Modifier:Modifier static, Modifier:Modifier readonly, Type:Name int, Name:Name a, Value:Number 1), Var(Modifier:Modifier private, Modifier:Modifier static, Modifier:Modifier readonly, Type:Name int, Name:Name b), Var(Modifier:Modifier const, Type:Name string, Name:Name S, Value:String x), Var(Modifier:Modifier event, Type:Name H, Name:Name E1)))',
  ],
  [
    'class A { public int P { get; private set; } = 1; public int Q => 1; public int R { get { return a; } set { a = value; } } }',
    'Class class(Name:Name A, Body:ClassBody(Var property(Modifier:Modifier public, Type:Name int, Name:Name P, Body:ClassBody(Function getter(Name:Name get), Function setter(Modifier:Modifier private, Name:Name set)), Value:Number 1), Var property(Modifier:Modifier public, Type:Name int, Name:Name Q, Body:ClassBody(Function getter(Body:Number 1))), Var property(Modifier:Modifier public, Type:Name int, Name:Name R, Body:ClassBody(Function getter(Name:Name get, Body:Block(Return(Name a))), Function setter(Name:Name set, Body:Block(ExprStmt(Assign =(Left:Name a, Right:Name value))))))))',
  ],
  [
    'class A { public int this[int i] { get => 1; } event A E2 { add { } remove { } } }',
    'Class class(Name:Name A, Body:ClassBody(Var property(Modifier:Modifier public, Type:Name int, Name:Name this, Parameters:Parameters(Parameter(Type:Name int, Name:Name i)), Body:ClassBody(Function getter(Name:Name get, Body:Number 1))), Var property(Type:Name A, Name:Name E2, Body:ClassBody(Function method(Name:Name add, Body:Block), Function method(Name:Name remove, Body:Block)))))',
  ],
  [
    'class D { D(int a) : base(a) { } public D() : this(1) {} ~D() { } static D() {} }',
    'Class class(Name:Name D, Body:ClassBody(Function constructor(Name:Name D, Parameters:Parameters(Parameter(Type:Name int, Name:Name a)), Init:Call(Callee:Name base, Arguments:Arguments(Name a)), Body:Block), Function constructor(Modifier:Modifier public, Name:Name D, Parameters:Parameters, Init:Call(Callee:Name this, Arguments:Arguments(Number 1)), Body:Block), Function method(Modifier:Modifier ~, Name:Name D, Parameters:Parameters, Body:Block), Function constructor(Modifier:Modifier static, Name:Name D, Parameters:Parameters, Body:Block)))',
  ],
  [
    'class A { public async Task<int> M<U>(ref int a, [X] C c = null, params string[] b) where U : T { await x; return 1; } }',
    'Class class(Name:Name A, Body:ClassBody(Function method(Modifier:Modifier public, Modifier:Modifier async, Type:TypeApply(Base:Name Task, Argument:Name int), Name:Name M, TypeParameters:TypeParameters(Parameter(Name:Name U)), Parameters:Parameters(Parameter(Modifier:Modifier ref, Type:Name int, Name:Name a), Parameter(Modifier:Decorator(Callee:Name X), Type:Name C, Name:Name c, Value:Null), Parameter ...(Type:ArrayType(Name string), Name:Name b)), Modifier:Modifier where(Name U, Name T), Body:Block(ExprStmt(Await(Name x)), Return(Number 1)))))',
  ],
  [
    'class A { public static T operator +(T a, T b) => a; public static implicit operator int(T a) => 1; void I.J() {} int K() => 1; delegate int F2(int a); }',
    'Class class(Name:Name A, Body:ClassBody(Function method(Modifier:Modifier public, Modifier:Modifier static, Type:Name T, Name:Name +, Parameters:Parameters(Parameter(Type:Name T, Name:Name a), Parameter(Type:Name T, Name:Name b)), Body:Name a), Function method(Modifier:Modifier public, Modifier:Modifier static, Name:Name implicit, Type:Name int, Parameters:Parameters(Parameter(Type:Name T, Name:Name a)), Body:Number 1), Function method(Type:Name void, Modifier:Modifier explicit(Name I), Name:Name J, Parameters:Parameters, Body:Block), Function method(Type:Name int, Name:Name K, Parameters:Parameters, Body:Number 1), Function delegate(Type:Name int, Name:Name F2, Parameters:Parameters(Parameter(Type:Name int, Name:Name a)))))',
  ],
  [
    'enum M2 : byte { A = 1, [X] B }',
    'Class enum(Name:Name M2, Super:Name byte, Body:ClassBody(Var(Name:Name A, Value:Number 1), Var(Modifier:Decorator(Callee:Name X), Name:Name B)))',
  ],
  [
    'interface I : J { int M(); }',
    'Class interface(Name:Name I, Super:Name J, Body:ClassBody(Function method(Type:Name int, Name:Name M, Parameters:Parameters)))',
  ],
  [
    'record R(int A, string B) : T(A); class C(int x) : B(x) { }',
    'Class record(Name:Name R, Parameters:Parameters(Parameter(Type:Name int, Name:Name A), Parameter(Type:Name string, Name:Name B)), Super:Call(Callee:Name T, Arguments:Arguments(Name A))), Class class(Name:Name C, Parameters:Parameters(Parameter(Type:Name int, Name:Name x)), Super:Call(Callee:Name B, Arguments:Arguments(Name x)), Body:ClassBody)',
  ],
  ['int a = 1, b;', 'Var(Type:Name int, Name:Name a, Value:Number 1), Var(Type:Name int, Name:Name b)'],
  [
    'var c = x; const int d = 1; string? e = null; int[] f = { 1 };',
    'Var(Type:Name var, Name:Name c, Value:Name x), Var(Modifier:Modifier const, Type:Name int, Name:Name d, Value:Number 1), Var(Type:PointerType ?(Name string), Name:Name e, Value:Null), Var(Type:ArrayType(Name int), Name:Name f, Value:Collection list(Number 1))',
  ],
  [
    'int[,] g = new int[2, 3]; List<int> h = new();',
    'Var(Type:ArrayType ,(Name int), Name:Name g, Value:New(Callee:ArrayType ,(Name int), Arguments:Arguments(Number 2, Number 3))), Var(Type:TypeApply(Base:Name List, Argument:Name int), Name:Name h, Value:New(Arguments:Arguments))',
  ],
  [
    '(int x, string y) t = (1, a: 2); var (p, q) = r; (i, j) = k;',
    'Var(Type:Collection tuple(Var(Type:Name int, Name:Name x), Var(Type:Name string, Name:Name y)), Name:Name t, Value:Collection tuple(Number 1, Keyword(Name:Name a, Value:Number 2))), Var(Type:Name var, Name:Collection tuple(Name p, Name q), Value:Name r), ExprStmt(Assign =(Left:Collection tuple(Name i, Name j), Right:Name k))',
  ],
  [
    'using var c = d; using (var a = b) { } await using (e) { }',
    'Var(Modifier:Modifier using, Type:Name var, Name:Name c, Value:Name d), With using(Item:WithItem(Value:Var(Type:Name var, Name:Name a, Value:Name b)), Body:Block), With using(Modifier:Modifier await, Item:WithItem(Value:Name e), Body:Block)',
  ],
  [
    'if (a) b(); else if (c) d(); else { }',
    'If(Condition:Name a, Then:Block(ExprStmt(Call(Callee:Name b, Arguments:Arguments))), Else:If(Condition:Name c, Then:Block(ExprStmt(Call(Callee:Name d, Arguments:Arguments))), Else:Block))',
  ],
  [
    'for (int i = 0, j = 1; i < 2; i++, j--) x(); for (;;) ;',
    'For(Init:Var(Type:Name int, Name:Name i, Value:Number 0), Init:Var(Type:Name int, Name:Name j, Value:Number 1), Condition:Binary <(Left:Name i, Right:Number 2), Update:Unary post++(Name i), Update:Unary post--(Name j), Body:Block(ExprStmt(Call(Callee:Name x, Arguments:Arguments)))), For(Body:Block)',
  ],
  [
    'foreach (var x in y) z(); await foreach (int x in y) {}',
    'ForEach in(Target:Var(Type:Name var, Name:Name x), Iterable:Name y, Body:Block(ExprStmt(Call(Callee:Name z, Arguments:Arguments)))), ForEach in(Modifier:Modifier await, Target:Var(Type:Name int, Name:Name x), Iterable:Name y, Body:Block)',
  ],
  [
    'while (a) b(); do { } while (c);',
    'While(Condition:Name a, Body:Block(ExprStmt(Call(Callee:Name b, Arguments:Arguments)))), DoWhile(Body:Block, Condition:Name c)',
  ],
  [
    'lock (a) { } checked { } unsafe { }',
    'With lock(Item:WithItem(Value:Name a), Body:Block), With checked(Body:Block), With unsafe(Body:Block)',
  ],
  [
    'goto a; a: b(); break; continue; return; return a; ;',
    'Jump goto(Name:Name a), Labeled(Name:Name a, Body:ExprStmt(Call(Callee:Name b, Arguments:Arguments))), Jump break, Jump continue, Return, Return(Name a)',
  ],
  [
    'yield return 1; yield break; throw new E(); throw;',
    'ExprStmt(Yield yield(Number 1)), ExprStmt(Yield yield break), Throw(New(Callee:Name E, Arguments:Arguments)), Throw',
  ],
  [
    'switch (a) { case 1: case 2: b(); break; case string s when s.L > 1: c(); break; case > 5: break; default: d(); break; }',
    'Switch switch(Subject:Name a, Case:Case(Test:Number 1, Body:Block), Case:Case(Test:Number 2, Body:Block(ExprStmt(Call(Callee:Name b, Arguments:Arguments)), Jump break)), Case:Case(Test:Var(Type:Name string, Name:Name s), Condition:Binary >(Left:Member .(Object:Name s, Property:Name L), Right:Number 1), Body:Block(ExprStmt(Call(Callee:Name c, Arguments:Arguments)), Jump break)), Case:Case(Test:Unary >(Number 5), Body:Block(Jump break)), Case:Case(Body:Block(ExprStmt(Call(Callee:Name d, Arguments:Arguments)), Jump break)))',
  ],
  [
    'x = a switch { 1 => b, A { X: 1 } y when z => c, not null and (int or string) => w, [1, var r] => t, _ => d };',
    'ExprStmt(Assign =(Left:Name x, Right:Switch switch(Subject:Name a, Case:Case(Test:Number 1, Body:Block(ExprStmt(Name b))), Case:Case(Test:Call pattern(Callee:Name A, Arguments:Arguments(Keyword(Name:Name X, Value:Number 1)), Name:Name y), Condition:Name z, Body:Block(ExprStmt(Name c))), Case:Case(Test:Unary !(Binary &&(Left:Null, Right:Binary ||(Left:Name int, Right:Name string))), Body:Block(ExprStmt(Name w))), Case:Case(Test:Collection list(Number 1, Var(Type:Name var, Name:Name r)), Body:Block(ExprStmt(Name t))), Case:Case(Test:Name _, Body:Block(ExprStmt(Name d))))))',
  ],
  [
    'try { a(); } catch (E e) when (e.X) { } catch (F) { } catch { } finally { }',
    'Try(Body:Block(ExprStmt(Call(Callee:Name a, Arguments:Arguments))), Catch:Catch(Type:Name E, Name:Name e, Condition:Member .(Object:Name e, Property:Name X), Body:Block), Catch:Catch(Type:Name F, Body:Block), Catch:Catch(Body:Block), Finally:Block)',
  ],
  [
    'x = (T)y; x = a as T; x = a is T; x = a is T t && !b; x = a is not null;',
    'ExprStmt(Assign =(Left:Name x, Right:Cast(Type:Name T, Value:Name y))), ExprStmt(Assign =(Left:Name x, Right:Cast(Value:Name a, Type:Name T))), ExprStmt(Assign =(Left:Name x, Right:Binary is(Left:Name a, Right:Name T))), ExprStmt(Assign =(Left:Name x, Right:Binary &&(Left:Binary is(Left:Name a, Right:Var(Type:Name T, Name:Name t)), Right:Unary !(Name b)))), ExprStmt(Assign =(Left:Name x, Right:Binary is not(Left:Name a, Right:Null)))',
  ],
  [
    'x = a?.b?.c(d); x = a?[1]; x = a ?? b; a ??= b; x = a!.b;',
    'ExprStmt(Assign =(Left:Name x, Right:Call(Callee:Member .(Object:Member .(Object:Name a, Property:Name b), Property:Name c), Arguments:Arguments(Name d)))), ExprStmt(Assign =(Left:Name x, Right:Index(Object:Name a, Index:Number 1))), ExprStmt(Assign =(Left:Name x, Right:Binary ??(Left:Name a, Right:Name b))), ExprStmt(Assign ??=(Left:Name a, Right:Name b)), ExprStmt(Assign =(Left:Name x, Right:Member .(Object:Name a, Property:Name b)))',
  ],
  [
    'x = a ? b : c; x = a[1, 2]; x = a[^1]; x = a[1..2];',
    'ExprStmt(Assign =(Left:Name x, Right:Ternary(Condition:Name a, Then:Name b, Else:Name c))), ExprStmt(Assign =(Left:Name x, Right:Index(Object:Name a, Index:Number 1, Index:Number 2))), ExprStmt(Assign =(Left:Name x, Right:Index(Object:Name a, Index:Unary ^(Number 1)))), ExprStmt(Assign =(Left:Name x, Right:Index(Object:Name a, Index:Slice(Low:Number 1, High:Number 2))))',
  ],
  [
    'x = typeof(A); x = nameof(A.B); x = default; x = default(T); x = await y; x = ref z;',
    'ExprStmt(Assign =(Left:Name x, Right:Call(Callee:Name typeof, Arguments:Arguments(Name A)))), ExprStmt(Assign =(Left:Name x, Right:Call(Callee:Name nameof, Arguments:Arguments(Member .(Object:Name A, Property:Name B))))), ExprStmt(Assign =(Left:Name x, Right:Name default)), ExprStmt(Assign =(Left:Name x, Right:Call(Callee:Name default, Arguments:Arguments(Name T)))), ExprStmt(Assign =(Left:Name x, Right:Await(Name y))), ExprStmt(Assign =(Left:Name x, Right:Unary ref(Name z)))',
  ],
  [
    'x = new A.B(1, b: 2) { C = 3, D = { 4 } };',
    'ExprStmt(Assign =(Left:Name x, Right:New(Callee:Member .(Object:Name A, Property:Name B), Arguments:Arguments(Number 1, Keyword(Name:Name b, Value:Number 2)), Body:Block(ExprStmt(Assign =(Left:Name C, Right:Number 3)), ExprStmt(Assign =(Left:Name D, Right:Collection list(Number 4)))))))',
  ],
  [
    'x = new int[] { 1, 2 }; x = new[] { 1 }; x = new { A = 1, b.C }; x = new() { A = 1 }; x = [1, ..y];',
    'ExprStmt(Assign =(Left:Name x, Right:New(Callee:ArrayType(Name int), Body:Collection list(Number 1, Number 2)))), ExprStmt(Assign =(Left:Name x, Right:New(Body:Collection list(Number 1)))), ExprStmt(Assign =(Left:Name x, Right:New(Body:Dict(Pair(Key:Name A, Value:Number 1), Member .(Object:Name b, Property:Name C))))), ExprStmt(Assign =(Left:Name x, Right:New(Arguments:Arguments, Body:Block(ExprStmt(Assign =(Left:Name A, Right:Number 1)))))), ExprStmt(Assign =(Left:Name x, Right:Collection list(Number 1, Spread ..(Name y))))',
  ],
  [
    'x = new D<string, int> { { "a", 1 } }; x = a with { B = 1 };',
    'ExprStmt(Assign =(Left:Name x, Right:New(Callee:TypeApply(Base:Name D, Argument:Name string, Argument:Name int), Body:Dict(Collection list(String a, Number 1))))), ExprStmt(Assign =(Left:Name x, Right:New with(Object:Name a, Body:Dict(Pair(Key:Name B, Value:Number 1)))))',
  ],
  [
    'x = a => b; x = (a, b) => { }; x = async (int a, B b) => c; x = delegate (int a) { }; x = static () => 1;',
    'ExprStmt(Assign =(Left:Name x, Right:Function lambda(Parameters:Parameters(Parameter(Name:Name a)), Body:Name b))), ExprStmt(Assign =(Left:Name x, Right:Function lambda(Parameters:Parameters(Parameter(Name:Name a), Parameter(Name:Name b)), Body:Block))), ExprStmt(Assign =(Left:Name x, Right:Function lambda(Modifier:Modifier async, Parameters:Parameters(Parameter(Type:Name int, Name:Name a), Parameter(Type:Name B, Name:Name b)), Body:Name c))), ExprStmt(Assign =(Left:Name x, Right:Function lambda(Parameters:Parameters(Parameter(Type:Name int, Name:Name a)), Body:Block))), ExprStmt(Assign =(Left:Name x, Right:Function lambda(Modifier:Modifier static, Parameters:Parameters, Body:Number 1)))',
  ],
  [
    'x = from a in b where c let d = e select g;',
    'ExprStmt(Assign =(Left:Name x, Right:Comprehension query(CompFor(Target:Name a, Iterable:Name b), CompIf(Condition:Name c), Assign =(Left:Name d, Right:Name e), Element:Name g)))',
  ],
  [
    'x = $"a{b}c{d:N2}{e,5}"; x = @"a""b"; x = $@"a{b}"; x = """raw""";',
    'ExprStmt(Assign =(Left:Name x, Right:Template f(String a, Name b, String c, Name d, Name e))), ExprStmt(Assign =(Left:Name x, Right:String a""b)), ExprStmt(Assign =(Left:Name x, Right:Template f(String a, Name b))), ExprStmt(Assign =(Left:Name x, Right:String raw))',
  ],
  [
    'x = "a\\n" + \'c\' + 1_0L + 0x1F + 1.5f + true + null + this.a + base.b;',
    'ExprStmt(Assign =(Left:Name x, Right:Binary +(Left:Binary +(Left:Binary +(Left:Binary +(Left:Binary +(Left:Binary +(Left:Binary +(Left:Binary +(Left:String a\\n, Right:Char c), Right:Number 10L), Right:Number 0x1F), Right:Number 1.5f), Right:Bool true), Right:Null), Right:Member .(Object:Name this, Property:Name a)), Right:Member .(Object:Name base, Property:Name b))))',
  ],
  [
    'x = a.B<C>(d); x = F<G>(h); x = a?.B<C>();',
    'ExprStmt(Assign =(Left:Name x, Right:Call(Callee:Member .(Object:Name a, Property:Name B), TypeParameters:TypeParameters(Name C), Arguments:Arguments(Name d)))), ExprStmt(Assign =(Left:Name x, Right:Call(Callee:Name F, TypeParameters:TypeParameters(Name G), Arguments:Arguments(Name h)))), ExprStmt(Assign =(Left:Name x, Right:Call(Callee:Member .(Object:Name a, Property:Name B), TypeParameters:TypeParameters(Name C), Arguments:Arguments)))',
  ],
  [
    'f(ref a, out var b, out int c, e: 1);',
    'ExprStmt(Call(Callee:Name f, Arguments:Arguments(Unary ref(Name a), Unary out(Var(Type:Name var, Name:Name b)), Unary out(Var(Type:Name int, Name:Name c)), Keyword(Name:Name e, Value:Number 1))))',
  ],
  [
    'x = a++ + --b + ~c + -d; x = global::A.B; x = checked(a); x = a ?? throw new E();',
    'ExprStmt(Assign =(Left:Name x, Right:Binary +(Left:Binary +(Left:Binary +(Left:Unary post++(Name a), Right:Unary --(Name b)), Right:Unary ~(Name c)), Right:Unary -(Name d)))), ExprStmt(Assign =(Left:Name x, Right:Member .(Object:Member .(Object:Name global, Property:Name A), Property:Name B))), ExprStmt(Assign =(Left:Name x, Right:Call(Callee:Name checked, Arguments:Arguments(Name a)))), ExprStmt(Assign =(Left:Name x, Right:Binary ??(Left:Name a, Right:Throw(New(Callee:Name E, Arguments:Arguments)))))',
  ],
  [
    'void f(int a) { }',
    'Function method(Type:Name void, Name:Name f, Parameters:Parameters(Parameter(Type:Name int, Name:Name a)), Body:Block)',
  ],
  [
    '#if A\nclass B {}\n#else\nclass C {}\n#endif',
    'Class class(Name:Name B, Body:ClassBody), Class class(Name:Name C, Body:ClassBody)',
  ],
];

/** A class with many methods of all kinds. */
function largeFile(): string {
  const method = (number: number) => `
    [HttpGet("/items/{id}"), Authorize(Roles = "admin")]
    public async Task<IActionResult> Answer${number}([FromQuery] string id, int limit = ${number}, params int[] rest) {
      var query = $"SELECT * FROM items WHERE id = '{id}'"; // taken as it is
      using var connection = new SqlConnection(this.settings?.Text ?? @"none") { Timeout = 3 };
      try {
        foreach (var (key, value) in seen) { if (key is not null && value > limit) continue; else total += value; }
        for (int i = 0, n = rest.Length; i < n; i++) lock (gate) { done = !done; }
        var found = await connection.QueryAsync<Item>(query, new { id, Max = limit }, cancel: default);
        return found.Where(f => f.Id == id).Select((f, i) => f with { Name = f.Name[1..] }).Any() switch { true => Ok(found), _ => NotFound() };
      } catch (SqlException e) when (e.Number == 1) { throw; } finally { Done?.Invoke(this, EventArgs.Empty); }
    }
    public int Count${number} { get; private set; } = new[] { 1, 2 }.Length;`;
  return `using System;\nnamespace A.B;\npublic class Large : Base, IAnswer {\n${Array.from({ length: 200 }, (_, number) => method(number)).join('\n')}\n}\n`;
}

describe('csharp', () => {
  it.each(rows)('writes %s', async (code, tree) => {
    expect(await lowered(code, csharp)).toBe(tree);
  });

  it('begins a member at its first attribute and ends it at its semicolon', async () => {
    const code = 'class A {\n  [B(c)]\n  private int d = 1;\n  [E] public void F() {}\n}';
    expect(await textsOf(Kind.Var, code, csharp)).toEqual(['[B(c)]\n  private int d = 1;']);
    expect(await textsOf(Kind.Function, code, csharp)).toEqual(['[E] public void F() {}']);
  });

  it('keeps what is around a part it does not understand', async () => {
    const tree = await lowered('class A { void F() { a(); }\n int x = = 2;\n void G() { b(); } }', csharp);
    expect(tree).toMatch(/^broken: /);
    expect(tree).toContain('Callee:Name a');
    expect(tree).toContain('Name:Name G');
  });

  it.each([
    ['parentheses', `x = ${'('.repeat(3000)}1${')'.repeat(3000)};`],
    ['operators', `x = ${'1 + '.repeat(10_000)}1;`],
    ['calls', `x = a${'.b()'.repeat(10_000)};`],
  ])('reads thousands of %s inside each other', async (_, code) => {
    expectSound(await parse(`${code}\ny();\n`, csharp));
  });

  it('has a word for everything in a large file', async () => {
    const tree = await parse(largeFile(), csharp);
    expect(tree.broken).toEqual([]);
    expect(shareOfOther(tree)).toBe(0);
    expectSound(tree);
  });
});
