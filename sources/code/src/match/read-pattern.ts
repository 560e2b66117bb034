import { Kind, Role } from '../syntax/kinds.js';
import type { Language, PatternFrame } from '../syntax/language.js';
import { parse } from '../syntax/parse.js';
import { childAs, childrenOf, NONE, type Tree, TreeBuilder } from '../syntax/tree.js';
import { type Pattern, PatternFault } from './match.js';

/** A letter that every grammar takes in names and nobody writes: it stands for the `$` and the dots of patterns. */
const MARK = '\uA66E';
const DOTS = MARK.repeat(3);
const TYPED = MARK.repeat(2);

/** Reads a pattern with the grammar of its language. Throws a PatternFault. */
export async function readPattern(text: string, language: Language): Promise<Pattern> {
  const trimmed = text.replace(/\s+$/, '');
  const marked = markPattern(trimmed, language);
  let best: { tree: Tree; faults: number } | undefined;
  for (const frame of language.patterns.frames) {
    const read = await readInFrame(marked, frame, language);
    if (read && read.faults === 0 && read.roots.length > 0) {
      return patternOf(text, trimmed, language, read.tree, read.roots, isPartial(frame));
    }
    if (read && (!best || read.faults < best.faults)) best = { tree: read.tree, faults: read.faults };
  }
  throw faultOf(trimmed, language, best?.tree);
}

/** Says where the grammar stopped to understand. */
function faultOf(text: string, language: Language, tree: Tree | undefined): PatternFault {
  const at = Math.min(tree?.broken[0]?.start ?? 0, text.length);
  const before = text.slice(0, at).split('\n');
  return new PatternFault(
    `this is no ${language.id} that a pattern can be read from`,
    before.length,
    (before.at(-1)?.length ?? 0) + 1,
  );
}

// The text that the grammar gets

