import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import {
  createScanner,
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { parse as parseToml, TomlError } from 'smol-toml';
import { DEEPEST } from './plain.js';

/** Why a text is no configuration, and where. */
export interface Fault {
  readonly reason: string;
  readonly line?: number;
  readonly column?: number;
}

/** A parsed text, and where its parts stand. */
export interface Document {
  readonly value: JsonObject;
  /** Where the key at a path stands, for messages. */
  readonly position: (path: readonly string[]) => Partial<Fault>;
}

/** JSON with comments and trailing commas. `strict` refuses a key that is given twice, which only our own files must not have. */
export function parseJsonc(text: string, options: { readonly strict: boolean }): Document | Fault {
  // Other clients' files can be megabytes of plain JSON, where this is many times faster.
  const quick = options.strict ? undefined : quickly(text);
  if (quick !== undefined) return quick;
  if (!options.strict && text.trim() === '') return { value: {}, position: () => ({}) };
  const deep = tooDeep(text);
  if (deep !== undefined) return { reason: `nested deeper than ${DEEPEST} levels`, ...at(text, deep) };
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) return { reason: words(printParseErrorCode(error.error)), ...at(text, error.offset) };
  if (tree?.type !== 'object') return { reason: 'an object was expected', line: 1, column: 1 };
  const twice = options.strict ? duplicate(tree) : undefined;
  if (twice !== undefined)
    return { reason: `${JSON.stringify(twice.value)} is given twice`, ...at(text, twice.offset) };
  return {
    value: jsonOf(tree) as JsonObject,
    position: path => {
      const node = findNodeAtLocation(tree, [...path]);
      return node === undefined ? {} : at(text, (node.parent ?? node).offset);
    },
  };
}

/** TOML; places are known for errors only. */
export function parseTomlDocument(text: string): Document | Fault {
  try {
    const value = parseToml(text, { maxDepth: DEEPEST });
    return { value: value as unknown as JsonObject, position: () => ({}) };
  } catch (error) {
    if (!(error instanceof TomlError)) return { reason: 'nested too deeply' };
    // Further lines of the message quote the file, where secrets may stand.
    const reason = error.message.split('\n')[0]!.replace(/^Invalid TOML document: /, '');
    return { reason, line: error.line, column: error.column };
  }
}

/** `reason at line 3, column 5`. */
export function describe(fault: Fault): string {
  return fault.line === undefined ? fault.reason : `${fault.reason} at line ${fault.line}, column ${fault.column}`;
}

function quickly(text: string): Document | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? { value, position: () => ({}) } : undefined;
  } catch {
    return undefined;
  }
}

/** The parser's kinds of token, which it publishes as types only. */
const tokens = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, end: 17 };

/** The offset at which the nesting becomes too deep for a parser that recurses. */
function tooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token = scanner.scan(); token !== tokens.end; token = scanner.scan()) {
    if (token === tokens.openBrace || token === tokens.openBracket) depth++;
    else if (token === tokens.closeBrace || token === tokens.closeBracket) depth--;
    if (depth > DEEPEST) return scanner.getTokenOffset();
  }
  return undefined;
}

function duplicate(node: Node): Node | undefined {
  const seen = new Set<string>();
  for (const child of node.children ?? []) {
    const key = child.type === 'property' ? child.children![0]! : undefined;
    if (key !== undefined && seen.has(key.value)) return key;
    if (key !== undefined) seen.add(key.value);
    const found = duplicate(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function jsonOf(node: Node): Json {
  if (node.type === 'array') return node.children!.map(jsonOf);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(node.children!.map(({ children }) => [children![0]!.value, jsonOf(children![1]!)]));
}

function at(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/** `CommaExpected` as people say it. */
function words(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
