const AROUND = 3;
const MOST_STEPS = 4_000_000;

/** What changes from one text to another, as a unified diff; empty where nothing does. */
export function unifiedDiff(path: string, before: string, after: string): string {
  if (before === after) return '';
  const old = linesOf(before);
  const now = linesOf(after);
  const edits = editsBetween(old, now);
  const hunks: string[] = [];
  for (let at = 0; at < edits.length; ) {
    let last = at;
    while (last + 1 < edits.length && edits[last + 1]!.old - (edits[last]!.old + edits[last]!.removed) <= 2 * AROUND)
      last++;
    hunks.push(hunk(old, now, edits.slice(at, last + 1)));
    at = last + 1;
  }
  return `--- a/${path}\n+++ b/${path}\n${hunks.join('')}`;
}

interface Edit {
  readonly old: number;
  readonly removed: number;
  readonly now: number;
  readonly added: number;
}

const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Stretches of lines that differ, found by what both have in common at their ends and in their middle. */
function editsBetween(old: readonly string[], now: readonly string[]): Edit[] {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail++;
  const rows = old.length - head - tail;
  const columns = now.length - head - tail;
  if (rows * columns > MOST_STEPS) return [{ old: head, removed: rows, now: head, added: columns }];
  // The longest run of lines in common, by the table of what is left from each pair of places.
  const width = columns + 1;
  const common = new Uint32Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      common[row * width + column] =
        old[head + row] === now[head + column]
          ? common[(row + 1) * width + column + 1]! + 1
          : Math.max(common[(row + 1) * width + column]!, common[row * width + column + 1]!);
  const edits: Edit[] = [];
  let row = 0;
  let column = 0;
  while (row < rows || column < columns) {
    if (row < rows && column < columns && old[head + row] === now[head + column]) {
      row++;
      column++;
      continue;
    }
    const from = { row, column };
    while (row < rows || column < columns) {
      if (row < rows && column < columns && old[head + row] === now[head + column]) break;
      const down = row < rows ? common[(row + 1) * width + column]! : -1;
      const right = column < columns ? common[row * width + column + 1]! : -1;
      if (down >= right) row++;
      else column++;
    }
    edits.push({ old: head + from.row, removed: row - from.row, now: head + from.column, added: column - from.column });
  }
  return edits;
}

function hunk(old: readonly string[], now: readonly string[], edits: readonly Edit[]): string {
  const first = edits[0]!;
  const last = edits.at(-1)!;
  const before = Math.min(AROUND, first.old);
  const after = Math.min(AROUND, old.length - (last.old + last.removed));
  const oldCount = last.old + last.removed - first.old + before + after;
  const nowCount = last.now + last.added - first.now + before + after;
  const lines: string[] = [];
  let at = first.old - before;
  for (const edit of edits) {
    for (; at < edit.old; at++) lines.push(` ${old[at]}`);
    for (let line = 0; line < edit.removed; line++) lines.push(`-${old[edit.old + line]}`);
    for (let line = 0; line < edit.added; line++) lines.push(`+${now[edit.now + line]}`);
    at = edit.old + edit.removed;
  }
  for (let line = 0; line < after; line++) lines.push(` ${old[at + line]}`);
  const range = (start: number, count: number) => `${count === 0 ? start : start + 1},${count}`;
  const head = `@@ -${range(first.old - before, oldCount)} +${range(first.now - before, nowCount)} @@\n`;
  return head + lines.map(line => (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`)).join('');
}
