/** A word or a single sign of a text. */
export interface Token {
  readonly text: string;
  readonly isWord: boolean;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** The token that closes the bracket this one opens, or opens the one it closes; -1 for none. */
  partner: number;
}

const pieces = /(\n)|([A-Za-z0-9_\u0080-\uffff]+)|([^\s])/g;
const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Cuts a text to words and signs. Brackets that belong together know each other. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const open: { sign: string; token: number }[] = [];
  let line = 1;
  for (const found of text.matchAll(pieces)) {
    if (found[1] !== undefined) {
      line++;
      continue;
    }
    const start = found.index;
    const isWord = found[2] !== undefined;
    const index = tokens.length;
    const token: Token = { text: found[0], isWord, start, end: start + found[0].length, line, partner: -1 };
    tokens.push(token);
    if (isWord) continue;
    if (Object.hasOwn(closing, token.text)) open.push({ sign: closing[token.text]!, token: index });
    else if (token.text === ')' || token.text === ']' || token.text === '}') {
      let at = open.length - 1;
      while (at >= 0 && open[at]!.sign !== token.text) at--;
      if (at < 0) continue;
      const opener = open[at]!.token;
      open.length = at;
      token.partner = opener;
      tokens[opener]!.partner = index;
    }
  }
  return tokens;
}

const comments = {
  c: /\/\*[\s\S]*?(?:\*\/|$)/g,
  cpp: /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*/g,
  shell: /#[^\n]*/g,
} as const;

/** The text with its comments as spaces. */
export function withoutComments(text: string, style: keyof typeof comments | undefined): string {
  return style ? text.replace(comments[style], found => found.replace(/[^\n]/g, ' ')) : text;
}
