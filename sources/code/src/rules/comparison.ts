/** An expression of a comparison, in the part of Python that rules use. */
export type Comparison =
  | { readonly is: 'constant'; readonly value: string | number | boolean | null }
  | { readonly is: 'metavariable'; readonly name: string }
  | { readonly is: 'list'; readonly items: readonly Comparison[] }
  | { readonly is: 'unary'; readonly operator: string; readonly of: Comparison }
  | { readonly is: 'binary'; readonly operator: string; readonly left: Comparison; readonly right: Comparison }
  | { readonly is: 'call'; readonly name: string; readonly arguments: readonly Comparison[] };

const tokens =
  /\s*(?:(0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)|(\$(?:\.\.\.)?[A-Z_0-9]\w*|\$\d+)|(r?"(?:[^"\\]|\\[\s\S])*"|r?'(?:[^'\\]|\\[\s\S])*')|([A-Za-z_][\w.]*)|(\*\*|\/\/|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>()[\],&|^~!]))/gy;

interface Token {
  readonly is: 'number' | 'metavariable' | 'word' | 'string' | 'sign';
  readonly text: string;
}

function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  tokens.lastIndex = 0;
  const end = text.trimEnd().length;
  while (tokens.lastIndex < end) {
    const at = tokens.lastIndex;
    const match = tokens.exec(text);
    if (!match) throw new Error(`'${text.slice(at).trim().slice(0, 20)}' is not understood in a comparison`);
    const [, number, metavariable, string, word, sign] = match;
    if (number !== undefined) found.push({ is: 'number', text: number });
    else if (metavariable !== undefined) found.push({ is: 'metavariable', text: metavariable });
    else if (string !== undefined) found.push({ is: 'string', text: string });
    else if (word !== undefined) found.push({ is: 'word', text: word });
    else found.push({ is: 'sign', text: sign! });
    if (found.length > 2_000) throw new Error('the comparison is too long');
  }
  return found;
}

/** Operators by how strongly they bind, weakest first. */
const levels: readonly (readonly string[])[] = [
  ['or', '||'],
  ['and', '&&'],
  ['in', 'not in', '==', '!=', '<', '<=', '>', '>=', 'is', 'is not'],
  ['|'],
  ['^'],
  ['&'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '//', '%'],
];
const NOT_LEVEL = 2;
const sameAs: Readonly<Record<string, string>> = { '||': 'or', '&&': 'and', is: '==', 'is not': '!=' };

/** Reads a comparison. Throws an Error that says what is wrong. */
export function readComparison(text: string): Comparison {
  const words = tokensOf(text);
  let at = 0;
  let depth = 0;
  const is = (...texts: string[]) =>
    texts.every((each, index) => words[at + index]?.text === each && words[at + index]?.is !== 'string');

  const operatorAt = (level: number): string | undefined => {
    const names = levels[level]!;
    if (names.includes('not in') && is('not', 'in')) return 'not in';
    if (names.includes('is not') && is('is', 'not')) return 'is not';
    const word = words[at];
    return word && (word.is === 'sign' || word.is === 'word') && names.includes(word.text) ? word.text : undefined;
  };

  const level = (number: number): Comparison => {
    if (++depth > 500) throw new Error('the comparison is nested too deep');
    try {
      if (number === levels.length) return unary();
      if (number === NOT_LEVEL && (is('not') || is('!'))) {
        at++;
        return { is: 'unary', operator: 'not', of: level(number) };
      }
      let left = level(number + 1);
      let chain: Comparison | undefined;
      for (let operator = operatorAt(number); operator !== undefined; operator = operatorAt(number)) {
        at += operator.includes(' ') ? 2 : 1;
        const right = level(number + 1);
        const one: Comparison = { is: 'binary', operator: sameAs[operator] ?? operator, left, right };
        if (number !== NOT_LEVEL) left = one;
        else {
          // `a < b < c` compares each with its neighbour.
          chain = chain ? { is: 'binary', operator: 'and', left: chain, right: one } : one;
          left = right;
        }
      }
      return chain ?? left;
    } finally {
      depth--;
    }
  };

  const unary = (): Comparison => {
    if (is('-') || is('+') || is('~')) {
      const operator = words[at++]!.text;
      return { is: 'unary', operator, of: unary() };
    }
    const base = primary();
    if (!is('**')) return base;
    at++;
    return { is: 'binary', operator: '**', left: base, right: unary() };
  };

  const list = (end: string): Comparison[] => {
    const items: Comparison[] = [];
    while (!is(end)) {
      items.push(level(0));
      if (is(',')) at++;
      else if (!is(end)) throw new Error(`'${end}' is missing in the comparison`);
    }
    at++;
    return items;
  };

  const primary = (): Comparison => {
    const word = words[at++];
    if (word === undefined) throw new Error('the comparison ends too early');
    if (word.is === 'number') return { is: 'constant', value: readNumber(word.text) ?? null };
    if (word.is === 'metavariable') return { is: 'metavariable', name: word.text };
    if (word.is === 'string') return { is: 'constant', value: unquoted(word.text) };
    if (word.text === '(') {
      const items = list(')');
      return items.length === 1 ? items[0]! : { is: 'list', items };
    }
    if (word.text === '[') return { is: 'list', items: list(']') };
    if (word.is === 'word') {
      const constant = constants[word.text];
      if (constant !== undefined) return { is: 'constant', value: constant };
      if (is('(')) {
        at++;
        return { is: 'call', name: word.text, arguments: list(')') };
      }
    }
    throw new Error(`'${word.text}' is not understood in a comparison`);
  };

  const read = level(0);
  if (at < words.length) throw new Error(`'${words[at]!.text}' is not expected in a comparison`);
  return read;
}

const constants: Readonly<Record<string, boolean | null>> = {
  True: true,
  true: true,
  False: false,
  false: false,
  None: null,
};

function unquoted(text: string): string {
  const isRaw = text.startsWith('r');
  const inner = text.slice(isRaw ? 2 : 1, -1);
  if (isRaw) return inner;
  // Escapes that are none stay as they are, which regular expressions rely on.
  return inner.replace(/\\(["'\\nt])/g, (whole, sign: string) => {
    if (sign === 'n') return '\n';
    if (sign === 't') return '\t';
    return sign === '\\' ? '\\' : (sign ?? whole);
  });
}

/** A number as languages write it; undefined for anything else. */
export function readNumber(text: string): number | undefined {
  const bare = text
    .trim()
    .replaceAll('_', '')
    .replace(/(?<=\d)(?:[uU]?[lL]{1,2}|[uU]|n)$/, '');
  const sign = bare.startsWith('-') ? -1 : 1;
  const digits = sign === -1 ? bare.slice(1) : bare;
  if (/^0[xX][\da-fA-F]+$|^0[oO][0-7]+$|^0[bB][01]+$/.test(digits)) return sign * Number(digits);
  if (/^0[0-7]+$/.test(digits)) return sign * Number.parseInt(digits, 8);
  if (/^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdDmM]?$/.test(digits)) return sign * Number.parseFloat(digits);
  return undefined;
}
