/** Whether Semgrep would warn of an expression: a repetition inside a repetition, or alternatives that begin alike inside one. */
export function hasNestedRepetition(pattern: string): boolean {
  const open: { start: number; repeats: boolean; alternatives: string[]; piece: number }[] = [];
  for (let at = 0; at < pattern.length && at < 20_000; at++) {
    const sign = pattern[at]!;
    if (sign === '\\') at++;
    else if (sign === '[') {
      const end = endOfSet(pattern, at);
      if (end === -1) return false;
      at = end;
      noteRepeat(pattern, at + 1, open);
      continue;
    } else if (sign === '(') {
      open.push({ start: at, repeats: false, alternatives: [], piece: at + 1 });
      continue;
    } else if (sign === '|') {
      const group = open.at(-1);
      if (group) {
        group.alternatives.push(pattern.slice(group.piece, at));
        group.piece = at + 1;
      }
      continue;
    } else if (sign === ')') {
      const group = open.pop();
      if (!group) return false;
      const isRepeated = unbounded(pattern, at + 1);
      if (isRepeated && group.repeats) return true;
      const alternatives = [...group.alternatives, pattern.slice(group.piece, at)].map(each =>
        each.replace(/^\?:/, ''),
      );
      if (isRepeated && alternatives.length > 1 && beginAlike(alternatives)) return true;
      const around = open.at(-1);
      if (around && (isRepeated || group.repeats)) around.repeats = true;
      continue;
    }
    noteRepeat(pattern, at + 1, open);
  }
  return false;
}

function noteRepeat(pattern: string, at: number, open: readonly { repeats: boolean }[]): void {
  const group = open.at(-1);
  if (group && unbounded(pattern, at)) (group as { repeats: boolean }).repeats = true;
}

const unbounded = (pattern: string, at: number) => /^(?:[*+]|\{\d*,\})(?!\+)/.test(pattern.slice(at, at + 12));

function endOfSet(pattern: string, start: number): number {
  for (let at = start + 1; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++;
    else if (pattern[at] === ']' && at > start + 1) return at;
  }
  return -1;
}

/** Whether one alternative begins as another does, so that a text can be read in two ways. */
function beginAlike(alternatives: readonly string[]): boolean {
  return alternatives.some((one, index) =>
    alternatives.some(
      (other, at) => at !== index && one !== '' && (other.startsWith(one) || one === '.' || one.startsWith('.*')),
    ),
  );
}
