import { headerIn } from './header.js';

const LONGEST = 1_000;
/** Lines of a comment that are for programs: encodings, directives of linters and editors, headers with metadata. */
const forPrograms = /^(?:-\*-|vim?:|(?:en)?coding[:=]|shellcheck |@ts-|eslint|biome-|pylint|noqa|type: ignore|mypy:)/i;
const licence = /\bcopyright\b|\blicen[cs]ed?\b|SPDX-/i;
/** The quotes of a docstring and the brackets of a block comment, with how each ends. */
const blocks: readonly (readonly [begin: RegExp, end: string])[] = [
  [/^\/\*{1,80}/, '*/'],
  [/^[rRuU]?"""/, '"""'],
  [/^[rRuU]?'''/, "'''"],
];

/** The first paragraph of the comment or docstring that a script begins with; one about its licence is passed over. */
export function leadingComment(head: string): string | undefined {
  const lines = head.split('\n').map(line => line.trim());
  if (lines[0]?.startsWith('#!')) lines.shift();
  while (lines.length > 0) {
    const comment = takeComment(lines);
    if (comment === undefined) return undefined;
    const said = paragraph(comment);
    if (said !== '' && !comment.some(line => licence.test(line.slice(0, 500)))) return said.slice(0, LONGEST);
  }
  return undefined;
}

/** Takes the comment at the beginning off the lines and gives its own; undefined where code begins. */
function takeComment(lines: string[]): readonly string[] | undefined {
  while (lines[0] === '' || /^(['"])use strict\1;?$/.test(lines[0] ?? '')) lines.shift();
  const first = lines[0] ?? '';
  const block = blocks.find(([begin]) => begin.test(first));
  if (block) return takeBlock(lines, ...block);
  const mark = ['#', '//'].find(each => first.startsWith(each));
  if (mark === undefined) return undefined;
  const taken: string[] = [];
  while (lines[0]?.startsWith(mark))
    taken.push(
      lines
        .shift()!
        .replace(/^[#/]{1,200}/, '')
        .trim(),
    );
  return taken;
}

function takeBlock(lines: string[], begin: RegExp, end: string): readonly string[] {
  const taken: string[] = [];
  for (let line = lines.shift()?.replace(begin, ''); line !== undefined; line = lines.shift()) {
    const at = line.indexOf(end);
    const inside = at === -1 ? line : line.slice(0, at);
    taken.push((end === '*/' ? inside.replace(/^\*{1,80}/, '') : inside).trim());
    if (at !== -1) return taken;
  }
  // It never ends: then it is no comment.
  return [];
}

function paragraph(comment: readonly string[]): string {
  const words = comment.filter(line => !forPrograms.test(line) && headerIn(line) === undefined);
  const begin = words.findIndex(line => /[\p{L}\p{N}]/u.test(line));
  if (begin === -1) return '';
  const end = words.findIndex((line, at) => at > begin && !/[\p{L}\p{N}]/u.test(line));
  return words.slice(begin, end === -1 ? undefined : end).join(' ');
}
