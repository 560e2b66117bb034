import type { JsonObject } from '@concord/contract';
import { createScanner, type Edit, findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';

/** How a document is laid out. */
export interface Layout {
  readonly unit: string;
  readonly eol: string;
}

/** Token kinds of the scanner, which has them as a const enum. */
const COMMA = 5;
const FIRST_TRIVIA = 12;
const LAST_TRIVIA = 15;

/** The edits that set a member of an object in a document, or take it out, and touch nothing else: neighbours keep layout and comments. */
export function memberEdits(
  text: string,
  path: readonly string[],
  value: JsonObject | undefined,
  layout: Layout,
): Edit[] {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined)
    return value === undefined ? [] : [put(0, text.length, `${written(nested(path, value), 0, layout)}${layout.eol}`)];
  const depth = path.findIndex((_, index) => findNodeAtLocation(root, path.slice(0, index + 1)) === undefined);
  if (depth === -1) {
    const found = findNodeAtLocation(root, [...path])!;
    return value === undefined
      ? removal(text, found.parent!)
      : [put(found.offset, found.length, written(value, path.length, layout))];
  }
  if (value === undefined) return [];
  const parent = depth === 0 ? root : findNodeAtLocation(root, path.slice(0, depth))!;
  const [name = '', ...inner] = path.slice(depth);
  return insertion(
    text,
    parent,
    `${JSON.stringify(name)}: ${written(nested(inner, value), depth + 1, layout)}`,
    depth,
    layout,
  );
}

/** A member behind all others of an object. */
function insertion(text: string, parent: Node, member: string, depth: number, layout: Layout): Edit[] {
  const { unit, eol } = layout;
  const line = `${eol}${unit.repeat(depth + 1)}${member}`;
  const last = parent.children?.at(-1);
  const from = last === undefined ? parent.offset + 1 : endOf(last);
  const comma = last === undefined ? undefined : commaBehind(text, from);
  const behind = comma === undefined ? from : comma + 1;
  // What is said of the last member in its line stays there.
  const at =
    behind +
    (/^[ \t]{0,100}(?:\/\/[^\r\n]{0,1000}|\/\*[^\r\n*]{0,1000}\*\/[ \t]{0,100})?(?=\r?\n)/.exec(text.slice(behind))?.[0]
      .length ?? 0);
  const closes = /^\s{0,100}\}/.test(text.slice(at)) && !/^[ \t]{0,100}\r?\n/.test(text.slice(at));
  const tail = `${comma === undefined ? '' : ','}${closes ? `${eol}${unit.repeat(depth)}` : ''}`;
  const separator = last === undefined || comma !== undefined ? [] : [put(from, 0, ',')];
  return [...separator, put(at, 0, `${line}${tail}`)];
}

/** A member with its comma and, where it has lines of its own, those. Of the last one the comma before it goes as well. */
function removal(text: string, member: Node): Edit[] {
  const siblings = member.parent!.children!;
  const previous = siblings[siblings.indexOf(member) - 1];
  const isLast = siblings.at(-1) === member;
  const comma = commaBehind(text, endOf(member));
  let [from, to] = [member.offset, comma === undefined ? endOf(member) : comma + 1];
  const begin = text.lastIndexOf('\n', from - 1) + 1;
  const rest = /^[ \t]{0,100}(?:\/\/[^\r\n]{0,1000})?\r?\n/.exec(text.slice(to));
  if (rest !== null && text.slice(begin, from).trim() === '') [from, to] = [begin, to + rest[0].length];
  else to += /^[ \t]{0,100}/.exec(text.slice(to))![0].length;
  const before =
    isLast && comma === undefined && previous !== undefined ? commaBehind(text, endOf(previous)) : undefined;
  return [...(before === undefined ? [] : [put(before, 1, '')]), put(from, to - from, '')];
}

/** Where the comma stands that follows, behind blanks and comments; undefined where something else does. */
function commaBehind(text: string, from: number): number | undefined {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let kind: number = scanner.scan();
  while (kind >= FIRST_TRIVIA && kind <= LAST_TRIVIA) kind = scanner.scan();
  return kind === COMMA ? scanner.getTokenOffset() : undefined;
}

const put = (offset: number, length: number, content: string): Edit => ({ offset, length, content });
const endOf = ({ offset, length }: Node) => offset + length;

const nested = (path: readonly string[], value: JsonObject): JsonObject =>
  path.reduceRight<JsonObject>((inner, name) => ({ [name]: inner }), value);

function written(value: JsonObject, depth: number, { unit, eol }: Layout): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${unit.repeat(depth)}`);
}
