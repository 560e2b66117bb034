import { type Names, namesOf } from '../names/names.js';
import { typeOfExpression } from '../names/types.js';
import { writtenName } from '../names/written-name.js';
import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenOf, NONE, type Tree } from '../syntax/tree.js';
import { type Bound, boundAs, sameBinding, sameCode } from './bindings.js';
import { isExpression, isStatement, leftOut, unordered } from './equivalences.js';
import { textTest, unescaped } from './literals.js';
import type { Binding, CodeFile, MatchOptions, Pattern } from './match.js';

/** Goes on with what is bound; called once for each way that a pattern matches. */
export type Next = (bound: Bound | undefined) => void;

/** How many comparisons one place of a file may take: patterns with many dots have very many ways to match. */
const STEPS_OF_A_PLACE = 100_000;

/** Compares a pattern with the code of one file, node by node. */
export class Matcher {
  readonly code: Tree;
  readonly names: Names;
  readonly pattern: Tree;
  #steps = 0;

  constructor(
    pattern: Pattern,
    readonly file: CodeFile,
    readonly options: MatchOptions,
  ) {
    this.pattern = pattern.tree;
    this.code = file.tree;
    this.names = namesOf(file.tree, file.language);
  }

  /** Begins at another place, with all its steps. */
  begin(): void {
    this.#steps = 0;
  }

  /** Calls `next` for each way that a node of the pattern matches a node of the code. */
  node(p: number, c: number, bound: Bound | undefined, next: Next): void {
    if (++this.#steps > STEPS_OF_A_PLACE) return;
    const { pattern, code } = this;
    const kind = pattern.kind[p]! as Kind;
    const there = code.kind[c]! as Kind;
    switch (kind) {
      case Kind.Dots:
        next(bound);
        return;
      case Kind.Metavariable:
        this.#metavariable(pattern.value[p]!, c, bound, next);
        return;
      case Kind.Metavariables:
        this.bind(pattern.value[p]!, this.bindingOf(c), bound, next);
        return;
      case Kind.Deep:
        this.#deep(pattern.first[p]!, c, bound, next);
        return;
      case Kind.TypedMetavariable:
        this.#typed(p, c, bound, next);
        return;
      case Kind.Name:
      case Kind.Member:
        this.#name(p, c, bound, next);
        return;
      case Kind.String:
      case Kind.Char:
      case Kind.Number:
      case Kind.Bool:
      case Kind.Template:
        this.#literal(p, c, bound, next);
        return;
      case Kind.Binary:
        this.#binary(p, c, bound, next);
        return;
      case Kind.Assign:
        this.#assign(p, c, bound, next);
        return;
      case Kind.ExprStmt:
        this.#statement(p, c, bound, next);
        return;
      case Kind.Var:
        this.#declaration(p, c, bound, next);
        return;
      case Kind.Call:
        if (there === Kind.Call || (there === Kind.Decorator && this.options.attr_expr !== false))
          this.#call(p, c, bound, next);
        else this.#throughName(p, c, bound, next);
        return;
      case Kind.Function:
        this.#function(p, c, bound, next);
        return;
      case Kind.Import:
        if (there === Kind.Import || there === Kind.Export) this.#import(p, c, bound, next);
        else if (there === Kind.Var) this.#required(p, c, bound, next);
        return;
      case Kind.Regex:
        this.#regex(p, c, bound, next);
        return;
      case Kind.Block:
        if (there === Kind.Block || there === Kind.Program) {
          const wanted = childrenOf(pattern, p);
          const open = wanted.length > 0 && pattern.kind[wanted[0]!] === Kind.Dots;
          this.statements(wanted, 0, childrenOf(code, c), 0, open, bound, more => next(more));
        } else if (pattern.role[p] === Role.Body && isExpression(there)) this.#implicitReturn(p, c, bound, next);
        return;
      case Kind.Collection:
        if (
          there === Kind.Dict &&
          pattern.value[p] === 'set' &&
          childrenOf(pattern, p).every(each => pattern.kind[each] === Kind.Dots)
        )
          next(bound);
        else if (kind === there) this.#alike(p, c, bound, next);
        else this.#throughName(p, c, bound, next);
        return;
      default:
        if (kind === there) this.#alike(p, c, bound, next);
        else this.#throughName(p, c, bound, next);
    }
  }

  // Metavariables

  bindingOf(c: number, count = 1, last = c): Binding {
    const { code } = this;
    const start = code.start[c]!;
    const end = code.end[last]!;
    return { node: c, count, start, end, text: code.text.slice(start, end) };
  }

  bind(name: string, binding: Binding, bound: Bound | undefined, next: Next): void {
    if (name === '$_' || name === '$..._') {
      next(bound);
      return;
    }
    const before = boundAs(bound, name);
    if (!before) next({ name, binding, before: bound });
    else if (sameBinding(this.code, this.names, before, binding) || this.#sameThroughName(before, binding)) next(bound);
  }

  /** With symbolic propagation a name is also what it was given. */
  #sameThroughName(one: Binding, other: Binding): boolean {
    if (this.options.symbolic_propagation !== true || one.count !== 1 || other.count !== 1) return false;
    const given = (node: number) =>
      node !== NONE && this.code.kind[node] === Kind.Name ? (this.names.constants.definitionOf(node) ?? node) : node;
    const [a, b] = [given(one.node), given(other.node)];
    return (
      sameCode(this.code, this.names, a, b) ||
      sameCode(this.code, this.names, a, other.node) ||
      sameCode(this.code, this.names, one.node, b)
    );
  }

  #metavariable(name: string, c: number, bound: Bound | undefined, next: Next): void {
    const { code } = this;
    const kind = code.kind[c]! as Kind;
    if (kind === Kind.Arguments || kind === Kind.Parameters || kind === Kind.Keyword || kind === Kind.Modifier) return;
    // A parameter stands for its name.
    if (kind === Kind.Parameter || kind === Kind.ImportName || kind === Kind.WithItem) {
      const inner = childAs(code, c, kind === Kind.WithItem ? Role.Value : Role.Name);
      if (inner !== NONE) this.bind(name, this.bindingOf(inner), bound, next);
      return;
    }
    if (kind === Kind.Var && code.role[c] === Role.Target) {
      this.bind(name, this.bindingOf(childAs(code, c, Role.Name)), bound, next);
      return;
    }
    if (kind === Kind.Cast && this.file.language.typesAnnotate) {
      this.#metavariable(name, childAs(code, c, Role.Value), bound, next);
      return;
    }
    if (kind === Kind.ExprStmt && code.first[c] !== NONE) this.bind(name, this.#statementBinding(c), bound, next);
    else this.bind(name, this.bindingOf(c), bound, next);
  }

  /** A statement that is one expression stands for the expression, but takes up the whole statement. */
  #statementBinding(c: number): Binding {
    const inner = this.code.first[c]!;
    return { ...this.bindingOf(inner), start: this.code.start[c]!, end: this.code.end[inner]! };
  }

