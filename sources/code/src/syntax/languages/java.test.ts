import { describe, expect, it } from 'vitest';
import { expectSound, lowered, shareOfOther, textsOf } from '../../../test/lowered.js';
import { Kind } from '../kinds.js';
import { parse } from '../parse.js';
import { java } from './java.js';

const rows: [code: string, tree: string][] = [
  ['package a.b;', 'Package(Name:Member .(Object:Name a, Property:Name b))'],
  [
    'import a.b.C; import static a.b.*;',
    'Import a.b.C(Module:Member .(Object:Member .(Object:Name a, Property:Name b), Property:Name C)), Import a.b(Modifier:Modifier static, Module:Member .(Object:Name a, Property:Name b), ImportName(Name:Name *))',
  ],
  [
    '@A @B(x) @C(a = 1, b = {1, 2}) public final class D<T extends E & F> extends G<H> implements I, J { }',
    'Class class(Modifier:Decorator(Callee:Name A), Modifier:Decorator(Callee:Name B, Arguments:Arguments(Name x)), Modifier:Decorator(Callee:Name C, Arguments:Arguments(Keyword(Name:Name a, Value:Number 1), Keyword(Name:Name b, Value:Collection list(Number 1, Number 2)))), Modifier:Modifier public, Modifier:Modifier final, Name:Name D, TypeParameters:TypeParameters(Parameter(Name:Name T, Type:UnionType &(Name E, Name F))), Super:TypeApply(Base:Name G, Argument:Name H), Super:Name I, Super:Name J, Body:ClassBody)',
  ],
  [
    'class A { private static final int a = 1, b[] = {2}; }',
    'Class class(Name:Name A, Body:ClassBody(Var(Modifier:Modifier private, Modifier:Modifier static, Modifier:Modifier final, Type:Name int, Name:Name a, Value:Number 1), Var(Modifier:Modifier private, Modifier:Modifier static, Modifier:Modifier final, Type:ArrayType(Name int), Name:Name b, Value:Collection list(Number 2))))',
  ],
  [
    'class A { @X List<String>[] b; java.util.List<?> c; int[][] d; }',
    'Class class(Name:Name A, Body:ClassBody(Var(Modifier:Decorator(Callee:Name X), Type:ArrayType(TypeApply(Base:Name List, Argument:Name String)), Name:Name b), Var(Type:TypeApply(Base:Member .(Object:Member .(Object:Name java, Property:Name util), Property:Name List), Argument:PointerType ?), Name:Name c), Var(Type:ArrayType(ArrayType(Name int)), Name:Name d)))',
  ],
  [
    'class A { A(int a) throws E { this(1); } A() { super(a); } }',
    'Class class(Name:Name A, Body:ClassBody(Function constructor(Name:Name A, Parameters:Parameters(Parameter(Type:Name int, Name:Name a)), Modifier:Modifier throws(Name E), Body:Block(ExprStmt(Call(Callee:Name this, Arguments:Arguments(Number 1))))), Function constructor(Name:Name A, Parameters:Parameters, Body:Block(ExprStmt(Call(Callee:Name super, Arguments:Arguments(Name a)))))))',
  ],
  [
    'class A { @Override public <R> List<R> m(final @X T a, String... b) throws E, F { return null; } }',
    'Class class(Name:Name A, Body:ClassBody(Function method(Modifier:Decorator(Callee:Name Override), Modifier:Modifier public, TypeParameters:TypeParameters(Parameter(Name:Name R)), Type:TypeApply(Base:Name List, Argument:Name R), Name:Name m, Parameters:Parameters(Parameter(Modifier:Modifier final, Modifier:Decorator(Callee:Name X), Type:Name T, Name:Name a), Parameter ...(Type:Name String, Name:Name b)), Modifier:Modifier throws(Name E, Name F), Body:Block(Return(Null)))))',
  ],
  [
    'class A { static { x(); } { y(); } abstract void z(); class K {} ; }',
    'Class class(Name:Name A, Body:ClassBody(Block(Modifier:Modifier static, ExprStmt(Call(Callee:Name x, Arguments:Arguments))), Block(ExprStmt(Call(Callee:Name y, Arguments:Arguments))), Function method(Modifier:Modifier abstract, Type:Name void, Name:Name z, Parameters:Parameters), Class class(Name:Name K, Body:ClassBody)))',
  ],
  [
    'interface A extends B, C { int X = 1; void m(); default void n() {} }',
    'Class interface(Name:Name A, Super:Name B, Super:Name C, Body:ClassBody(Var(Type:Name int, Name:Name X, Value:Number 1), Function method(Type:Name void, Name:Name m, Parameters:Parameters), Function method(Modifier:Modifier default, Type:Name void, Name:Name n, Parameters:Parameters, Body:Block)))',
  ],
  [
    'enum E implements F { A, B(1) { void m() {} }, @X C; private int x; E(int y) {} }',
    'Class enum(Name:Name E, Super:Name F, Body:ClassBody(Var(Name:Name A), Var(Name:Name B, Value:New(Arguments:Arguments(Number 1), Body:ClassBody(Function method(Type:Name void, Name:Name m, Parameters:Parameters, Body:Block)))), Var(Modifier:Decorator(Callee:Name X), Name:Name C), Var(Modifier:Modifier private, Type:Name int, Name:Name x), Function constructor(Name:Name E, Parameters:Parameters(Parameter(Type:Name int, Name:Name y)), Body:Block)))',
  ],
  [
    '@interface A { String value() default "x"; }',
    'Class annotation(Name:Name A, Body:ClassBody(Function method(Type:Name String, Name:Name value, Value:String x)))',
  ],
  [
    'record R<T>(int a, @X T b) implements S { R { x(); } }',
    'Class record(Name:Name R, TypeParameters:TypeParameters(Parameter(Name:Name T)), Parameters:Parameters(Parameter(Type:Name int, Name:Name a), Parameter(Modifier:Decorator(Callee:Name X), Type:Name T, Name:Name b)), Super:Name S, Body:ClassBody(Function constructor(Name:Name R, Body:Block(ExprStmt(Call(Callee:Name x, Arguments:Arguments))))))',
  ],
  [
    'sealed interface A permits B, C {}',
    'Class interface(Modifier:Modifier sealed, Name:Name A, Modifier:Modifier permits(Name B, Name C), Body:ClassBody)',
  ],
  ['int a = 1, b;', 'Var(Type:Name int, Name:Name a, Value:Number 1), Var(Type:Name int, Name:Name b)'],
  ['final var c = x;', 'Var(Modifier:Modifier final, Type:Name var, Name:Name c, Value:Name x)'],
  [
    'String[] d = new String[]{"a"}; int[][] g = new int[2][];',
    'Var(Type:ArrayType(Name String), Name:Name d, Value:New(Callee:ArrayType(Name String), Body:Collection list(String a))), Var(Type:ArrayType(ArrayType(Name int)), Name:Name g, Value:New(Callee:ArrayType(ArrayType(Name int)), Arguments:Arguments(Number 2)))',
  ],
  ['Foo<? extends B> h;', 'Var(Type:TypeApply(Base:Name Foo, Argument:PointerType ? extends(Name B)), Name:Name h)'],
  [
    'for (int i = 0, j = 1; i < 2; i++, j--) x();',
    'For(Init:Var(Type:Name int, Name:Name i, Value:Number 0), Init:Var(Type:Name int, Name:Name j, Value:Number 1), Condition:Binary <(Left:Name i, Right:Number 2), Update:Unary post++(Name i), Update:Unary post--(Name j), Body:Block(ExprStmt(Call(Callee:Name x, Arguments:Arguments))))',
  ],
  [
    'for (final T t : ts) { }',
    'ForEach in(Target:Var(Modifier:Modifier final, Type:Name T, Name:Name t), Iterable:Name ts, Body:Block)',
  ],
  ['for (;;) ;', 'For(Body:Block)'],
  ['while (a) b();', 'While(Condition:Name a, Body:Block(ExprStmt(Call(Callee:Name b, Arguments:Arguments))))'],
  ['do { } while (c);', 'DoWhile(Body:Block, Condition:Name c)'],
  [
    'if (a) b(); else if (c) d(); else { }',
    'If(Condition:Name a, Then:Block(ExprStmt(Call(Callee:Name b, Arguments:Arguments))), Else:If(Condition:Name c, Then:Block(ExprStmt(Call(Callee:Name d, Arguments:Arguments))), Else:Block))',
  ],
  [
    'switch (a) { case 1: case 2: b(); break; default: c(); }',
    'Switch switch(Subject:Name a, Case:Case(Test:Number 1, Body:Block), Case:Case(Test:Number 2, Body:Block(ExprStmt(Call(Callee:Name b, Arguments:Arguments)), Jump break)), Case:Case(Body:Block(ExprStmt(Call(Callee:Name c, Arguments:Arguments)))))',
  ],
  [
    'int x = switch (a) { case 1, 2 -> b; case "x" -> { yield c; } default -> throw d; };',
    'Var(Type:Name int, Name:Name x, Value:Switch switch(Subject:Name a, Case:Case(Test:Number 1, Test:Number 2, Body:Block(ExprStmt(Name b))), Case:Case(Test:String x, Body:Block(ExprStmt(Yield yield(Name c)))), Case:Case(Body:Block(Throw(Name d)))))',
  ],
  [
    'switch (o) { case String s when s.x() -> y(); case R(int a, var b) -> z(); case null, default -> w(); }',
    'Switch switch(Subject:Name o, Case:Case(Test:Var(Type:Name String, Name:Name s), Condition:Call(Callee:Member .(Object:Name s, Property:Name x), Arguments:Arguments), Body:Block(ExprStmt(Call(Callee:Name y, Arguments:Arguments)))), Case:Case(Test:Call(Callee:Name R, Arguments:Arguments(Var(Type:Name int, Name:Name a), Var(Type:Name var, Name:Name b))), Body:Block(ExprStmt(Call(Callee:Name z, Arguments:Arguments)))), Case:Case(Test:Null, Test:Name default, Body:Block(ExprStmt(Call(Callee:Name w, Arguments:Arguments)))))',
  ],
  [
    'try { a(); } catch (A | B e) { } finally { }',
    'Try(Body:Block(ExprStmt(Call(Callee:Name a, Arguments:Arguments))), Catch:Catch(Type:Collection tuple(Name A, Name B), Name:Name e, Body:Block), Finally:Block)',
  ],
  [
    'try (R r = open(); s) { } catch (final E e) {}',
    'Try(Resource:Var(Type:Name R, Name:Name r, Value:Call(Callee:Name open, Arguments:Arguments)), Resource:Name s, Body:Block, Catch:Catch(Modifier:Modifier final, Type:Name E, Name:Name e, Body:Block))',
  ],
  ['synchronized (this) { }', 'With synchronized(Item:WithItem(Value:Name this), Body:Block)'],
  ['throw new E();', 'Throw(New(Callee:Name E, Arguments:Arguments))'],
  ['assert a : "b";', 'Assert(Name a, String b)'],
  ['l: for (;;) break l;', 'Labeled(Name:Name l, Body:For(Body:Block(Jump break(Name:Name l))))'],
  ['continue; return; return a;', 'Jump continue, Return, Return(Name a)'],
  [
    'x = (T) y; x = (A & B) y;',
    'ExprStmt(Assign =(Left:Name x, Right:Cast(Type:Name T, Value:Name y))), ExprStmt(Assign =(Left:Name x, Right:Cast(Type:UnionType &(Name A, Name B), Value:Name y)))',
  ],
  [
    'a.b.c(d).<T>e(f);',
    'ExprStmt(Call(Callee:Member .(Object:Call(Callee:Member .(Object:Member .(Object:Name a, Property:Name b), Property:Name c), Arguments:Arguments(Name d)), Property:Name e), TypeParameters:TypeParameters(Name T), Arguments:Arguments(Name f)))',
  ],
  [
    'new A.B<C>(1) { void m() {} };',
    'ExprStmt(New(Callee:TypeApply(Base:Member .(Object:Name A, Property:Name B), Argument:Name C), Arguments:Arguments(Number 1), Body:ClassBody(Function method(Type:Name void, Name:Name m, Parameters:Parameters, Body:Block))))',
  ],
  ['a.new B();', 'ExprStmt(New(Object:Name a, Callee:Name B, Arguments:Arguments))'],
  [
    'x = y -> z; x = (a, b) -> { }; x = (int a, B b) -> c; x = () -> 1;',
    'ExprStmt(Assign =(Left:Name x, Right:Function lambda(Parameters:Parameters(Parameter(Name:Name y)), Body:Name z))), ExprStmt(Assign =(Left:Name x, Right:Function lambda(Parameters:Parameters(Parameter(Name:Name a), Parameter(Name:Name b)), Body:Block))), ExprStmt(Assign =(Left:Name x, Right:Function lambda(Parameters:Parameters(Parameter(Type:Name int, Name:Name a), Parameter(Type:Name B, Name:Name b)), Body:Name c))), ExprStmt(Assign =(Left:Name x, Right:Function lambda(Parameters:Parameters, Body:Number 1)))',
  ],
  [
    'x = A::b; x = A::new; x = int[]::new;',
    'ExprStmt(Assign =(Left:Name x, Right:Member ::(Object:Name A, Property:Name b))), ExprStmt(Assign =(Left:Name x, Right:Member ::(Object:Name A, Property:Name new))), ExprStmt(Assign =(Left:Name x, Right:Member ::(Object:ArrayType(Name int), Property:Name new)))',
  ],
  [
    'x = q instanceof B; x = a instanceof B b && !c; x = o instanceof R(int a, var b);',
    'ExprStmt(Assign =(Left:Name x, Right:Binary instanceof(Left:Name q, Right:Name B))), ExprStmt(Assign =(Left:Name x, Right:Binary &&(Left:Binary instanceof(Left:Name a, Right:Var(Type:Name B, Name:Name b)), Right:Unary !(Name c)))), ExprStmt(Assign =(Left:Name x, Right:Binary instanceof(Left:Name o, Right:Call(Callee:Name R, Arguments:Arguments(Var(Type:Name int, Name:Name a), Var(Type:Name var, Name:Name b))))))',
  ],
  ['x = s ? b : c;', 'ExprStmt(Assign =(Left:Name x, Right:Ternary(Condition:Name s, Then:Name b, Else:Name c)))'],
  [
    'x = t[1]; x = A.class; this.x = super.y(); x = A.this.z; A.super.m();',
    'ExprStmt(Assign =(Left:Name x, Right:Index(Object:Name t, Index:Number 1))), ExprStmt(Assign =(Left:Name x, Right:Member .(Object:Name A, Property:Name class))), ExprStmt(Assign =(Left:Member .(Object:Name this, Property:Name x), Right:Call(Callee:Member .(Object:Name super, Property:Name y), Arguments:Arguments))), ExprStmt(Assign =(Left:Name x, Right:Member .(Object:Member .(Object:Name A, Property:Name this), Property:Name z))), ExprStmt(Call(Callee:Member .(Object:Member .(Object:Name A, Property:Name super), Property:Name m), Arguments:Arguments))',
  ],
  [
    'x = """\n a""" + "b\\n" + \'c\' + 1_0L + 0x1F + 1.5f + true + null;',
    'ExprStmt(Assign =(Left:Name x, Right:Binary +(Left:Binary +(Left:Binary +(Left:Binary +(Left:Binary +(Left:Binary +(Left:Binary +(Left:String \n a, Right:String b\\n), Right:Char c), Right:Number 10L), Right:Number 0x1F), Right:Number 1.5f), Right:Bool true), Right:Null)))',
  ],
  [
    'a++; --b; x = ~c;',
    'ExprStmt(Unary post++(Name a)), ExprStmt(Unary --(Name b)), ExprStmt(Assign =(Left:Name x, Right:Unary ~(Name c)))',
  ],
  ['a = b += c;', 'ExprStmt(Assign =(Left:Name a, Right:Assign +=(Left:Name b, Right:Name c)))'],
  [
    'class A { Object a = STR."x\\{b}"; }',
    'Class class(Name:Name A, Body:ClassBody(Var(Type:Name Object, Name:Name a, Value:Call tagged(Callee:Name STR, Arguments:Arguments(Template(String x, Name b))))))',
  ],
  ['new ArrayList<>();', 'ExprStmt(New(Callee:TypeApply(Base:Name ArrayList), Arguments:Arguments))'],
];