const METAVARIABLE = /\$(?:\.\.\.)?[A-Z_][A-Z_0-9]*/y;
const TYPED_BEFORE = /\(\s*([^();={}]{1,120}?(?:\([^()]{0,60}\))?)\s+\$([A-Z_][A-Z_0-9]*)\s*\)/y;
const TYPED_AFTER =
  /\(\s*\$([A-Z_][A-Z_0-9]*)\s*:\s*([^()=;]{1,120}?(?:\([^()]{0,60}\)[^()=;]{0,60})?)\s*\)(?!\s*(?:=>|\{|:))/y;

/** Writes metavariables and dots as names; everything but typed metavariables keeps its place. */
function markPattern(text: string, language: Language): string {
  const { typed } = language.patterns;
  let out = '';
  let deep = 0;
  for (let at = 0; at < text.length; ) {
    const typedHere = text[at] === '(' && mayBeTyped(out, language) ? typedAt(text, at, language) : undefined;
    if (
      typedHere &&
      language.patterns.typedOrder === 'type first' &&
      /^\s{0,9}=(?!=)/.test(text.slice(typedHere.end))
    ) {
      out += `${markPattern(typedHere.type, language)} ${TYPED}${typedHere.name}`;
      at = typedHere.end;
    } else if (typedHere) {
      out += `(${typed.replace('NAME', TYPED + typedHere.name).replace('TYPE', markPattern(typedHere.type, language))})`;
      at = typedHere.end;
    } else if (text[at] === '$' && matchAt(METAVARIABLE, text, at)) {
      const name = matchAt(METAVARIABLE, text, at)![0];
      const braces =
        language.patterns.bracedAttributes &&
        /<[\w$\uA66E][^<>]{0,400}=\s{0,9}$/.test(out.slice(-500)) &&
        !/[=<>{(]\s{0,9}=\s{0,9}$/.test(out.slice(-20));
      if (braces) out += `{${MARK}${name.slice(1)}}`;
      else out += name.startsWith('$...') ? `${DOTS}${MARK}${name.slice(4)}` : `${MARK}${name.slice(1)}`;
      at += name.length;
    } else if (text.startsWith('<...', at) && /[\s(]/.test(text[at + 4] ?? '')) {
      out += `${DOTS}(`;
      at += 4;
      deep++;
    } else if (deep > 0 && text.startsWith('...>', at)) {
      out += '   )';
      at += 4;
      deep--;
    } else if (text.startsWith('...', at) && isSpread(text, at)) {
      out += '...';
      at += 3;
    } else if (text.startsWith('...', at)) {
      out += DOTS;
      at += 3;
    } else {
      out += text[at];
      at++;
    }
  }
  return out;
}

/** Dots that belong to the language: `...$ARGS`, `double... $X`, `args...`. */
function isSpread(text: string, at: number): boolean {
  return /[\w$[{]/.test(text[at + 3] ?? '') || /[\w\])]/.test(text[at - 1] ?? '');
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Whether a parenthesis is not that of a call, or may be both. */
function mayBeTyped(before: string, { patterns }: Language): boolean {
  const text = before.trimEnd();
  if (!/[\w\])]$/.test(text.slice(-1))) return true;
  if (/\b(?:return|await|yield|in|and|or|not|case|throw|else)$/.test(text)) return true;
  return patterns.typedArguments === true && !/\bdef\s{1,9}\S{1,99}$/.test(text.slice(-120));
}

/** A typed metavariable that begins here, with its parentheses. */
function typedAt(
  text: string,
  at: number,
  language: Language,
): { name: string; type: string; end: number } | undefined {
  if (language.patterns.typedOrder === 'type first') {
    const found = matchAt(TYPED_BEFORE, text, at);
    if (!found || /^(?:new|return|await|throw|in|ref|out)\b/.test(found[1]!) || /[,:?&|+]\s*$|->|=>/.test(found[1]!))
      return undefined;
    if (/^\s*(?:->|=>|\{)/.test(text.slice(at + found[0].length))) return undefined;
    if (/\b(?:catch|if|while|switch|for|foreach|using)\s*$/.test(text.slice(0, at))) return undefined;
    return { name: found[2]!, type: found[1]!, end: at + found[0].length };
  }
  const found = matchAt(TYPED_AFTER, text, at);
  return found ? { name: found[1]!, type: found[2]!, end: at + found[0].length } : undefined;
}

/** The same text with the dots that the grammar does not take as names written another way, until it takes all. */
async function readInFrame(
  marked: string,
  frame: PatternFrame,
  language: Language,
): Promise<{ tree: Tree; roots: number[]; faults: number } | undefined> {
  const places = placesIn(marked, language);
  const write = () => {
    let out = '';
    let from = 0;
    for (const { start, name, form } of places) {
      out += marked.slice(from, start) + form.replaceAll('DOTS', name);
      from = start + name.length;
    }
    return out + marked.slice(from);
  };
  const read = async () => {
    const pattern = write();
    const start = frame.text.indexOf('PATTERN');
    const whole = frame.text.replace('PATTERN', () => pattern);
    const tree = await parse(whole, language, language.patterns.path);
    return { tree, start, end: start + pattern.length, faults: faultsOf(tree) };
  };
  let now = await read();
  const attempt = async (some: readonly Place[]) => {
    for (const form of language.patterns.dots) {
      if (now.faults === 0) return;
      const before = some.map(place => place.form);
      for (const place of some) place.form = place.lone ? form.replace(/[^A-Z ]/g, '').trim() : form;
      const tried = await read();
      if (tried.faults < now.faults) now = tried;
      else for (const [at, place] of some.entries()) place.form = before[at]!;
    }
  };
  // Those between the same brackets are mostly written alike; where they are not, one after the other.
  const groups = [...new Set(places.map(place => place.group))].map(group =>
    places.filter(place => place.group === group),
  );
  const single = places.map(place => [place]);
  const first = { now, forms: places.map(place => place.form) };
  for (const some of [...groups, ...single]) await attempt(some);
  if (now.faults > 0 && places.length > 1) {
    now = first.now;
    for (const [at, place] of places.entries()) place.form = first.forms[at]!;
    for (const some of [...single, ...groups]) await attempt(some);
  }
  if (now.faults > 0) return { tree: now.tree, roots: [], faults: now.faults };
  const { tree } = now;
  let { start, end } = now;
  while (start < end && /\s/.test(tree.text[start]!)) start++;
  while (end > start && /\s/.test(tree.text[end - 1]!)) end--;
  const roots = isPartial(frame) ? partialRoots(tree, start) : rootsWithin(tree, start, end);
  if (frame.one && roots.length !== 1) return { tree, roots: [], faults: 0 };
  return { tree, roots, faults: 0 };
}

/** A place of the pattern that the grammar may want written another way. */
interface Place {
  readonly start: number;
  readonly name: string;
  form: string;
  /** The bracket it stands in. */
  readonly group: number;
  /** Whether it is a metavariable alone in a list, which may lack its type. */
  readonly lone: boolean;
}

function placesIn(marked: string, language: Language): Place[] {
  const found = marked.matchAll(
    new RegExp(`${DOTS}(?:${MARK}[A-Z_0-9]*)?(?!\\()|(?<=[(,]\\s{0,9})${MARK}[A-Z_][A-Z_0-9]*(?=\\s{0,9}[,)])`, 'g'),
  );
  const opened: number[] = [];
  const groups = new Int32Array(marked.length);
  for (let at = 0; at < marked.length; at++) {
    if ('([{'.includes(marked[at]!)) opened.push(at);
    groups[at] = opened.at(-1) ?? -1;
    if (')]}'.includes(marked[at]!)) opened.pop();
  }
  return [...found].map(({ 0: name, index: start }) => {
    const lone = !name.startsWith(DOTS);
    const form = lone ? 'DOTS' : firstForm(marked, start, start + name.length, language);
    return { start, name, form, group: groups[start]!, lone };
  });
}

/** Dots alone on their line are a statement from the start, lest the next line go on with them. */
function firstForm(marked: string, start: number, end: number, { patterns }: Language): string {
  if (patterns.lineDots === undefined) return 'DOTS';
  const alone = /(?:^|\n)[ \t]{0,200}$/.test(marked.slice(0, start)) && /^[ \t]{0,200}\n/.test(marked.slice(end));
  return alone ? patterns.lineDots : 'DOTS';
}

/** How much the grammar did not understand: each fault counts, long ones more. */
function faultsOf(tree: Tree): number {
  return tree.broken.reduce((sum, { start, end }) => sum + 1 + Math.min(end - start, 1000) / 1001, 0);
}

/** The outermost nodes that lie within the pattern; a list of statements gives its statements. */
function rootsWithin(tree: Tree, start: number, end: number): number[] {
  const roots: number[] = [];
  for (let node = 0; node < tree.size; ) {
    const tail = tree.text[end] === ';' ? end + 1 : end;
    const inside = tree.start[node]! >= start && tree.end[node]! <= tail && tree.end[node]! > tree.start[node]!;
    if (inside && !isFrameList(tree, node)) {
      roots.push(node);
      node = tree.last[node]!;
    } else node++;
  }
  return roots;
}

/** A frame that adds the body of a definition, which the pattern leaves open. */
function isPartial(frame: PatternFrame): boolean {
  return /^[^P]{0,200}PATTERN\s{0,9}(?:\{\s{0,9}\}|\n\s{1,20}pass)/.test(frame.text);
}

/** The outermost node that begins with the pattern. */
function partialRoots(tree: Tree, start: number): number[] {
  for (let node = 1; node < tree.size; node++) if (tree.start[node] === start) return [node];
  return [];
}

/** Lists that have no braces of their own, so that the pattern is what they hold. */
function isFrameList(tree: Tree, node: number): boolean {
  const kind = tree.kind[node];
  if (kind === Kind.Program) return true;
  const lists = kind === Kind.Block || kind === Kind.ClassBody || kind === Kind.Arguments || kind === Kind.Parameters;
  return lists && !/[{(<[]/.test(tree.text[tree.start[node]!]!);
}

// The tree of the pattern

function patternOf(
  text: string,
  trimmed: string,
  language: Language,
  from: Tree,
  roots: readonly number[],
  partial: boolean,
): Pattern {
  const to = new TreeBuilder();
  to.open(Kind.Program, Role.None, 0, from.text.length);
  for (const root of roots) {
    const only = roots.length === 1 && from.kind[root] === Kind.ExprStmt && !trimmed.endsWith(';');
    const role = from.role[root] === Role.Finally ? Role.Finally : Role.None;
    if (partial) rewriteOpen(from, root, to);
    else rewrite(from, only ? from.first[root]! : root, to, role);
  }
  to.close();
  const tree = to.finish(language.id, from.text, []);
  const metavariables = new Set<string>();
  for (let node = 0; node < tree.size; node++) {
    const kind = tree.kind[node];
    if (kind === Kind.Metavariable || kind === Kind.Metavariables || kind === Kind.TypedMetavariable) {
      metavariables.add(tree.value[node]!);
    } else if (kind === Kind.String || kind === Kind.Regex) {
      for (const [name] of tree.value[node]!.matchAll(/\$(?:\.\.\.)?[A-Z_][A-Z_0-9]*/g)) metavariables.add(name);
    }
  }
  return { text, language, tree, metavariables, words: wordsOf(tree, language) };
}

/** Kinds that are nothing but dots when all they hold is the name of the dots. */
const holders: ReadonlySet<Kind> = new Set([
  Kind.ExprStmt,
  Kind.Var,
  Kind.Parameter,
  Kind.Pair,
  Kind.Spread,
  Kind.Attribute,
  Kind.Keyword,
  Kind.Case,
  Kind.ImportName,
  Kind.TypeParameters,
  Kind.Other,
  Kind.Catch,
  Kind.WithItem,
  Kind.Import,
  Kind.Labeled,
]);

/** A definition whose body was added by its frame. */
function rewriteOpen(from: Tree, node: number, to: TreeBuilder): void {
  to.open(from.kind[node]! as Kind, Role.None, from.start[node]!, from.end[node]!, unmark(from.value[node]));
  for (const child of childrenOf(from, node)) {
    if (from.role[child] !== Role.Body) rewrite(from, child, to, from.role[child]! as Role);
  }
  to.close();
}

function rewrite(from: Tree, node: number, to: TreeBuilder, role: Role): void {
  const kind = from.kind[node]! as Kind;
  const start = from.start[node]!;
  const end = from.end[node]!;
  const dots = holders.has(kind) ? onlyDots(from, node) : undefined;
  if (dots !== undefined) {
    leafOf(to, dots, role, start, end);
    return;
  }
  if (kind === Kind.Text && unmark(from.value[node])?.trim() === '...') {
    to.leaf(Kind.Dots, role, start, end);
    return;
  }
  if (kind === Kind.Name && from.value[node]!.includes(MARK)) {
    leafOf(to, from.value[node]!, role, start, end);
    return;
  }
  if (kind === Kind.Call && isDeep(from, node)) {
    to.open(Kind.Deep, role, start, end);
    const inner = from.first[childAs(from, node, Role.Arguments)]!;
    rewriteDeep(from, inner, to);
    to.close();
    return;
  }
  if (kind === Kind.Var && isTypedMark(from, childAs(from, node, Role.Name))) {
    rewriteTypedVar(from, node, to, role);
    return;
  }
  const typed = typedName(from, node);
  if (typed) {
    to.open(Kind.TypedMetavariable, role, start, end, `$${typed.name}`);
    rewrite(from, typed.type, to, Role.Type);
    to.close();
    return;
  }
  to.open(kind, role, start, end, unmark(from.value[node]));
  const doubled = kind === Kind.Parameter && isDoubled(from, node);
  for (const child of childrenOf(from, node)) {
    if (!doubled || from.role[child] !== Role.Type) rewrite(from, child, to, from.role[child]! as Role);
  }
  to.close();
}

/** A parameter that was written with its name as its type, for the grammar. */
function isDoubled(from: Tree, node: number): boolean {
  const name = childAs(from, node, Role.Name);
  const type = childAs(from, node, Role.Type);
  return (
    name !== NONE &&
    type !== NONE &&
    from.value[name] === from.value[type] &&
    from.value[name]?.startsWith(MARK) === true
  );
}

function isTypedMark(from: Tree, name: number): boolean {
  return (
    name !== NONE &&
    from.kind[name] === Kind.Name &&
    from.value[name]!.startsWith(TYPED) &&
    !from.value[name]!.startsWith(DOTS)
  );
}

/** `(T $X) = value`, which was written as a declaration. */
function rewriteTypedVar(from: Tree, node: number, to: TreeBuilder, role: Role): void {
  const name = childAs(from, node, Role.Name);
  to.open(Kind.ExprStmt, role, from.start[node]!, from.end[node]!);
  to.open(Kind.Assign, Role.None, from.start[node]!, from.end[node]!, '=');
  to.open(Kind.TypedMetavariable, Role.Left, from.start[name]!, from.end[name]!, `$${from.value[name]!.slice(2)}`);
  rewrite(from, childAs(from, node, Role.Type), to, Role.Type);
  to.close();
  rewrite(from, childAs(from, node, Role.Value), to, Role.Right);
  to.close();
  to.close();
}

/** `<... $X = 1 ...>` was read as a keyword argument where assignments are no expressions. */
function rewriteDeep(from: Tree, inner: number, to: TreeBuilder): void {
  if (from.kind[inner] !== Kind.Keyword) {
    rewrite(from, inner, to, Role.None);
    return;
  }
  to.open(Kind.Assign, Role.None, from.start[inner]!, from.end[inner]!, '=');
  rewrite(from, childAs(from, inner, Role.Name), to, Role.Left);
  rewrite(from, childAs(from, inner, Role.Value), to, Role.Right);
  to.close();
}

function leafOf(to: TreeBuilder, name: string, role: Role, start: number, end: number): void {
  if (name === DOTS) to.leaf(Kind.Dots, role, start, end);
  else if (name.startsWith(DOTS + MARK)) to.leaf(Kind.Metavariables, role, start, end, `$...${name.slice(4)}`);
  else if (name.startsWith(TYPED)) to.leaf(Kind.Metavariable, role, start, end, `$${name.slice(2)}`);
  else if (/^\uA66E[A-Z_][A-Z_0-9]*$/.test(name)) to.leaf(Kind.Metavariable, role, start, end, `$${name.slice(1)}`);
  else to.leaf(Kind.Name, role, start, end, unmark(name));
}

function unmark(value: string | undefined): string | undefined {
  return value?.includes(MARK)
    ? value
        .replaceAll(DOTS + MARK, '$...')
        .replaceAll(DOTS, '...')
        .replaceAll(MARK, '$')
    : value;
}

/** The name of the dots, where a node holds nothing else. */
function onlyDots(tree: Tree, node: number): string | undefined {
  let name: string | undefined;
  for (let at = node + 1; at < tree.last[node]!; at++) {
    const kind = tree.kind[at];
    if (kind === Kind.Name) {
      if (!tree.value[at]!.startsWith(DOTS) || (name !== undefined && name !== tree.value[at])) return undefined;
      name = tree.value[at];
    } else if (kind !== Kind.Block && kind !== Kind.Parameters && kind !== Kind.Arguments && !holders.has(kind as Kind))
      return undefined;
    else if (kind === Kind.Block && tree.first[at] !== NONE) return undefined;
  }
  const text = tree.text.slice(tree.start[node], tree.end[node]);
  return name !== undefined &&
    /[({]/.test(text) &&
    tree.kind[node] !== Kind.ExprStmt &&
    tree.kind[node] !== Kind.Attribute
    ? undefined
    : name;
}

function isDeep(tree: Tree, node: number): boolean {
  const callee = childAs(tree, node, Role.Callee);
  const given = childAs(tree, node, Role.Arguments);
  return (
    callee !== NONE &&
    tree.kind[callee] === Kind.Name &&
    tree.value[callee] === DOTS &&
    given !== NONE &&
    tree.first[given] !== NONE &&
    tree.text[tree.start[given]!] === '(' &&
    tree.start[given] === tree.end[callee]
  );
}

/** The written forms of a typed metavariable: a conversion, an index, a union with its name. */
function typedName(tree: Tree, node: number): { name: string; type: number } | undefined {
  const kind = tree.kind[node];
  const [name, type] =
    kind === Kind.Cast
      ? [childAs(tree, node, Role.Value), childAs(tree, node, Role.Type)]
      : kind === Kind.Index
        ? [childAs(tree, node, Role.Object), childAs(tree, node, Role.Index)]
        : [NONE, NONE];
  if (name === NONE || type === NONE || tree.kind[name] !== Kind.Name) return undefined;
  const value = tree.value[name]!;
  return value.startsWith(TYPED) && !value.startsWith(DOTS) ? { name: value.slice(2), type } : undefined;
}

/** Words that stand in every file where the pattern matches: names that nothing else can stand for. */
function wordsOf(tree: Tree, language: Language): string[] {
  const words = new Set<string>();
  for (let node = 0; node < tree.size; node++) {
    const value = tree.value[node];
    if (tree.kind[node] !== Kind.Name || value === undefined || !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(value)) continue;
    if (insideType(tree, node) || language.patterns.implied.has(value)) continue;
    words.add(value);
  }
  return [...words];
}

function insideType(tree: Tree, node: number): boolean {
  for (let at = node; at !== NONE; at = tree.parent[at]!) {
    if (tree.kind[at] === Kind.TypedMetavariable || tree.role[at] === Role.Type) return true;
  }
  return false;
}