  #deep(p: number, c: number, bound: Bound | undefined, next: Next, implied = false): void {
    const { code } = this;
    for (let at = c; at < code.last[c]!; at++) {
      const kind = code.kind[at]! as Kind;
      if (implied && (kind === Kind.Function || kind === Kind.Class)) {
        at = code.last[at]! - 1;
        continue;
      }
      if (isExpression(kind) && !this.#isOnlyName(at)) {
        this.node(p, at, bound, next);
        if (kind === Kind.Name && this.options.symbolic_propagation === true) this.#deepThroughName(p, at, bound, next);
      } else if (kind === Kind.Var && this.pattern.kind[p] === Kind.Assign) this.node(p, at, bound, next);
    }
  }

  /** What a name was given is searched too; what was given comes before the name, so this ends. */
  #deepThroughName(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const definition = this.names.constants.definitionOf(c);
    if (definition !== undefined && definition < c) this.#deep(p, definition, bound, next);
  }

  #isOnlyName(c: number): boolean {
    const { code } = this;
    if (code.kind[c] !== Kind.Name) return false;
    const role = code.role[c];
    return role === Role.Property || role === Role.Name || role === Role.Alias || role === Role.Module;
  }

  #typed(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern, code, names } = this;
    const wanted = childAs(pattern, p, Role.Type);
    if (!isExpression(code.kind[c]! as Kind)) {
      if (code.kind[c] === Kind.Parameter || code.kind[c] === Kind.Var) {
        const type = childAs(code, c, Role.Type);
        const name = childAs(code, c, Role.Name);
        if (type !== NONE && name !== NONE) {
          this.node(wanted, type, bound, more => this.bind(pattern.value[p]!, this.bindingOf(name), more, next));
        }
      }
      return;
    }
    const type = typeOfExpression(code, names, c);
    if (!type) return;
    const then: Next = more => this.bind(pattern.value[p]!, this.bindingOf(c), more, next);
    if ('node' in type) {
      const pointer = pattern.kind[wanted] === Kind.PointerType && pattern.value[wanted] === '*';
      if (type.pointer === true) {
        if (pointer) this.type(pattern.first[wanted]!, type.node, bound, then);
        else if (pattern.kind[wanted] === Kind.Metavariable) this.type(wanted, type.node, bound, then);
      } else this.type(wanted, type.node, bound, then);
    } else if (this.#isBuiltIn(wanted, type.builtIn)) then(bound);
  }

  /** Compares types; a type and its boxed or qualified form are the same. */
  type(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern, code } = this;
    const wanted = writtenName(pattern, p);
    const found = writtenName(code, c);
    if (wanted !== undefined && found !== undefined && !wanted.includes('.')) {
      const same = builtInOf(wanted);
      if (same && same === builtInOf(found)) {
        next(bound);
        return;
      }
    }
    if (
      code.kind[c] === Kind.TypeApply &&
      pattern.kind[p] !== Kind.TypeApply &&
      pattern.kind[p] !== Kind.Metavariable
    ) {
      this.type(p, childAs(code, c, Role.Base), bound, next);
      return;
    }
    this.node(p, c, bound, next);
  }

  #isBuiltIn(p: number, builtIn: string): boolean {
    const wanted = writtenName(this.pattern, p);
    if (wanted === undefined || wanted.includes('.')) return false;
    const known = builtInOf(wanted);
    const numbers = this.file.language.typesAnnotate && (builtIn === 'int' || builtIn === 'float');
    return known === builtIn || (numbers === true && (known === 'int' || known === 'float'));
  }

  // Names

  #name(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern, code } = this;
    if (pattern.kind[p] === Kind.Member && pattern.kind[childAs(pattern, p, Role.Property)] === Kind.Dots) {
      // `a. ...`: whatever follows.
      const object = childAs(pattern, p, Role.Object);
      for (let at = c; at !== NONE; at = linkBefore(code, at)) this.node(object, at, bound, next);
      return;
    }
    let met = false;
    const once: Next = more => {
      met = true;
      next(more);
    };
    if (pattern.kind[p] === code.kind[c]) {
      if (pattern.kind[p] === Kind.Name) {
        if (pattern.value[p] === code.value[c]) once(bound);
      } else this.#member(p, c, bound, once);
    }
    if (met) return;
    const dotted = writtenName(pattern, p);
    if (dotted !== undefined) {
      if (this.names.dottedNames(c).includes(dotted)) once(bound);
    } else if (pattern.kind[p] === Kind.Member && code.kind[c] === Kind.Name) this.#importedMember(p, c, bound, once);
    if (!met) this.#throughName(p, c, bound, next);
  }

  /** `a.$X`, `$X.b` and the like for a name that was imported as `a.b`. */
  #importedMember(p: number, c: number, bound: Bound | undefined, next: Next): void {
    for (const name of this.names.dottedNames(c)) this.#dotted(p, name, c, bound, next);
  }

  /** Compares a chain of names and metavariables with a full dotted name. */
  #dotted(p: number, name: string, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern, code } = this;
    if (pattern.kind[p] === Kind.Metavariable) {
      const binding: Binding = { node: NONE, count: 0, start: code.start[c]!, end: code.end[c]!, text: name };
      this.bind(pattern.value[p]!, binding, bound, next);
    } else if (pattern.kind[p] === Kind.Name) {
      if (pattern.value[p] === name) next(bound);
    } else if (pattern.kind[p] === Kind.Member) {
      const dot = name.lastIndexOf('.');
      if (dot < 0) return;
      this.#dotted(childAs(pattern, p, Role.Property), name.slice(dot + 1), c, bound, more =>
        this.#dotted(childAs(pattern, p, Role.Object), name.slice(0, dot), c, more, next),
      );
    }
  }

  #member(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern, code } = this;
    const property = childAs(pattern, p, Role.Property);
    const object = childAs(pattern, p, Role.Object);
    if (pattern.kind[object] === Kind.Member && pattern.kind[childAs(pattern, object, Role.Property)] === Kind.Dots) {
      // `a. ... .b`: any number of members, calls and indexes between.
      const inner = childAs(pattern, object, Role.Object);
      this.node(property, childAs(code, c, Role.Property), bound, more => {
        for (let at = childAs(code, c, Role.Object); at !== NONE; at = linkBefore(code, at))
          this.node(inner, at, more, next);
      });
      return;
    }
    const there = childAs(code, c, Role.Object);
    this.node(property, childAs(code, c, Role.Property), bound, more => this.node(object, there, more, next));
  }

  /** A name in the code that stands for something else: a constant, or with symbolic propagation what it was given. */
  #throughName(p: number, c: number, bound: Bound | undefined, next: Next): void {
    if (this.options.symbolic_propagation !== true || this.code.kind[c] !== Kind.Name) return;
    const definition = this.names.constants.definitionOf(c);
    if (definition === undefined || definition === c) return;
    this.node(p, definition, bound, next);
  }

  // Literals

  #literal(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern, code } = this;
    const kind = pattern.kind[p]! as Kind;
    const there = code.kind[c]! as Kind;
    if (kind === Kind.Template) {
      if (there === Kind.Template) this.#template(p, c, bound, next);
      else this.#throughName(p, c, bound, next);
      return;
    }
    if (kind === Kind.String) {
      this.#string(p, c, bound, next);
      return;
    }
    if (kind === there) {
      if (sameNumber(pattern.value[p]!, code.value[c]!)) next(bound);
      return;
    }
    if (this.options.constant_propagation === false) return;
    const constant = this.names.constants.of(c);
    if (constant?.value === undefined) {
      this.#throughName(p, c, bound, next);
      return;
    }
    const wanted = pattern.value[p]!;
    if (kind === Kind.Number && constant.kind === 'number' && sameNumber(wanted, String(constant.value))) next(bound);
    else if (kind === Kind.Bool && constant.kind === 'bool' && String(constant.value) === wanted.toLowerCase())
      next(bound);
  }

  #string(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern, code } = this;
    const test = textTest(pattern.value[p]!);
    if (code.kind[c] === Kind.String) {
      this.#text(test, code.value[c]!, c, bound, next);
      return;
    }
    if (code.kind[c] === Kind.Char) {
      if (test.kind !== 'any' && pattern.value[p] === code.value[c]) next(bound);
      return;
    }
    const constant = this.options.constant_propagation === false ? undefined : this.names.constants.of(c);
    if (constant?.kind === 'string') {
      if (constant.value === undefined) {
        if (test.kind === 'any') next(bound);
      } else this.#text(test, String(constant.value), this.#literalOf(c), bound, next);
    } else this.#throughName(p, c, bound, next);
  }

  /** Where the text of a constant is written. */
  #literalOf(c: number): number {
    const definition = this.code.kind[c] === Kind.Name ? this.names.constants.definitionOf(c) : undefined;
    return definition !== undefined && this.code.kind[definition] === Kind.String ? definition : c;
  }

  /** `/.../` is any regular expression, `/$X/` binds its text; also where a name stands for one. */
  #regex(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern, code } = this;
    const definition = code.kind[c] === Kind.Name ? this.names.constants.definitionOf(c) : c;
    if (definition === undefined || code.kind[definition] !== Kind.Regex) return;
    const text = code.value[definition]!;
    const flags = childAs(pattern, p, Role.Flags);
    const found = childAs(code, definition, Role.Flags);
    if (flags !== NONE && (found === NONE || pattern.value[flags] !== code.value[found])) return;
    const test = textTest(pattern.value[p]!);
    if (test.kind !== 'metavariable') this.#text(test, text, definition, bound, next);
    else {
      const start = code.start[definition]! + 1;
      this.bind(test.name, { node: NONE, count: 0, start, end: start + text.length, text }, bound, next);
    }
  }

  #text(test: ReturnType<typeof textTest>, text: string, c: number, bound: Bound | undefined, next: Next): void {
    switch (test.kind) {
      case 'any':
        next(bound);
        return;
      case 'exact':
        if (test.text === text || unescaped(test.text) === unescaped(text)) next(bound);
        return;
      case 'regex':
        if (test.regex.test(text)) next(bound);
        return;
      case 'metavariable': {
        const { code } = this;
        const literal = code.kind[c] === Kind.String;
        const at = literal ? code.text.indexOf(text, code.start[c]!) : code.start[c]!;
        const start = at < 0 ? code.start[c]! : at;
        const end = literal ? start + text.length : code.end[c]!;
        this.bind(test.name, { node: NONE, count: 0, start, end, text }, bound, next);
      }
    }
  }

  /** Interpolated strings: `...` in the text of the pattern stands for any parts. */
  #template(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern, code } = this;
    if (pattern.value[p] !== code.value[c] && pattern.value[p] === 'f') return;
    const wanted = childrenOf(pattern, p);
    const only = wanted.length === 1 && pattern.kind[wanted[0]!] === Kind.String && pattern.value[wanted[0]!] === '...';
    if (only) {
      next(bound);
      return;
    }
    this.#parts(wanted, 0, childrenOf(code, c), 0, bound, next);
  }

  #parts(
    ps: readonly number[],
    i: number,
    cs: readonly number[],
    j: number,
    bound: Bound | undefined,
    next: Next,
  ): void {
    if (i === ps.length) {
      if (j === cs.length) next(bound);
      return;
    }
    const p = ps[i]!;
    const { pattern } = this;
    if (pattern.kind[p] === Kind.Dots || (pattern.kind[p] === Kind.String && pattern.value[p] === '...')) {
      for (let at = j; at <= cs.length; at++) this.#parts(ps, i + 1, cs, at, bound, next);
    } else if (j < cs.length) this.node(p, cs[j]!, bound, more => this.#parts(ps, i + 1, cs, j + 1, more, next));
  }

  // Operators

  #binary(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern, code, options } = this;
    if (code.kind[c] !== Kind.Binary) {
      this.#throughName(p, c, bound, next);
      return;
    }
    const op = pattern.value[p]!;
    if (op !== code.value[c]) return;
    const left = childAs(pattern, p, Role.Left);
    const right = childAs(pattern, p, Role.Right);
    const a = childAs(code, c, Role.Left);
    const b = childAs(code, c, Role.Right);
    if (/^(?:&&|\|\||[&|^])$/.test(op) && options.ac_matching !== false) {
      const commutes = op.length === 1 || options.commutative_boolop === true;
      const wanted = operands(pattern, p, op);
      const found = operands(code, c, op);
      if (wanted.length > 2 || found.length > 2 || commutes) {
        if (commutes) this.#unorderedOperands(wanted, found, bound, next);
        else this.#operands(wanted, 0, found, 0, bound, next);
        return;
      }
    }
    if (op === '+' && [left, right].some(each => pattern.kind[each] === Kind.Dots) && code.kind[a] === Kind.Binary) {
      this.#operands(operands(pattern, p, op), 0, operands(code, c, op), 0, bound, next);
      return;
    }
    this.node(left, a, bound, more => this.node(right, b, more, next));
    if (options.symmetric_eq === true && /^[!=]==?$/.test(op)) {
      this.node(left, b, bound, more => this.node(right, a, more, next));
    }
  }

  /** `a && ... && $X`: dots stand for any operands, a metavariable for one or several. */
  #operands(
    ps: readonly number[],
    i: number,
    cs: readonly number[],
    j: number,
    bound: Bound | undefined,
    next: Next,
  ): void {
    if (i === ps.length) {
      if (j === cs.length) next(bound);
      return;
    }
    const p = ps[i]!;
    if (this.pattern.kind[p] === Kind.Dots) {
      for (let at = j; at <= cs.length; at++) this.#operands(ps, i + 1, cs, at, bound, next);
      return;
    }
    if (j >= cs.length) return;
    this.node(p, cs[j]!, bound, more => this.#operands(ps, i + 1, cs, j + 1, more, next));
    if (this.pattern.kind[p] !== Kind.Metavariable) return;
    for (let to = j + 1; to < cs.length - (ps.length - i - 1); to++) {
      const binding = this.bindingOf(cs[j]!, to - j + 1, cs[to]!);
      this.bind(this.pattern.value[p]!, binding, bound, more => this.#operands(ps, i + 1, cs, to + 1, more, next));
    }
  }

  #unorderedOperands(ps: readonly number[], cs: readonly number[], bound: Bound | undefined, next: Next): void {
    const { pattern } = this;
    const firm = ps.filter(p => pattern.kind[p] !== Kind.Dots && pattern.kind[p] !== Kind.Metavariable);
    const dots = ps.some(p => pattern.kind[p] === Kind.Dots);
    const free = ps.filter(p => pattern.kind[p] === Kind.Metavariable);
    this.#eachIn(firm, cs, bound, (more, rest) => {
      if (free.length === 0) {
        next(more);
      } else if (free.length === 1 && !dots) {
        if (rest.length === 0) return;
        this.bind(pattern.value[free[0]!]!, this.bindingOf(rest[0]!, rest.length, rest.at(-1)!), more, next);
      } else if (rest.length >= free.length && (dots || rest.length >= free.length)) {
        this.#eachIn(free, rest, more, (last, left) => {
          if (dots || left.length === 0) next(last);
        });
      }
    });
  }

  /** Finds a different node for each of the pattern's, in any order. */
  #eachIn(
    ps: readonly number[],
    cs: readonly number[],
    bound: Bound | undefined,
    next: (bound: Bound | undefined, rest: readonly number[]) => void,
  ): void {
    const [p, ...others] = ps;
    if (p === undefined) {
      next(bound, cs);
      return;
    }
    cs.forEach((c, at) => {
      this.node(p, c, bound, more => this.#eachIn(others, [...cs.slice(0, at), ...cs.slice(at + 1)], more, next));
    });
  }

  #assign(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern, code, options } = this;
    const op = pattern.value[p]!;
    const left = childAs(pattern, p, Role.Left);
    const right = childAs(pattern, p, Role.Right);
    if (code.kind[c] === Kind.Assign) {
      const there = code.value[c]!;
      if (op !== there && !(op === '=' && there === ':=')) return;
      this.node(left, childAs(code, c, Role.Left), bound, more =>
        this.node(right, childAs(code, c, Role.Right), more, next),
      );
    } else if (code.kind[c] === Kind.Var && (op === '=' || op === ':=') && options.vardef_assign !== false) {
      const name = childAs(code, c, Role.Name);
      const value = childAs(code, c, Role.Value);
      if (name !== NONE && value !== NONE) this.node(left, name, bound, more => this.node(right, value, more, next));
    }
  }

  // Calls

  #call(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern, code } = this;
    const callee = childAs(pattern, p, Role.Callee);
    const given = childAs(pattern, p, Role.Arguments);
    this.node(callee, childAs(code, c, Role.Callee), bound, more =>
      this.arguments(given, childAs(code, c, Role.Arguments), more, next),
    );
  }

  /** Keyword arguments in any order; the others in theirs. */
  arguments(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern, code } = this;
    const ps = p === NONE ? [] : childrenOf(pattern, p);
    const cs = c === NONE ? [] : childrenOf(code, c);
    const named = ps.filter(each => pattern.kind[each] === Kind.Keyword);
    if (named.length === 0) {
      this.sequence(ps, 0, cs, 0, bound, next);
      return;
    }
    const others = ps.filter(each => pattern.kind[each] !== Kind.Keyword);
    this.#eachIn(
      named,
      cs.filter(each => code.kind[each] === Kind.Keyword),
      bound,
      (more, rest) => {
        this.sequence(
          others,
          0,
          cs.filter(each => code.kind[each] !== Kind.Keyword || rest.includes(each)),
          0,
          more,
          next,
        );
      },
    );
  }

  /** Nodes side by side, in order; dots stand for any number of them. */
  sequence(
    ps: readonly number[],
    i: number,
    cs: readonly number[],
    j: number,
    bound: Bound | undefined,
    next: Next,
  ): void {
    if (i === ps.length) {
      if (j === cs.length) next(bound);
      return;
    }
    const p = ps[i]!;
    const kind = this.pattern.kind[p];
    if (kind === Kind.Dots) {
      if (i === ps.length - 1) next(bound);
      else for (let at = j; at <= cs.length; at++) this.sequence(ps, i + 1, cs, at, bound, next);
    } else if (kind === Kind.Metavariables) {
      for (let to = j; to <= cs.length; to++) {
        if (i === ps.length - 1 && to < cs.length) continue;
        this.bind(this.pattern.value[p]!, this.#span(cs, j, to), bound, more =>
          this.sequence(ps, i + 1, cs, to, more, next),
        );
      }
    } else if (j < cs.length) {
      this.node(p, cs[j]!, bound, more => this.sequence(ps, i + 1, cs, j + 1, more, next));
    }
  }

  #span(cs: readonly number[], from: number, to: number): Binding {
    if (from < to) return this.bindingOf(cs[from]!, to - from, cs[to - 1]!);
    const at = from < cs.length ? this.code.start[cs[from]!]! : from > 0 ? this.code.end[cs[from - 1]!]! : 0;
    return { node: NONE, count: 0, start: at, end: at, text: '' };
  }

  // Statements

  /**
   * Statements side by side. `lessIsOk`: what follows the last one does not matter. `next` gets the last statement that was met.
   * Dots also reach into the blocks of the statements that they pass.
   */
  statements(
    ps: readonly number[],
    i: number,
    cs: readonly number[],
    j: number,
    lessIsOk: boolean,
    bound: Bound | undefined,
    next: (bound: Bound | undefined, last: number) => void,
    last = NONE,
    outside?: Outside,
  ): void {
    if (++this.#steps > STEPS_OF_A_PLACE) return;
    if (i === ps.length) {
      if (lessIsOk || j >= cs.length) next(bound, last);
      return;
    }
    const p = ps[i]!;
    const kind = this.pattern.kind[p];
    if (kind === Kind.Dots) {
      if (i === ps.length - 1) {
        next(bound, j < cs.length ? cs.at(-1)! : last);
        return;
      }
      this.#placesFrom(cs, j, outside, (list, at, around) =>
        this.statements(ps, i + 1, list, at, lessIsOk, bound, next, last, around),
      );
      if (ps.slice(i + 1).every(each => this.pattern.kind[each] === Kind.Dots)) next(bound, last);
      return;
    }
    if (kind === Kind.Metavariables) {
      for (let to = j; to <= cs.length; to++) {
        if (i === ps.length - 1 && !lessIsOk && to < cs.length) continue;
        this.bind(this.pattern.value[p]!, this.#span(cs, j, to), bound, more =>
          this.statements(ps, i + 1, cs, to, lessIsOk, more, next, to > j ? cs[to - 1]! : last, outside),
        );
      }
      return;
    }
    if (j >= cs.length) return;
    const c = cs[j]!;
    this.node(p, c, bound, more => this.statements(ps, i + 1, cs, j + 1, lessIsOk, more, next, c, outside));
  }

  /** Every statement that dots can lead to: those that follow, those in their blocks, and those behind the blocks these stand in. */
  #placesFrom(
    cs: readonly number[],
    j: number,
    outside: Outside | undefined,
    each: (list: readonly number[], at: number, outside: Outside | undefined) => void,
  ): void {
    for (let at = j; at < cs.length; at++) {
      each(cs, at, outside);
      if (this.options.go_deeper_stmt === false) continue;
      const around = { list: cs, next: at + 1, outside };
      for (const block of this.#blocksIn(cs[at]!)) this.#placesInside(block, around, each);
    }
    if (outside) this.#placesFrom(outside.list, outside.next, outside.outside, each);
  }

  #placesInside(
    list: readonly number[],
    around: Outside,
    each: (list: readonly number[], at: number, outside: Outside | undefined) => void,
  ): void {
    for (let at = 0; at < list.length; at++) {
      each(list, at, around);
      const inner = { list, next: at + 1, outside: around };
      for (const block of this.#blocksIn(list[at]!)) this.#placesInside(block, inner, each);
    }
  }

  readonly #blocks = new Map<number, readonly (readonly number[])[]>();

  /** The lists of statements right inside a statement, not those in its expressions. */
  #blocksIn(statement: number): readonly (readonly number[])[] {
    let blocks = this.#blocks.get(statement);
    if (!blocks) {
      blocks = isStatement(this.code.kind[statement]! as Kind) ? listsIn(this.code, statement) : [];
      this.#blocks.set(statement, blocks);
    }
    return blocks;
  }

  #statement(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern, code } = this;
    const inner = pattern.first[p]!;
    const kind = code.kind[c]! as Kind;
    if (pattern.kind[inner] === Kind.Deep) {
      if (isStatement(kind)) this.#deep(pattern.first[inner]!, c, bound, next);
      return;
    }
    if (pattern.kind[inner] === Kind.Metavariable && pattern.kind[p] === Kind.ExprStmt) {
      if (isStatement(kind)) this.node(inner, c, bound, next);
      return;
    }
    if (kind === Kind.ExprStmt) {
      let met = false;
      this.node(inner, code.first[c]!, bound, more => {
        met = true;
        next(more);
      });
      if (!met && this.options.implicit_deep_exprstmt !== false && pattern.kind[inner] !== Kind.Assign) {
        this.#deep(inner, code.first[c]!, bound, next, true);
      }
      return;
    }
    if (kind === Kind.Var) this.node(inner, c, bound, next);
    if (pattern.kind[inner] === Kind.Assign || this.options.implicit_deep_exprstmt === false) return;
    if (kind === Kind.Var || kind === Kind.Return || kind === Kind.Throw) {
      for (let at = code.first[c]!; at !== NONE; at = code.next[at]!) {
        if (isExpression(code.kind[at]! as Kind) && code.role[at] !== Role.Name)
          this.#deep(inner, at, bound, next, true);
      }
    } else if (
      kind === Kind.If ||
      kind === Kind.While ||
      kind === Kind.Switch ||
      kind === Kind.ForEach ||
      kind === Kind.With
    ) {
      for (let at = code.first[c]!; at !== NONE; at = code.next[at]!) {
        const role = code.role[at];
        if (role === Role.Condition || role === Role.Subject || role === Role.Iterable)
          this.#deep(inner, at, bound, next, true);
      }
    }
  }

  /** Imports of a module, or of one below it. */
  #import(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern, code } = this;
    let met = false;
    this.#alike(p, c, bound, more => {
      met = true;
      next(more);
    });
    if (met) return;
    const wanted = childAs(pattern, p, Role.Module);
    const module = pattern.value[p];
    const there = code.value[c];
    if (wanted === NONE || !module || !there) return;
    const written = pattern.kind[wanted] === Kind.String;
    if (!written && !/^[\w.]+$/.test(module)) return;
    const below = there.startsWith(written ? `${module}/` : `${module}.`);
    if (below || module === there) this.#alike(p, c, bound, next, Role.Module);
  }

  /** `const x = require('m')` is an import of the whole module. */
  #required(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern, code } = this;
    const value = childAs(code, c, Role.Value);
    const wanted = childAs(pattern, p, Role.Module);
    if (value === NONE || wanted === NONE || code.kind[value] !== Kind.Call) return;
    if (code.value[childAs(code, value, Role.Callee)] !== this.file.language.importCall) return;
    const module = code.first[childAs(code, value, Role.Arguments)]!;
    if (module === NONE) return;
    const names = childrenOf(pattern, p).filter(child => pattern.kind[child] === Kind.ImportName);
    const first = names[0] ?? NONE;
    const whole = names.length === 1 && pattern.value[childAs(pattern, first, Role.Name)] === 'default';
    if (names.length > 0 && !whole) return;
    const alias = childAs(pattern, whole ? first : p, Role.Alias);
    this.node(wanted, module, bound, more => {
      if (alias === NONE) next(more);
      else this.node(alias, childAs(code, c, Role.Name), more, next);
    });
  }

  /** Functions with or without a name: `function ...` is any, and one that is a value has no name that counts. */
  #function(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern, code } = this;
    const name = childAs(pattern, p, Role.Name);
    if (code.kind[c] !== Kind.Function) {
      const value = name === NONE || !this.file.language.typesAnnotate ? NONE : functionGiven(code, c);
      if (value === NONE) this.#throughName(p, c, bound, next);
      else {
        this.node(name, childAs(code, c, Role.Name), bound, more => this.#alike(p, value, more, next, Role.Name));
      }
      return;
    }
    const there = childAs(code, c, Role.Name);
    const anyName = name === NONE || pattern.kind[name] === Kind.Dots || pattern.kind[name] === Kind.Metavariable;
    if (anyName && (name === NONE || there === NONE || pattern.kind[name] === Kind.Dots)) {
      if (name === NONE && isDefinition(code, c) && pattern.value[p] === 'lambda') return;
      if (name !== NONE && pattern.kind[name] === Kind.Metavariable && code.kind[code.parent[c]!] === Kind.Var) return;
      this.#alike(p, c, bound, next, Role.Name);
    } else this.#alike(p, c, bound, next);
  }

  /** `const $X = ...` with modifiers and types that may be left out. */
  #declaration(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern, code } = this;
    if (code.kind[c] !== Kind.Var) return;
    const how = pattern.value[p];
    const there = code.value[c];
    if (
      how &&
      how !== there &&
      how !== 'field' &&
      !(how === 'var' && !there) &&
      !(how === 'var' && this.options.let_is_var && there === 'let')
    )
      return;
    const value = childAs(pattern, p, Role.Value);
    if (value === NONE && childAs(code, c, Role.Value) !== NONE && !this.file.language.bareDeclarationsMatch) return;
    this.#alike(p, c, bound, next);
  }

  #implicitReturn(p: number, c: number, bound: Bound | undefined, next: Next): void {
    const { pattern } = this;
    const statements = childrenOf(pattern, p);
    if (statements.every(each => pattern.kind[each] === Kind.Dots)) {
      next(bound);
      return;
    }
    const firm = statements.filter(each => pattern.kind[each] !== Kind.Dots);
    if (firm.length !== 1 || this.options.implicit_return === false) return;
    const only = firm[0]!;
    if (pattern.kind[only] === Kind.Return && pattern.first[only] !== NONE)
      this.node(pattern.first[only]!, c, bound, next);
    else if (pattern.kind[only] === Kind.ExprStmt) this.#deep(pattern.first[only]!, c, bound, next);
  }

  // Everything else: the same kind, the same value, and children that match by their role

  #alike(p: number, c: number, bound: Bound | undefined, next: Next, without?: Role): void {
    const { pattern, code } = this;
    if (!this.#sameValue(p, c)) return;
    const all = groupsOf(pattern, p);
    const groups = without === undefined ? all : all.filter(group => group.role !== without);
    const roles = new Set(groups.map(group => group.role));
    const kind = pattern.kind[p]! as Kind;
    for (let child = code.first[c]!; child !== NONE; child = code.next[child]!) {
      const role = code.role[child]! as Role;
      if (roles.has(role) || role === without || leftOut(kind, role)) continue;
      if (
        without === Role.Module &&
        code.kind[child] === Kind.ImportName &&
        (this.file.language.importCall || code.value[code.first[child]!] === '*')
      )
        continue;
      return;
    }
    this.#groups(groups, 0, p, c, bound, next);
  }

  #sameValue(p: number, c: number): boolean {
    const { pattern, code } = this;
    const kind = pattern.kind[p];
    const wanted = pattern.value[p];
    const found = code.value[c];
    if (wanted === found) return true;
    switch (kind) {
      case Kind.Import:
      case Kind.Export:
      case Kind.ForEach:
      case Kind.Case:
      case Kind.Package:
        return true;
      case Kind.Function:
        return sameSort(wanted, found);
      case Kind.Var:
        return true;
      case Kind.Regex:
        return wanted === '...' || /^\$/.test(wanted ?? '');
      case Kind.Parameter:
        return !wanted;
      case Kind.Text:
        return wanted?.trim() === '...' || wanted?.trim() === found?.trim();
      default:
        return false;
    }
  }

  #groups(groups: readonly Group[], at: number, p: number, c: number, bound: Bound | undefined, next: Next): void {
    const group = groups[at];
    if (!group) {
      next(bound);
      return;
    }
    const { pattern, code } = this;
    const go: Next = more => this.#groups(groups, at + 1, p, c, more, next);
    const ps = group.nodes;
    const cs: number[] = [];
    for (let child = code.first[c]!; child !== NONE; child = code.next[child]!) {
      if (code.role[child] === group.role) cs.push(child);
    }
    const kind = pattern.kind[p]! as Kind;
    const how = unordered(kind, group.role);
    const oneOfSeveral = kind === Kind.Catch && pattern.kind[ps[0]!] === Kind.Collection && cs.length === 1;
    if (oneOfSeveral && code.kind[cs[0]!] !== Kind.Collection) {
      this.sequence(childrenOf(pattern, ps[0]!), 0, cs, 0, bound, go);
      return;
    }
    if (how) this.#anyOrder(ps, cs, how === 'some' || this.#impliedDots(kind), bound, go);
    else if (
      cs.length === 0 &&
      ps.length === 1 &&
      pattern.kind[ps[0]!] === Kind.Parameters &&
      pattern.first[ps[0]!] === NONE
    )
      go(bound);
    else if (group.role === Role.Arguments) this.arguments(ps[0]!, cs[0] ?? NONE, bound, go);
    else if (group.role === Role.Type || group.role === Role.Super) this.#types(ps, cs, group.role, bound, go);
    else if (ps.length === 1 && cs.length === 1 && pattern.kind[ps[0]!] !== Kind.Metavariables)
      this.node(ps[0]!, cs[0]!, bound, go);
    else if (
      ps.length === 1 &&
      pattern.kind[ps[0]!] === Kind.Block &&
      childrenOf(pattern, ps[0]!).every(each => pattern.kind[each] === Kind.Dots)
    ) {
      go(bound);
    } else this.sequence(ps, 0, cs, 0, bound, go);
  }

  #types(ps: readonly number[], cs: readonly number[], role: Role, bound: Bound | undefined, next: Next): void {
    const { pattern } = this;
    if (role === Role.Super) {
      this.#anyOrder(ps, cs, true, bound, next);
      return;
    }
    if (ps.length === 1 && cs.length === 1) this.type(ps[0]!, cs[0]!, bound, next);
    else if (ps.every(p => pattern.kind[p] === Kind.Dots)) next(bound);
    else this.sequence(ps, 0, cs, 0, bound, next);
  }

  /** Objects and classes may have more members than a pattern says. */
  #impliedDots(kind: Kind): boolean {
    if (this.options.implicit_ellipsis === false) return false;
    return kind === Kind.ClassBody || (kind === Kind.Dict && this.file.language.openObjects === true);
  }

  #anyOrder(ps: readonly number[], cs: readonly number[], more: boolean, bound: Bound | undefined, next: Next): void {
    const { pattern } = this;
    const firm = ps.filter(p => pattern.kind[p] !== Kind.Dots && pattern.kind[p] !== Kind.Metavariables);
    const rest = ps.find(p => pattern.kind[p] === Kind.Metavariables);
    const open = more || firm.length < ps.length;
    this.#eachIn(firm, cs, bound, (last, left) => {
      if (!open && left.length > 0) return;
      if (rest === undefined) next(last);
      else this.bind(pattern.value[rest]!, this.#span(left, 0, left.length), last, next);
    });
  }
}