/** A class with many methods of all kinds. */
function largeFile(): string {
  const method = (number: number) => `
    /** Answers request ${number}. */
    @Override @GetMapping(path = "/items/{id}", produces = {"text/plain"})
    public <T extends Comparable<T>> Map<String, List<T>> answer${number}(@PathVariable final String id, int... rest) throws IOException {
      String query = "SELECT * FROM items WHERE id = '" + id + "'"; // taken as it is
      try (Connection c = pool.get(); Statement s = c.createStatement()) {
        for (int i = 0, n = rest.length; i < n; i++) { if (rest[i] > ${number}) continue; else total += rest[i]; }
        for (Map.Entry<String, Integer> e : counts.entrySet()) seen.computeIfAbsent(e.getKey(), k -> new ArrayList<>()).add((T) e);
        return switch (s.execute(query) ? 1 : 0) { case 0, 1 -> Map.of(); default -> throw new IllegalStateException(); };
      } catch (SQLException | RuntimeException e) {
        log.warn("failed: {}", e.getMessage(), Answer::describe);
      } finally { synchronized (this) { done = !done; } }
      return null;
    }`;
  return `package a.b;\nimport java.util.*;\nclass Large extends Base implements Answer {\n${Array.from({ length: 200 }, (_, number) => method(number)).join('\n')}\n}\n`;
}

