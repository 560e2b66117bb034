import { createContext, Script } from 'node:vm';

/** What a schema's `pattern` is tested with. */
export interface Pattern {
  test(text: string): boolean;
}

/** Longest text a pattern without nested repeats is tested on directly: even cubic backtracking takes no noticeable time on it. */
const SHORT = 512;
const BUDGET_MS = 100;

/**
 * Tests a pattern of a foreign schema, which may backtrack without end. Simple patterns on short texts are tested directly, others with a
 * time limit; one that exceeds it does not match.
 */
export function boundedPattern(source: string, flags: string): Pattern {
  const expression = new RegExp(source, flags);
  const simple = !hasNestedRepeat(source);
  return { test: text => (simple && text.length <= SHORT ? expression.test(text) : testWithin(source, flags, text)) };
}

let context: { source: string; flags: string; text: string } | undefined;
const script = new Script('new RegExp(source, flags).test(text)');

function testWithin(source: string, flags: string, text: string): boolean {
  context ??= createContext({ source: '', flags: '', text: '' }) as NonNullable<typeof context>;
  Object.assign(context, { source, flags, text });
  try {
    return script.runInContext(context, { timeout: BUDGET_MS }) === true;
  } catch {
    return false;
  } finally {
    context.text = '';
  }
}

/** Whether a group that repeats holds a repeat or a choice: what it takes to backtrack exponentially. */
export function hasNestedRepeat(source: string): boolean {
  const groups: boolean[] = [false];
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') groups.push(false);
    else if (character === ')') {
      const risky = groups.pop() ?? false;
      if (risky && repeats(source, at + 1)) return true;
      if (risky && groups.length > 0) groups[groups.length - 1] = true;
    } else if (character === '|' || repeats(source, at)) groups[groups.length - 1] = true;
  }
  return false;
}

function repeats(source: string, at: number): boolean {
  return source[at] === '*' || source[at] === '+' || source[at] === '{';
}