/** The list that a block stands in, and what follows it there. */
interface Outside {
  readonly list: readonly number[];
  readonly next: number;
  readonly outside: Outside | undefined;
}

interface Group {
  readonly role: Role;
  readonly nodes: readonly number[];
}

const groupsOfTrees = new WeakMap<Tree, Map<number, readonly Group[]>>();

/** The children of a node of a pattern by their role. */
function groupsOf(tree: Tree, node: number): readonly Group[] {
  let known = groupsOfTrees.get(tree);
  if (!known) {
    known = new Map();
    groupsOfTrees.set(tree, known);
  }
  let groups = known.get(node);
  if (!groups) {
    const found: { role: Role; nodes: number[] }[] = [];
    for (const child of childrenOf(tree, node)) {
      const role = tree.role[child]! as Role;
      const group = found.find(each => each.role === role);
      if (group) group.nodes.push(child);
      else found.push({ role, nodes: [child] });
    }
    groups = found;
    known.set(node, groups);
  }
  return groups;
}

/** What stands before a member, call or index in a chain. */
function linkBefore(tree: Tree, node: number): number {
  switch (tree.kind[node]) {
    case Kind.Member:
    case Kind.Index:
      return childAs(tree, node, Role.Object);
    case Kind.Call:
      return childAs(tree, node, Role.Callee);
    default:
      return NONE;
  }
}