describe('java', () => {
  it.each(rows)('writes %s', async (code, tree) => {
    expect(await lowered(code, java)).toBe(tree);
  });

  it('begins a member at its first annotation and ends it at its semicolon', async () => {
    const code = 'class A {\n  @B(c)\n  private int d = 1;\n  @E public void f() {}\n}';
    expect(await textsOf(Kind.Var, code, java)).toEqual(['@B(c)\n  private int d = 1;']);
    expect(await textsOf(Kind.Function, code, java)).toEqual(['@E public void f() {}']);
  });

  it('gives each of several names its own Var, with the type of all', async () => {
    const code = 'int a = 1, b = 2;';
    expect(await textsOf(Kind.Var, code, java)).toEqual(['int a = 1', 'b = 2']);
    expectSound(await parse(code, java));
  });

  it('keeps what is around a part it does not understand', async () => {
    const tree = await lowered('class A { void f() { a(); }\n int x = = 2;\n void g() { b(); } }', java);
    expect(tree).toMatch(/^broken: /);
    expect(tree).toContain('Callee:Name a');
    expect(tree).toContain('Name:Name g');
  });

  it.each([
    ['parentheses', `x = ${'('.repeat(10_000)}1${')'.repeat(10_000)};`],
    ['operators', `x = ${'1 + '.repeat(10_000)}1;`],
    ['calls', `x = a${'.b()'.repeat(10_000)};`],
    ['branches', `${'if (a) b(); else '.repeat(10_000)}c();`],
  ])('reads 10,000 %s inside each other', async (_, code) => {
    expectSound(await parse(`${code}\ny();\n`, java));
  });

  it('has a word for everything in a large file', async () => {
    const tree = await parse(largeFile(), java);
    expect(tree.broken).toEqual([]);
    expect(shareOfOther(tree)).toBe(0);
    expectSound(tree);
  });
});
