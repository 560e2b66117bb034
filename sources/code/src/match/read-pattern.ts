import { Kind } from '../syntax/kinds.js';
import type { Language, PatternFrame } from '../syntax/language.js';
import { parse } from '../syntax/parse.js';
import type { Tree } from '../syntax/tree.js';
import { DOTS, MARK, markPattern } from './mark-pattern.js';
import { type Pattern, PatternFault } from './match.js';
import { patternOf } from './pattern-tree.js';

/** How often the grammar is asked about a pattern in one frame: each way to write its dots is a question. */
const MOST_READINGS = 100;

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
  let left = MOST_READINGS;
  const attempt = async (some: readonly Place[]) => {
    if (some.length === 0) return;
    for (const form of formsOf(some[0]!, language)) {
      if (now.faults === 0 || --left < 0) return;
      const before = some.map(place => place.form);
      for (const place of some) place.form = place.sort === 'parameter' ? form.replace(/[^A-Z ]/g, '').trim() : form;
      const tried = await read();
      if (tried.faults < now.faults) now = tried;
      else for (const [at, place] of some.entries()) place.form = before[at]!;
    }
  };
  // Those between the same brackets are mostly written alike; where they are not, one after the other.
  const alone = places.filter(({ sort }) => sort === 'chain' || sort === 'statement').map(place => [place]);
  const lists = places.filter(({ sort }) => sort === 'dots' || sort === 'parameter');
  const groups = [...new Set(lists.map(place => place.group))].map(group =>
    lists.filter(place => place.group === group),
  );
  const single = places.map(place => [place]);
  const first = { now, forms: places.map(place => place.form) };
  for (const some of [...alone, ...groups, ...single]) await attempt(some);
  if (now.faults > 0 && places.length > 1) {
    now = first.now;
    for (const [at, place] of places.entries()) place.form = first.forms[at]!;
    for (const some of [...alone, ...single, ...groups]) await attempt(some);
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
  /** Dots, dots that stand for members of a chain, or a metavariable alone: among parameters, where it may lack its type, or as a statement. */
  readonly sort: 'dots' | 'chain' | 'parameter' | 'statement';
}

/** What a place may be written as, in the order to try. */
function formsOf({ sort, group }: Place, { patterns }: Language): readonly string[] {
  if (sort === 'chain') return ['DOTS()'];
  if (sort === 'statement') return [`DOTS${MARK}();`, `DOTS${MARK}()`];
  return group < 0 ? patterns.dots.filter(form => !form.includes('=')) : patterns.dots;
}

const NAME = `${MARK}[A-Z_][A-Z_0-9]*`;
const PLACES = new RegExp(
  `(?<dots>${DOTS}(?:${MARK}[A-Z_0-9]*)?)(?!\\()|(?<=[(,]\\s{0,9})(?<parameter>${NAME})(?=\\s{0,9}[,)])|(?<=(?:^|[\\n;{})]|\\belse)\\s{0,99})(?<statement>${NAME})(?=\\s{0,99}(?:[;}\\n]|$|else\\b))`,
  'g',
);

function placesIn(marked: string, language: Language): Place[] {
  const opened: number[] = [];
  const groups = new Int32Array(marked.length);
  for (let at = 0; at < marked.length; at++) {
    if ('([{'.includes(marked[at]!)) opened.push(at);
    groups[at] = opened.at(-1) ?? -1;
    if (')]}'.includes(marked[at]!)) opened.pop();
  }
  return [...marked.matchAll(PLACES)].map(({ 0: name, index: start, groups: named }) => {
    const group = groups[start]!;
    const chain = named!.dots !== undefined && /\.\s{0,200}$/.test(marked.slice(0, start));
    const sort = chain
      ? 'chain'
      : named!.dots !== undefined
        ? 'dots'
        : named!.parameter !== undefined
          ? 'parameter'
          : 'statement';
    const form = sort === 'dots' ? firstForm(marked, start, start + name.length, marked[group], language) : 'DOTS';
    return { start, name, form, group, sort };
  });
}

/** Dots where a statement stands are written as one from the start, lest what follows go on with them. */
function firstForm(
  marked: string,
  start: number,
  end: number,
  bracket: string | undefined,
  { patterns }: Language,
): string {
  if (patterns.lineDots === undefined || bracket === '(' || bracket === '[') return 'DOTS';
  const alone = /(?:^|\n)[ \t]{0,200}$/.test(marked.slice(0, start)) && /^[ \t]{0,200}(?:\n|$)/.test(marked.slice(end));
  const between =
    /[{;}]\s{0,200}$/.test(marked.slice(0, start)) && /^\s{0,200}(?:\}|[\w\uA66E(@])/.test(marked.slice(end));
  return alone || between ? patterns.lineDots : 'DOTS';
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