function operands(tree: Tree, node: number, op: string): number[] {
  if (tree.kind[node] !== Kind.Binary || tree.value[node] !== op) return [node];
  return [
    ...operands(tree, childAs(tree, node, Role.Left), op),
    ...operands(tree, childAs(tree, node, Role.Right), op),
  ];
}

function listsIn(code: Tree, node: number): number[][] {
  const lists: number[][] = [];
  for (let child = code.first[node]!; child !== NONE; child = code.next[child]!) {
    switch (code.kind[child]) {
      case Kind.Block:
      case Kind.ClassBody:
        lists.push(childrenOf(code, child));
        break;
      case Kind.Case:
      case Kind.Catch:
        lists.push(...listsIn(code, child));
        break;
      case Kind.If:
      case Kind.For:
      case Kind.While:
        lists.push([child]);
        break;
      default:
        break;
    }
  }
  return lists;
}

function sameSort(wanted: string | undefined, found: string | undefined): boolean {
  if (wanted === 'getter' || wanted === 'setter') return wanted === found;
  return true;
}

/** The function that a variable is given where it is declared. */
function functionGiven(code: Tree, c: number): number {
  if (code.kind[c] !== Kind.Var) return NONE;
  const value = childAs(code, c, Role.Value);
  return value !== NONE && code.kind[value] === Kind.Function ? value : NONE;
}

/** Whether a function or class is declared here, and not a value. */
function isDefinition(code: Tree, c: number): boolean {
  const above = code.kind[code.parent[c]!];
  return above === Kind.Block || above === Kind.Program || above === Kind.ClassBody || above === Kind.Case;
}

function sameNumber(one: string, other: string): boolean {
  if (one === other) return true;
  const number = Number(one);
  return !Number.isNaN(number) && number === Number(other);
}

const builtIns: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    string: 'string String str java.lang.String System.String',
    int: 'int Integer Int64 int64 int32 Int32 number long Long java.lang.Integer java.lang.Long',
    float: 'float Float double Double float64 java.lang.Double java.lang.Float',
    bool: 'bool boolean Boolean java.lang.Boolean',
    char: 'char Character rune',
  }).flatMap(([kind, names]) => names.split(' ').map(name => [name, kind])),
);

function builtInOf(name: string): string | undefined {
  return Object.hasOwn(builtIns, name) ? builtIns[name] : undefined;
}
