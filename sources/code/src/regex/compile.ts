import { RegexFault, type Translated, translate } from './translate.js';

/** An expression of a rule, ready to be run. */
export interface Expression {
  readonly global: RegExp;
  readonly sticky: RegExp;
  readonly groups: readonly number[];
  readonly names: ReadonlyMap<string, readonly number[]>;
}

const compiled = new Map<string, Expression>();

/** Compiles an expression. `multiline` is how `^` and `$` are read. Throws a RegexFault. */
export function compile(pattern: string, multiline: boolean): Expression {
  const key = `${multiline}${pattern}`;
  let found = compiled.get(key);
  if (!found) {
    if (pattern.length > 100_000) throw new RegexFault('rule_syntax', 'the expression is too long', 0);
    const { source, flags, groups, names }: Translated = translate(pattern, { m: multiline });
    try {
      found = {
        global: new RegExp(source, `${flags}dg`),
        sticky: new RegExp(source, `${flags}y`),
        groups,
        names,
      };
    } catch (error) {
      throw new RegexFault(
        'rule_syntax',
        (error as Error).message.replace(/^Invalid regular expression: .*: /s, ''),
        0,
      );
    }
    if (compiled.size > 10_000) compiled.clear();
    compiled.set(key, found);
  }
  return found;
}

/** Every place in a text, first to last, none overlapping another. */
export function* findAll({ global }: Expression, text: string): Generator<RegExpExecArray> {
  global.lastIndex = 0;
  for (let found = global.exec(text); found !== null; ) {
    yield found;
    const end = found.index + found[0].length;
    global.lastIndex = found[0] === '' ? end + 1 : end;
    if (global.lastIndex > text.length) return;
    found = global.exec(text);
  }
}

/** Whether a text begins with the expression. */
export function beginsWith({ sticky }: Expression, text: string): RegExpExecArray | null {
  sticky.lastIndex = 0;
  return sticky.exec(text);
}
