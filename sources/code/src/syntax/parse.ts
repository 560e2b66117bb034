import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Language as Grammar, type Tree as ParsedTree, Parser } from 'web-tree-sitter';
import type { GrammarTree } from './grammar.js';
import type { Language } from './language.js';
import { type Span, type Tree, TreeBuilder } from './tree.js';

/** Reads a text in the words of all languages. The grammar of a language is loaded at its first text. */
export async function parse(text: string, language: Language, path = ''): Promise<Tree> {
  const grammar = await grammarOf(language.grammar(path));
  stopAt = Number.POSITIVE_INFINITY;
  return parseLoaded(text, language, grammar);
}

/** The text took longer to read than it may. */
export class ParseStopped extends Error {}

/** The same where the grammar is there already, and within the time that `parseWithin` gave. */
export function parseLoaded(text: string, language: Language, grammar: Grammar): Tree {
  const { tree, broken } = readGrammar(text, grammar);
  const builder = new TreeBuilder(tree.size);
  language.lower(tree, builder);
  return builder.finish(language.id, text, broken);
}

let stopAt = Number.POSITIVE_INFINITY;
let isReading = false;

/**
 * How long texts may be read from now on. The parser looks at the clock itself: stopped from outside, in the middle, it could
 * not be used again.
 */
export function parseWithin(milliseconds: number): void {
  stopAt = performance.now() + milliseconds;
}

/**
 * Whether somebody stopped this thread in the middle of a parse. The parser's memory is then in no state to be used again,
 * and all that can be done is to go on in another thread.
 */
export function isParserLost(): boolean {
  return isReading;
}

const require = createRequire(import.meta.url);
const grammars = new Map<string, Promise<Grammar>>();
const loaded = new Map<string, Grammar>();
let ready: Promise<void> | undefined;

/** Functions of the parser's memory that move its cursor, and that say what it is at. */
interface Steps {
  readonly locateFile: (file: string) => string;
  readonly _ts_tree_cursor_goto_first_child_wasm: (tree: number) => number;
  readonly _ts_tree_cursor_goto_next_sibling_wasm: (tree: number) => number;
  readonly _ts_tree_cursor_goto_parent_wasm: (tree: number) => number;
  readonly _ts_tree_cursor_current_node_type_id_wasm: (tree: number) => number;
  readonly _ts_tree_cursor_current_field_id_wasm: (tree: number) => number;
  readonly _ts_tree_cursor_start_index_wasm: (tree: number) => number;
  readonly _ts_tree_cursor_end_index_wasm: (tree: number) => number;
  readonly _ts_tree_cursor_current_node_is_missing_wasm: (tree: number) => number;
  readonly _ts_tree_cursor_delete_wasm: (tree: number) => void;
}

/**
 * What the parser is made with, and what it then is: it writes its functions into it. The cursor of its own class copies
 * its state into that memory and back at every step, which takes as long as the parse.
 */
const steps = {
  locateFile: (file: string) => fileOf(file) ?? require.resolve(`web-tree-sitter/${file}`),
} as Steps;

/** A grammar by the name of its file: `python`, `tsx`. */
export function grammarOf(name: string): Promise<Grammar> {
  let grammar = grammars.get(name);
  if (!grammar) {
    ready ??= Parser.init(steps);
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
  isReading = true;
  const parser = new Parser();
  let tree: ParsedTree | null = null;
  try {
    parser.setLanguage(grammar);
    tree = parser.parse(text, null, { progressCallback: () => performance.now() > stopAt });
    if (!tree) throw new ParseStopped();
    return flatten(text, grammar, tree);
  } finally {
    // Whoever is stopped from outside does not get here.
    tree?.delete();
    parser.delete();
    isReading = false;
  }
}

const ERROR = 65535;

/** One walk over the whole tree: a step into the grammar's memory costs more than all that is done with the arrays. */
function flatten(text: string, grammar: Grammar, tree: ParsedTree): { tree: GrammarTree; broken: Span[] } {
  const { types, fields, isNamed } = namesOf(grammar);
  const size = tree.rootNode.descendantCount;
  const type = new Uint16Array(size);
  const field = new Uint16Array(size);
  const start = new Int32Array(size);
  const end = new Int32Array(size);
  const parent = new Int32Array(size);
  const first = new Int32Array(size).fill(-1);
  const next = new Int32Array(size).fill(-1);
  const named = new Uint8Array(size);
  const broken: Span[] = [];
  // The state of a new cursor lies where the steps look for it, and stays there.
  tree.walk();
  const at = (tree as unknown as { readonly 0: number })[0];
  let above = -1;
  let before = -1;
  for (let node = 0; ; node++) {
    const id = steps._ts_tree_cursor_current_node_type_id_wasm(at);
    const kind = id === ERROR ? types.length - 1 : id;
    const from = steps._ts_tree_cursor_start_index_wasm(at);
    const to = steps._ts_tree_cursor_end_index_wasm(at);
    type[node] = kind;
    field[node] = steps._ts_tree_cursor_current_field_id_wasm(at);
    start[node] = from;
    end[node] = to;
    named[node] = isNamed[kind]!;
    parent[node] = above;
    if (before !== -1) next[before] = node;
    else if (above !== -1) first[above] = node;
    if (
      id === ERROR ||
      (from === to && (types[kind] === 'identifier' || steps._ts_tree_cursor_current_node_is_missing_wasm(at) !== 0))
    )
      broken.push({ start: from, end: to });
    if (steps._ts_tree_cursor_goto_first_child_wasm(at) === 1) {
      above = node;
      before = -1;
      continue;
    }
    before = node;
    let more = steps._ts_tree_cursor_goto_next_sibling_wasm(at) === 1;
    while (!more && above !== -1 && steps._ts_tree_cursor_goto_parent_wasm(at) === 1) {
      before = above;
      above = parent[above]!;
      more = steps._ts_tree_cursor_goto_next_sibling_wasm(at) === 1;
    }
    if (!more) {
      steps._ts_tree_cursor_delete_wasm(at);
      return {
        tree: { text, size: node + 1, type, field, start, end, parent, first, next, named, types, fields },
        broken,
      };
    }
  }
}

/** What a grammar calls its nodes and fields, by their numbers. */
interface GrammarNames {
  readonly types: string[];
  readonly fields: string[];
  readonly isNamed: Uint8Array;
}

const names = new WeakMap<Grammar, GrammarNames>();

function namesOf(grammar: Grammar): GrammarNames {
  let found = names.get(grammar);
  if (!found) {
    const types = [...grammar.types.map(name => name ?? ''), 'ERROR'];
    found = {
      types,
      fields: grammar.fields.map(name => name ?? ''),
      isNamed: Uint8Array.from(types, (_, id) => (id === types.length - 1 || grammar.nodeTypeIsNamed(id) ? 1 : 0)),
    };
    names.set(grammar, found);
  }
  return found;
}
