/**
 * True when the whole text fits a pattern of `*` (any characters), `?` (one) and `[…]` (one of these, ranges and `!` included). Only the
 * last `*` is ever tried again, so the time is bounded by the product of the lengths whatever the pattern.
 */
export function fitsWildcards(pattern: string, text: string): boolean {
  const steps = stepsOf(pattern);
  let [at, step, star, resume] = [0, 0, -1, 0];
  while (at < text.length) {
    const wanted = steps[step];
    if (wanted === '*') {
      star = step++;
      resume = at;
    } else if (wanted?.(text[at]!)) {
      step++;
      at++;
    } else if (star >= 0) {
      step = star + 1;
      at = ++resume;
    } else return false;
  }
  while (steps[step] === '*') step++;
  return step === steps.length;
}

type Step = '*' | ((character: string) => boolean);

function stepsOf(pattern: string): readonly Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]!;
    // The first bracket after the opening one is a member, as in every shell.
    const close = character === '[' ? pattern.indexOf(']', at + (/[!^]/.test(pattern[at + 1] ?? '') ? 3 : 2)) : -1;
    if (character === '*') steps.push('*');
    else if (character === '?') steps.push(() => true);
    else if (close !== -1) {
      steps.push(oneOf(pattern.slice(at + 1, close)));
      at = close;
    } else steps.push(each => each === character);
  }
  return steps;
}

function oneOf(members: string): (character: string) => boolean {
  const isNegated = /^[!^]/.test(members);
  const listed = isNegated ? members.slice(1) : members;
  return character => {
    for (let at = 0; at < listed.length; at++) {
      const isRange = listed[at + 1] === '-' && at + 2 < listed.length;
      const last = isRange ? listed[at + 2]! : listed[at]!;
      if (character >= listed[at]! && character <= last) return !isNegated;
      if (isRange) at += 2;
    }
    return isNegated;
  };
}
