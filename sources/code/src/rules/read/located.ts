import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments, type Scalar } from 'yaml';
import type { LineAndColumn } from '../../text/lines.js';

/** A value of a rule file, with where it stands. */
export type Located = LocatedText | LocatedList | LocatedMap;

export interface LocatedText {
  readonly is: 'text';
  /** As written, without quotes. */
  readonly text: string;
  readonly value: string | number | boolean | null;
  readonly place: LineAndColumn;
  /** Of a block of lines: how deep its lines are indented. */
  readonly indent?: number;
}

export interface LocatedList {
  readonly is: 'list';
  readonly items: readonly Located[];
  readonly place: LineAndColumn;
}

export interface LocatedMap {
  readonly is: 'map';
  readonly entries: ReadonlyMap<string, Located>;
  readonly keys: ReadonlyMap<string, LineAndColumn>;
  readonly place: LineAndColumn;
}

/** A fault of the file's own syntax. */
export interface SyntaxFault {
  readonly message: string;
  readonly place: LineAndColumn;
}

/** What a file holds, and what of it could not be read. */
export interface LocatedFile {
  readonly documents: readonly Located[];
  readonly faults: readonly SyntaxFault[];
}

const MOST_NODES = 500_000;
const DEEPEST = 200;

/** Reads YAML or JSON. What stands before a fault of syntax is there all the same. */
export function readLocated(text: string): LocatedFile {
  const counter = new LineCounter();
  const faults: SyntaxFault[] = [];
  const documents: Located[] = [];
  const place = (at: number): LineAndColumn => {
    const { line, col } = counter.linePos(at);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const fail = (message: string, at: number) => faults.push({ message, place: place(at) });
  let nodes = 0;

  const located = (node: Node | null, depth: number, document: { anchors: Map<string, Node> }): Located => {
    const at = node?.range?.[0] ?? 0;
    if (++nodes > MOST_NODES || depth > DEEPEST) throw new ReadingFault('the file is nested too deep', at);
    if (isAlias(node)) {
      const target = document.anchors.get(node.source);
      if (!target) throw new ReadingFault(`there is no anchor '${node.source}'`, at);
      return located(target, depth + 1, document);
    }
    if (isMap(node)) {
      const entries = new Map<string, Located>();
      const keys = new Map<string, LineAndColumn>();
      for (const pair of node.items) {
        const key = isScalar(pair.key) ? String(pair.key.value) : '';
        const keyAt = (pair.key as Node | null)?.range?.[0] ?? at;
        const value = located(pair.value as Node | null, depth + 1, document);
        if (key === '<<' && value.is === 'map') {
          for (const [name, each] of value.entries) if (!entries.has(name)) entries.set(name, each);
          continue;
        }
        entries.set(key, pair.value === null ? { ...(value as LocatedText), place: place(keyAt) } : value);
        keys.set(key, place(keyAt));
      }
      return { is: 'map', entries, keys, place: place(at) };
    }
    if (isSeq(node))
      return {
        is: 'list',
        items: node.items.map(each => located(each as Node | null, depth + 1, document)),
        place: place(at),
      };
    return locatedText(node as Scalar | null, at);
  };

  const locatedText = (node: Scalar | null, at: number): LocatedText => {
    const value = node?.value as LocatedText['value'] | undefined;
    const isText = typeof value === 'string';
    const shown = isText ? value : (node?.source ?? String(value ?? ''));
    const isBlock = node?.type === 'BLOCK_LITERAL' || node?.type === 'BLOCK_FOLDED';
    return {
      is: 'text',
      text: shown,
      value: value === undefined ? null : typeof value === 'bigint' ? Number(value) : value,
      place: place(at),
      ...(isBlock && { indent: indentAt(text, at) }),
    };
  };

  let parsed: ReturnType<typeof parseAllDocuments>;
  try {
    parsed = parseAllDocuments(text, { lineCounter: counter, uniqueKeys: false, logLevel: 'silent', strict: false });
  } catch (error) {
    return { documents, faults: [{ message: (error as Error).message, place: { line: 1, column: 1 } }] };
  }
  for (const document of Array.isArray(parsed) ? parsed : []) {
    for (const error of document.errors) fail(firstLine(error.message), error.pos[0]);
    if (document.contents === null) continue;
    const anchors = new Map<string, Node>();
    collectAnchors(document.contents as Node, anchors, 0);
    try {
      documents.push(located(document.contents as Node, 0, { anchors }));
    } catch (error) {
      if (!(error instanceof ReadingFault)) throw error;
      fail(error.message, error.at);
    }
  }
  return { documents, faults };
}

class ReadingFault extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

function collectAnchors(node: unknown, anchors: Map<string, Node>, depth: number): void {
  if (depth > DEEPEST) return;
  if (isScalar(node) || isMap(node) || isSeq(node)) {
    if (node.anchor) anchors.set(node.anchor, node);
  }
  if (isMap(node)) for (const pair of node.items) collectAnchors(pair.value, anchors, depth + 1);
  else if (isSeq(node)) for (const item of node.items) collectAnchors(item, anchors, depth + 1);
}

/** How deep the first line with text is indented after a `|` or `>`. */
function indentAt(text: string, at: number): number {
  const found = /\n(?:[ \t]*\r?\n)*( *)[^\s]/.exec(text.slice(at, at + 2_000));
  return found ? found[1]!.length : 0;
}

const firstLine = (text: string) => text.split('\n', 1)[0]!.replace(/ at line \d+, column \d+:?$/, '');

/** A located value as plain data. */
export function plain(value: Located): unknown {
  if (value.is === 'text') return value.value;
  if (value.is === 'list') return value.items.map(plain);
  return Object.fromEntries([...value.entries].map(([key, each]) => [key, plain(each)]));
}

/** Plain data as located values, for rules that were read before: where they stood is not known any more. */
export function located(value: unknown): Located {
  const place = { line: 1, column: 1 };
  if (Array.isArray(value)) return { is: 'list', items: value.map(located), place };
  if (typeof value === 'object' && value !== null) {
    const entries = new Map(Object.entries(value).map(([key, each]) => [key, located(each)] as const));
    return { is: 'map', entries, keys: new Map([...entries.keys()].map(key => [key, place])), place };
  }
  return { is: 'text', text: String(value ?? ''), value: value as LocatedText['value'], place };
}
