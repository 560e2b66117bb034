import { createScanner, findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser';

/** What is to be set in a `global.json`. */
export interface GlobalJsonWish {
  readonly sdkVersion?: string;
  readonly rollForward?: string;
  readonly testRunner?: 'MicrosoftTestingPlatform' | 'VSTest';
}

const NO_OBJECT = 'is not a JSON object';

/** The text of a `global.json` with these values set and everything else unchanged; a new text when there is none. */
export function configureGlobalJson(
  text: string | undefined,
  { sdkVersion, rollForward, testRunner }: GlobalJsonWish,
): { readonly content: string; readonly created: boolean } | { readonly fault: string } {
  const wishes: readonly (readonly [string, string, string | undefined])[] = [
    ['sdk', 'version', sdkVersion],
    ['sdk', 'rollForward', rollForward],
    ['test', 'runner', testRunner === 'MicrosoftTestingPlatform' ? 'Microsoft.Testing.Platform' : testRunner],
  ];
  const mark = text?.startsWith('\ufeff') ? '\ufeff' : '';
  let content = text === undefined ? '{\n}\n' : text.slice(mark.length);
  for (const [section, key, value] of wishes) {
    if (value === undefined) continue;
    const changed = set(content, section, key, value);
    if (changed === undefined) return { fault: faultOf(content, section) };
    content = changed;
  }
  return faultOf(content) === '' ? { content: mark + content, created: text === undefined } : { fault: NO_OBJECT };
}

function faultOf(content: string, section?: string): string {
  const root = treeOf(content);
  if (root?.type !== 'object') return NO_OBJECT;
  return section === undefined ? '' : `has a value of '${section}' that is not an object`;
}

function treeOf(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  return errors.length === 0 ? root : undefined;
}

function set(text: string, section: string, key: string, value: string): string | undefined {
  const root = treeOf(text);
  if (root?.type !== 'object') return undefined;
  const object = findNodeAtLocation(root, [section]);
  if (object === undefined) return inserted(text, root, section, { [key]: value });
  if (object.type !== 'object') return undefined;
  const old = findNodeAtLocation(object, [key]);
  if (old === undefined) return inserted(text, object, key, value);
  if (old.value === value) return text;
  return text.slice(0, old.offset) + JSON.stringify(value) + text.slice(old.offset + old.length);
}

/** Adds a member at the end of an object, formatted like its other members. */
function inserted(text: string, object: Node, key: string, value: string | Record<string, string>): string {
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  const last = object.children?.at(-1);
  const closing = object.offset + object.length - 1;
  const begin = last ? last.offset + last.length : object.offset + 1;
  const spread = text.slice(object.offset, closing).includes('\n') || (last === undefined && text.includes('\n'));
  const own = indentAt(text, object.offset);
  const indent = last && spread ? indentAt(text, last.offset) : own + (indentUnit(text) ?? '  ');
  const step = indent.startsWith(own) && indent.length > own.length ? indent.slice(own.length) : '  ';
  const member = memberText(key, value, spread ? { newline, indent, step } : undefined);
  const rest = text.slice(begin, closing);
  const place = begin + rest.trimEnd().length;
  const comma = last && !hasComma(rest) ? ',' : '';
  const before = spread ? newline + indent : last ? ' ' : '';
  const gap = text.slice(place, closing);
  const after = spread && !gap.includes('\n') ? newline + own : gap;
  return text.slice(0, begin) + comma + text.slice(begin, place) + before + member + after + text.slice(closing);
}

function memberText(
  key: string,
  value: string | Record<string, string>,
  lines: { readonly newline: string; readonly indent: string; readonly step: string } | undefined,
): string {
  const name = `${JSON.stringify(key)}: `;
  if (typeof value === 'string') return name + JSON.stringify(value);
  const members = Object.entries(value).map(([inner, text]) => memberText(inner, text, undefined));
  if (!lines) return `${name}{ ${members.join(', ')} }`;
  const { newline, indent, step } = lines;
  return `${name}{${newline}${indent}${step}${members.join(`,${newline}${indent}${step}`)}${newline}${indent}}`;
}

/** Whether there is a comma after the last member already, possibly after comments. */
function hasComma(rest: string): boolean {
  const scanner = createScanner(rest, true);
  scanner.scan();
  return rest[scanner.getTokenOffset()] === ',';
}

const indentAt = (text: string, offset: number) =>
  /^[ \t]{0,200}/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))![0];

const indentUnit = (text: string) => /\n([ \t]{1,16})"/.exec(text)?.[1];
