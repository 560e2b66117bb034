import { Kind } from '../syntax/kinds.js';
import type { Tree } from '../syntax/tree.js';

/** How lines end in a text: as most of them do. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  const all = text.split('\n').length - 1;
  const carriage = text.split('\r\n').length - 1;
  return carriage * 2 > all ? '\r\n' : '\n';
}

/** The white space that a line begins with, up to a place in it. */
export function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]{0,1000}/.exec(text.slice(start, Math.min(text.length, start + 1_000)))![0];
}

/** What one step of indentation is in a text: the least that any line has. */
export function indentUnit(text: string): string {
  if (/^\t/m.test(text)) return '\t';
  const widths = [...text.matchAll(/^( {1,16})\S/gm)].map(([, spaces]) => spaces!.length).filter(width => width > 1);
  return ' '.repeat(widths.length === 0 ? 4 : Math.min(...widths));
}

/**
 * New code as it stands at an indentation: shifted as a whole where it was written from the margin, left where it stands already.
 * Lines that begin inside a text of the code stay as they are. `tree` is that of the code by itself.
 */
export function placed(code: string, indent: string, end: '\n' | '\r\n', tree: Tree): string {
  const lines = code.replace(/\r\n/g, '\n').replace(/\n+$/, '').split('\n');
  const isText = linesInTexts(tree, lines.length);
  const first = widthOf(lines[0]!);
  const others = lines.slice(1).filter((line, index) => line.trim() !== '' && !isText[index + 1]);
  const least = Math.min(...others.map(widthOf), Number.POSITIVE_INFINITY);
  const target = indent.length;
  // A body at the margin of its own head belongs further in: the code was written from the margin.
  const isHead = tree.language !== 'python' || lines[0]!.trimStart().startsWith('@');
  const isPlaced =
    first === 0 && target > 0 && least !== Number.POSITIVE_INFINITY && (isHead ? least >= target : least > target);
  if (isPlaced || (first === 0 && target === 0)) return lines.join(end);
  const margin = first > 0 ? Math.min(first, least) : 0;
  return lines
    .map((line, index) => {
      if (index === 0) return line.slice(first);
      if (isText[index] || line.trim() === '') return isText[index] ? line : '';
      return indent + line.slice(Math.min(margin, widthOf(line)));
    })
    .join(end);
}

const widthOf = (line: string) => line.length - line.trimStart().length;

/** Which lines begin inside a text that goes over several. */
function linesInTexts(tree: Tree, count: number): boolean[] {
  const found: boolean[] = new Array(count).fill(false);
  const starts = [0];
  for (let at = tree.text.indexOf('\n'); at >= 0; at = tree.text.indexOf('\n', at + 1)) starts.push(at + 1);
  for (let node = 0; node < tree.size; node++) {
    const kind = tree.kind[node];
    if (kind !== Kind.String && kind !== Kind.Template) continue;
    for (let line = 1; line < Math.min(count, starts.length); line++)
      if (starts[line]! > tree.start[node]! && starts[line]! < tree.end[node]!) found[line] = true;
  }
  return found;
}

/** Where the line begins that a place is on. */
export const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

/** Where the line after a place begins. */
export function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}
