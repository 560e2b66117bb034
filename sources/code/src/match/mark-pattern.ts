import type { Language } from '../syntax/language.js';

/** A letter that every grammar takes in names and nobody writes: it stands for the `$` and the dots of patterns. */
export const MARK = '\uA66E';
/** What stands for `...`; a longer name for `$...X`. */
export const DOTS = MARK.repeat(3);
/** What a typed metavariable begins with. */
export const TYPED = MARK.repeat(2);

const METAVARIABLE = /\$(?:\.\.\.)?[A-Z_][A-Z_0-9]*/y;
const TYPED_BEFORE = /\(\s*([^();={}]{1,120}?(?:\([^()]{0,60}\))?)\s+\$([A-Z_][A-Z_0-9]*)\s*\)/y;
const TYPED_AFTER =
  /\(\s*\$([A-Z_][A-Z_0-9]*)\s*:\s*([^()=;]{1,120}?(?:\([^()]{0,60}\)[^()=;]{0,60})?)\s*\)(?!\s*(?:=>|\{|:))/y;

/** Writes metavariables and dots as names; everything but typed metavariables keeps its place. */
export function markPattern(text: string, language: Language): string {
  const { typed } = language.patterns;
  let out = '';
  let deep = 0;
  for (let at = 0; at < text.length; ) {
    const typedHere = text[at] === '(' && mayBeTyped(out, language) ? typedAt(text, at, language) : undefined;
    if (
      typedHere &&
      language.patterns.typedOrder === 'type first' &&
      /^\s{0,9}=(?!=)/.test(text.slice(typedHere.end))
    ) {
      out += `${markPattern(typedHere.type, language)} ${TYPED}${typedHere.name}`;
      at = typedHere.end;
    } else if (typedHere) {
      out += `(${typed.replace('NAME', TYPED + typedHere.name).replace('TYPE', markPattern(typedHere.type, language))})`;
      at = typedHere.end;
    } else if (text[at] === '$' && matchAt(METAVARIABLE, text, at)) {
      const name = matchAt(METAVARIABLE, text, at)![0];
      const braces =
        language.patterns.bracedAttributes &&
        /<[\w$\uA66E][^<>]{0,400}=\s{0,9}$/.test(out.slice(-500)) &&
        !/[=<>{(]\s{0,9}=\s{0,9}$/.test(out.slice(-20));
      if (braces) out += `{${MARK}${name.slice(1)}}`;
      else out += name.startsWith('$...') ? `${DOTS}${MARK}${name.slice(4)}` : `${MARK}${name.slice(1)}`;
      at += name.length;
    } else if (text.startsWith('<...', at) && /[\s(]/.test(text[at + 4] ?? '')) {
      out += `${DOTS}(`;
      at += 4;
      deep++;
    } else if (deep > 0 && text.startsWith('...>', at)) {
      out += '   )';
      at += 4;
      deep--;
    } else if (text.startsWith('...', at) && isSpread(text, at)) {
      out += '...';
      at += 3;
    } else if (text.startsWith('...', at)) {
      out += DOTS;
      at += 3;
    } else {
      out += text[at];
      at++;
    }
  }
  return out;
}

/** Dots that belong to the language: `...$ARGS`, `double... $X`, `args...`. */
function isSpread(text: string, at: number): boolean {
  return /[\w$[{]/.test(text[at + 3] ?? '') || /[\w\])]/.test(text[at - 1] ?? '');
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Whether a parenthesis is not that of a call, or may be both. */
function mayBeTyped(before: string, { patterns }: Language): boolean {
  const text = before.trimEnd();
  if (!/[\w\])]$/.test(text.slice(-1))) return true;
  if (/\b(?:return|await|yield|in|and|or|not|case|throw|else)$/.test(text)) return true;
  return patterns.typedArguments === true && !/\bdef\s{1,9}\S{1,99}$/.test(text.slice(-120));
}

/** A typed metavariable that begins here, with its parentheses. */
function typedAt(
  text: string,
  at: number,
  language: Language,
): { name: string; type: string; end: number } | undefined {
  if (language.patterns.typedOrder === 'type first') {
    const found = matchAt(TYPED_BEFORE, text, at);
    if (!found || /^(?:new|return|await|throw|in|ref|out)\b/.test(found[1]!) || /[,:?&|+]\s*$|->|=>/.test(found[1]!))
      return undefined;
    if (/^\s*(?:->|=>|\{)/.test(text.slice(at + found[0].length))) return undefined;
    if (/\b(?:catch|if|while|switch|for|foreach|using)\s*$/.test(text.slice(0, at))) return undefined;
    return { name: found[2]!, type: found[1]!, end: at + found[0].length };
  }
  const found = matchAt(TYPED_AFTER, text, at);
  return found ? { name: found[1]!, type: found[2]!, end: at + found[0].length } : undefined;
}
