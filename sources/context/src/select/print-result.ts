import { printScore } from './print-score.js';
import type { SelectedDocument, Selection } from './selection.js';

export type ResultFormat = 'json' | 'pretty';

/** Text that is printed as it is: numbers that JSON.stringify would write differently. */
class Literal {
  constructor(readonly text: string) {}
}

type Value = string | Literal | Iterable<Value> | { readonly [key: string]: Value };

/** The result in pieces, ending in one newline. The formats differ in white space only. */
export function* printResult(selection: Selection, format: ResultFormat): Generator<string> {
  yield* write(resultValue(selection), format === 'pretty' ? '\n' : undefined);
  yield '\n';
}

function resultValue(selection: Selection): Value {
  const { query, budget, tokensUsed, considered, selected, excluded } = selection;
  return {
    documents: documentValues(selection),
    selection: {
      query,
      budget: literal(budget),
      tokens_used: literal(tokensUsed),
      documents_considered: literal(considered),
      documents_selected: literal(selected),
      documents_excluded_by_budget: literal(excluded),
    },
  };
}

function* documentValues({ documents, queryTerms }: Selection): Generator<Value> {
  for (const document of documents) yield documentValue(document, queryTerms);
}

function documentValue(document: SelectedDocument, queryTerms: readonly string[]): Value {
  return {
    id: document.id,
    version: document.version,
    content: document.content,
    score: new Literal(printScore(document.score)),
    tokens: literal(document.tokens),
    why: {
      query_terms: queryTerms,
      term_matches: literal(document.termMatches),
      total_words: literal(document.totalWords),
    },
  };
}

const literal = (number: number | bigint): Literal => new Literal(String(number));

/** `line` is the line break and indent at this depth; undefined for a result on one line. */
function* write(value: Value, line: string | undefined): Generator<string> {
  if (typeof value === 'string') yield JSON.stringify(value);
  else if (value instanceof Literal) yield value.text;
  else if (Symbol.iterator in value) yield* writeList(value as Iterable<Value>, line);
  else yield* writeObject(value, line);
}

function* writeList(items: Iterable<Value>, line: string | undefined): Generator<string> {
  const inner = line === undefined ? undefined : `${line}  `;
  let isEmpty = true;
  for (const item of items) {
    yield `${isEmpty ? '[' : ','}${inner ?? ''}`;
    isEmpty = false;
    yield* write(item, inner);
  }
  yield isEmpty ? '[]' : `${line ?? ''}]`;
}

function* writeObject(value: { readonly [key: string]: Value }, line: string | undefined): Generator<string> {
  const inner = line === undefined ? undefined : `${line}  `;
  let before = '{';
  for (const [key, member] of Object.entries(value)) {
    yield `${before}${inner ?? ''}"${key}":${inner === undefined ? '' : ' '}`;
    before = ',';
    yield* write(member, inner);
  }
  yield `${line ?? ''}}`;
}
