import { xmlTokens } from './xml-tokens.js';

/** An element of an XML text, and where its parts stand in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** It has no closing tag: `<a />`. */
  readonly closed: boolean;
  readonly start: number;
  /** Where its content begins and ends. */
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
}

type Growing = { -readonly [Field in keyof XmlElement]: XmlElement[Field] } & { children: XmlElement[] };

/** The root element of an XML text, or what is wrong with the text. */
export function parseXml(text: string): { readonly root: XmlElement } | { readonly fault: string } {
  const open: Growing[] = [];
  let root: Growing | undefined;
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text))
    return { fault: 'it has characters that XML does not' };
  for (const token of xmlTokens(text)) {
    if (token.kind === 'fault') return { fault: `line ${lineAt(text, token.start)}: ${token.message}` };
    if (token.kind === 'open') {
      const { name, attributes, closed, start, end } = token;
      const element: Growing = {
        ...{ name, attributes, closed, start, end },
        children: [],
        contentStart: end,
        contentEnd: end,
      };
      open.at(-1)?.children.push(element);
      root ??= element;
      if (!closed) open.push(element);
    } else if (token.kind === 'close') {
      const element = open.pop()!;
      element.contentEnd = token.start;
      element.end = token.end;
    }
  }
  return { root: root! };
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
