import { decoded, isDecodable } from './xml-text.js';

/** One token of an XML text: `text.slice(start, end)`. */
export type XmlToken =
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
      /** Whether it is self-closing: `<a />`. */
      readonly closed: boolean;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: 'close'; readonly name: string; readonly start: number; readonly end: number }
  | { readonly kind: 'text' | 'cdata' | 'other'; readonly start: number; readonly end: number }
  /** The last token of a malformed text: the fault and its place. */
  | { readonly kind: 'fault'; readonly message: string; readonly start: number; readonly end: number };

const DEEPEST = 1_000;

/** The tokens of an XML text, in time linear in its length. Document types, and entities other than numbers and the five of XML, are faults. */
export function* xmlTokens(text: string): Generator<XmlToken, void, undefined> {
  const open: string[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let roots = 0;
  while (at < text.length) {
    const token = next(text, at);
    const wrong = token.kind === 'fault' ? token.message : misplaced(token, text, open, roots);
    if (wrong !== undefined) return yield { kind: 'fault', message: wrong, start: at, end: text.length };
    if (token.kind === 'open') {
      if (open.length === 0) roots += 1;
      if (!token.closed) open.push(token.name);
    } else if (token.kind === 'close') open.pop();
    yield token;
    at = token.end;
  }
  const missing = open.length > 0 ? `<${open.at(-1)}> is never closed` : 'there is no element';
  if (open.length > 0 || roots === 0) yield { kind: 'fault', message: missing, start: at, end: at };
}

/** The fault of a token, with its place. */
function misplaced(token: XmlToken, text: string, open: readonly string[], roots: number): string | undefined {
  if (token.kind === 'open') {
    if (open.length === 0 && roots > 0) return 'there is more than one root element';
    return open.length >= DEEPEST ? 'elements are nested too deeply' : undefined;
  }
  if (token.kind === 'close')
    return token.name === open.at(-1) ? undefined : `</${token.name}> closes nothing that is open`;
  if (open.length > 0 || token.kind === 'other') return undefined;
  return token.kind === 'cdata' || text.slice(token.start, token.end).trim() !== ''
    ? 'there is text outside of the root element'
    : undefined;
}

function next(text: string, start: number): XmlToken {
  if (text[start] !== '<') return characters(text, start);
  if (text.startsWith('<!--', start)) return until(text, start, '-->', 4, 'other');
  if (text.startsWith('<![CDATA[', start)) return until(text, start, ']]>', 9, 'cdata');
  if (text.startsWith('<?', start)) return until(text, start, '?>', 2, 'other');
  if (text.startsWith('<!', start)) return fault('a document type is not read', start);
  return text[start + 1] === '/' ? closing(text, start) : opening(text, start);
}

function characters(text: string, start: number): XmlToken {
  const found = text.indexOf('<', start);
  const end = found < 0 ? text.length : found;
  return isDecodable(text.slice(start, end))
    ? { kind: 'text', start, end }
    : fault('an entity is none that XML knows', start);
}

function until(text: string, start: number, mark: string, skip: number, kind: 'other' | 'cdata'): XmlToken {
  const found = text.indexOf(mark, start + skip);
  return found < 0 ? fault(`${mark} is missing`, start) : { kind, start, end: found + mark.length };
}

function closing(text: string, start: number): XmlToken {
  const name = nameAt(text, start + 2);
  const after = afterSpace(text, start + 2 + name.length);
  if (name === '' || text[after] !== '>') return fault('a closing tag is broken', start);
  return { kind: 'close', name, start, end: after + 1 };
}

function opening(text: string, start: number): XmlToken {
  const name = nameAt(text, start + 1);
  if (name === '') return fault('a tag has no name', start);
  const attributes = new Map<string, string>();
  let at = start + 1 + name.length;
  for (;;) {
    const before = at;
    at = afterSpace(text, at);
    if (text[at] === '>') return { kind: 'open', name, attributes, closed: false, start, end: at + 1 };
    if (text.startsWith('/>', at)) return { kind: 'open', name, attributes, closed: true, start, end: at + 2 };
    const attribute = at === before ? undefined : attributeAt(text, at);
    if (attribute === undefined || attributes.has(attribute.name)) return fault(`the tag <${name}> is broken`, start);
    attributes.set(attribute.name, attribute.value);
    at = attribute.end;
  }
}

function attributeAt(text: string, start: number) {
  const name = nameAt(text, start);
  const equals = afterSpace(text, start + name.length);
  if (name === '' || text[equals] !== '=') return undefined;
  const at = afterSpace(text, equals + 1);
  const quote = text[at];
  if (quote !== '"' && quote !== "'") return undefined;
  const end = text.indexOf(quote, at + 1);
  const raw = end < 0 ? '<' : text.slice(at + 1, end);
  const value = raw.includes('<') ? undefined : decoded(raw);
  return value === undefined ? undefined : { name, value, end: end + 1 };
}

/** The name that begins here; empty when none does. */
function nameAt(text: string, start: number): string {
  let at = start;
  while (at < text.length && isNameCharacter(text.charCodeAt(at), at === start)) at += 1;
  return text.slice(start, at);
}

/** Letters of every alphabet, `_` and `:`; after the first also digits, `-` and `.`. */
function isNameCharacter(code: number, isFirst: boolean): boolean {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 58 || code > 0xb6)
    return true;
  return !isFirst && ((code >= 48 && code <= 57) || code === 45 || code === 46);
}

function afterSpace(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return at;
}

const fault = (message: string, start: number): XmlToken => ({ kind: 'fault', message, start, end: start });
