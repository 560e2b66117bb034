import type { Json } from '@concord/contract';

/** Invalid JSON. The message says where the fault is and quotes nothing. */
export class BadJson extends Error {}

const DEEPEST = 100;
const literal = /(?:true|false|null|-?(?:0|[1-9][0-9]{0,400})(?:\.[0-9]{1,400})?(?:[eE][+-]?[0-9]{1,4})?)(?![\w.+-])/y;

/** Reads JSON strictly: a key may stand once in an object, and nesting ends at 100 levels. Throws a BadJson. */
export function readJson(text: string): Json {
  if (text.startsWith('\ufeff')) return readJson(text.slice(1));
  let at = 0;
  const skipBlanks = () => {
    while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t' || text[at] === '\r') at++;
  };
  const sign = (character: string): boolean => {
    skipBlanks();
    if (text[at] !== character) return false;
    at++;
    return true;
  };
  const isLiteral = (): boolean => {
    literal.lastIndex = at;
    const [found] = literal.exec(text) ?? [];
    at += found?.length ?? 0;
    return found !== undefined;
  };
  /** Skips a string and returns where it began; undefined when there is none. */
  const stringHere = (): number | undefined => {
    if (text[at] !== '"') return undefined;
    const start = at;
    for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
    at++;
    return at > text.length ? fail('ends too early') : start;
  };
  const fail = (why: string): never => {
    throw new BadJson(`${why} ${placeOf(text, at)}`);
  };
  const members = (close: string, member: () => void) => {
    if (sign(close)) return;
    do member();
    while (sign(','));
    if (!sign(close)) fail(at >= text.length ? 'ends too early' : 'has something unexpected');
  };
  const value = (depth: number): void => {
    if (depth > DEEPEST) throw new BadJson(`is nested deeper than ${DEEPEST} levels`);
    if (sign('{')) {
      const keys = new Set<string>();
      members('}', () => {
        skipBlanks();
        const start = stringHere() ?? fail(at >= text.length ? 'ends too early' : 'has no key in quotes');
        const name = parsed(text.slice(start, at)) as string;
        if (keys.has(name)) throw new BadJson(`has the key ${JSON.stringify(name).slice(0, 80)} twice`);
        keys.add(name);
        if (!sign(':')) fail('has no colon after a key');
        value(depth + 1);
      });
    } else if (sign('[')) members(']', () => value(depth + 1));
    else if (!isLiteral() && stringHere() === undefined)
      fail(at >= text.length ? 'ends too early' : 'has something unexpected');
  };
  value(0);
  skipBlanks();
  if (at < text.length) fail('goes on after its end');
  return parsed(text);
}

/** Parses text whose structure was checked; only strings can still be wrong. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new BadJson('has a string with a character that must be escaped');
  }
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  return line === 1 ? `at column ${column}` : `at line ${line}, column ${column}`;
}
