import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Language as Grammar, Parser, type TreeCursor } from 'web-tree-sitter';
import type { GrammarTree } from './grammar.js';
import type { Language } from './language.js';
import { type Span, type Tree, TreeBuilder } from './tree.js';

/** Reads a text in the words of all languages. The grammar of a language is loaded at its first text. */
export async function parse(text: string, language: Language, path = ''): Promise<Tree> {
  return parseLoaded(text, language, await grammarOf(language.grammar(path)));
}

/** The same where the grammar is there already. */
export function parseLoaded(text: string, language: Language, grammar: Grammar): Tree {
  const { tree, broken } = readGrammar(text, grammar);
  const builder = new TreeBuilder();
  language.lower(tree, builder);
  return builder.finish(language.id, text, broken);
}

const require = createRequire(import.meta.url);
const grammars = new Map<string, Promise<Grammar>>();
const loaded = new Map<string, Grammar>();
let ready: Promise<void> | undefined;

/** A grammar by the name of its file: `python`, `tsx`. */
export function grammarOf(name: string): Promise<Grammar> {
  let grammar = grammars.get(name);
  if (!grammar) {
    ready ??= Parser.init({ locateFile: (file: string) => fileOf(file) ?? require.resolve(`web-tree-sitter/${file}`) });
    grammar = ready.then(() => Grammar.load(grammarFile(name)));
    grammars.set(name, grammar);
    grammar.then(
      each => loaded.set(name, each),
      () => {},
    );
  }
  return grammar;
}

/** A grammar that was loaded before; undefined for any other. */
export function loadedGrammar(name: string): Grammar | undefined {
  return loaded.get(name);
}

/** The file of a grammar, or its bytes: large ones are packed. */
function grammarFile(name: string): string | Uint8Array {
  const file = `tree-sitter-${name}.wasm`;
  const packed = fileOf(`${file}.gz`);
  if (packed !== undefined) return gunzipSync(readFileSync(packed));
  return fileOf(file) ?? require.resolve(`@vscode/tree-sitter-wasm/wasm/${file}`);
}

/** A file that lies beside the bundled command; undefined where the packages themselves are there. */
function fileOf(name: string): string | undefined {
  const path = fileURLToPath(new URL(`../../grammars/${name}`, import.meta.url));
  return existsSync(path) ? path : undefined;
}

/** What the grammar reads, as flat arrays, and what it did not understand. */
function readGrammar(text: string, grammar: Grammar): { tree: GrammarTree; broken: Span[] } {
  const parser = new Parser();
  parser.setLanguage(grammar);
  const tree = parser.parse(text);
  if (!tree) throw new Error('the parser was cancelled');
  const cursor = tree.walk();
  try {
    return flatten(text, grammar, cursor, tree.rootNode.descendantCount);
  } finally {
    cursor.delete();
    tree.delete();
    parser.delete();
  }
}

const ERROR = 65535;

/** One walk over the whole tree: a step into the grammar's memory costs more than all that is done with the arrays. */
function flatten(
  text: string,
  grammar: Grammar,
  cursor: TreeCursor,
  size: number,
): { tree: GrammarTree; broken: Span[] } {
  const { types, fields } = namesOf(grammar);
  const type = new Uint16Array(size);
  const field = new Uint16Array(size);
  const start = new Int32Array(size);
  const end = new Int32Array(size);
  const parent = new Int32Array(size).fill(-1);
  const first = new Int32Array(size).fill(-1);
  const next = new Int32Array(size).fill(-1);
  const named = new Uint8Array(size);
  const broken: Span[] = [];
  let above = -1;
  let before = -1;
  for (let node = 0; ; node++) {
    const id = cursor.nodeTypeId;
    type[node] = id === ERROR ? types.length - 1 : id;
    field[node] = cursor.currentFieldId;
    start[node] = cursor.startIndex;
    end[node] = cursor.endIndex;
    named[node] = cursor.nodeIsNamed ? 1 : 0;
    parent[node] = above;
    if (before !== -1) next[before] = node;
    else if (above !== -1) first[above] = node;
    if (id === ERROR || cursor.nodeIsMissing || (start[node] === end[node] && types[type[node]!] === 'identifier'))
      broken.push({ start: start[node]!, end: end[node]! });
    if (cursor.gotoFirstChild()) {
      above = node;
      before = -1;
      continue;
    }
    before = node;
    let more = cursor.gotoNextSibling();
    while (!more && above !== -1 && cursor.gotoParent()) {
      before = above;
      above = parent[above]!;
      more = cursor.gotoNextSibling();
    }
    if (!more) {
      return {
        tree: { text, size: node + 1, type, field, start, end, parent, first, next, named, types, fields },
        broken,
      };
    }
  }
}

const names = new WeakMap<Grammar, { types: string[]; fields: string[] }>();

function namesOf(grammar: Grammar): { types: string[]; fields: string[] } {
  let found = names.get(grammar);
  if (!found) {
    found = {
      types: [...grammar.types.map(name => name ?? ''), 'ERROR'],
      fields: grammar.fields.map(name => name ?? ''),
    };
    names.set(grammar, found);
  }
  return found;
}
