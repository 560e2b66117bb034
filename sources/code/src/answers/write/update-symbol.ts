import { unifiedDiff } from '../../edit/diff.js';
import { indentAt, indentUnit, lineEndOf, lineStart, nextLine, placed } from '../../edit/placement.js';
import { Kind, Role } from '../../syntax/kinds.js';
import { childAs, childrenOf, NONE } from '../../syntax/tree.js';
import { ToolFailure } from '../../workspace/failure.js';
import type { CodeSymbol } from '../../workspace/outline.js';
import { type SourceFile, sha256 } from '../../workspace/source-file.js';
import type { Answer, Asked } from '../question/asked.js';
import { describe, fileOfText, named, symbolOf } from '../question/shared.js';

const LONGEST_DIFF = 20_000;

/** Changes one symbol of a file, and nothing else of it. */
export async function updateSymbol(asked: Asked): Promise<Answer> {
  const file = await named(asked, asked.text('file_path')!);
  requireWritable(asked, file);
  asked.uses(`lang:${file.language.id}`);
  const symbol = symbolOf(asked, file);
  const operation = asked.text('operation') ?? 'replace';
  requireFresh(asked, file, symbol);
  const code = asked.text('new_code');
  if (operation !== 'delete') {
    if (code === undefined || code.trim() === '')
      throw new ToolFailure('invalid_argument', `new_code is needed to ${operation.replace('_', ' ')}.`, {
        reason: 'no_code',
      });
    const limit = asked.limit('max_bytes');
    if (Buffer.byteLength(code) > limit) {
      asked.cut('max_bytes');
      throw new ToolFailure('too_large', 'The new code is too large.', { reason: 'code_size', limit });
    }
  }
  const after = await changed(file, symbol, operation, code ?? '');
  const now = await checked(file, after);
  const bytes = encoded(file, after);
  const diff = unifiedDiff(file.path, file.text, after);
  const isDry = asked.flag('dry_run');
  if (!isDry && after !== file.text)
    asked.writes.push({ path: file.path, absolute: file.absolute, before: file.hash, bytes });
  const still = operation === 'delete' ? undefined : now.symbols.find(each => each.name === symbol.name);
  asked.uses('scope:file');
  return asked.answer({
    file_path: file.path,
    target_name: symbol.name,
    target_kind: symbol.kind,
    operation,
    dry_run: isDry,
    changed: after !== file.text,
    lines_before: file.lines.count,
    lines_after: now.lines.count,
    lines_delta: now.lines.count - file.lines.count,
    file_sha256: sha256(bytes),
    ...(still && { symbol: describe(now, still) }),
    diff: diff.slice(0, LONGEST_DIFF),
    diff_truncated: diff.length > LONGEST_DIFF,
  });
}

export function requireWritable(asked: Asked, file: SourceFile): void {
  if (!asked.question.mayWrite && !asked.flag('dry_run'))
    throw new ToolFailure('forbidden', 'This server only reads: start it with --write, or ask with dry_run.', {
      reason: 'read_only',
    });
  if (file.isBytes)
    throw new ToolFailure('invalid_argument', `The file is not UTF-8: ${file.path}.`, { reason: 'encoding' });
}

/** Refuses a change to what is no longer what its caller has seen. */
function requireFresh(asked: Asked, file: SourceFile, symbol: CodeSymbol): void {
  const expected = asked.text('expected_sha256');
  if (expected === undefined) return;
  const own = sha256(file.slice(symbol.start, symbol.end));
  if (expected === own || expected === file.hash) return;
  throw new ToolFailure('invalid_argument', `The symbol has changed since it was read: ${symbol.name}.`, {
    reason: 'stale',
    file_sha256: file.hash,
    outline: file.symbols.slice(0, 100).map(each => {
      const { name, kind, line_start, line_end, sha256: hash } = describe(file, each);
      return { name: name!, kind: kind!, line_start: line_start!, line_end: line_end!, sha256: hash! };
    }),
  });
}

/** The text of the file after the change. */
async function changed(file: SourceFile, symbol: CodeSymbol, operation: string, code: string): Promise<string> {
  const { text } = file;
  const end = lineEndOf(text);
  const tree = (await fileOfText(code.replace(/\r\n/g, '\n'), file.language, file.path)).tree;
  const put = (at: number, until: number, written: string) => text.slice(0, at) + written + text.slice(until);
  const indent = indentAt(text, symbol.start);
  const standsAlone = text.slice(lineStart(text, symbol.start), symbol.start).trim() === '';
  switch (operation) {
    case 'replace':
      return put(symbol.start, symbol.end, placed(code, standsAlone ? indent : '', end, tree));
    case 'insert_before': {
      const at = lineStart(text, startWithComment(file, symbol));
      return put(at, at, indent + placed(code, indent, end, tree) + end + gapOf(file, symbol, end));
    }
    case 'insert_after': {
      const at = endOfLine(text, symbol.end);
      const before = text[at - 1] === '\n' ? '' : end;
      return put(
        at,
        at,
        before +
          gapOf(file, symbol, end) +
          indent +
          placed(code, indent, end, tree) +
          (before === '' || text.endsWith('\n') ? end : ''),
      );
    }
    case 'delete': {
      const from = standsAlone ? lineStart(text, startWithComment(file, symbol)) : symbol.start;
      const until = endOfLine(text, symbol.end);
      if (!standsAlone || text.slice(symbol.end, until).trim() !== '') return put(symbol.start, symbol.end, '');
      return put(from, withoutGap(text, from, until), '');
    }
    case 'add_member':
      return addedMember(file, symbol, code, end, tree);
    default:
      throw new ToolFailure('invalid_argument', `There is no operation ${operation}.`, { reason: 'operation' });
  }
}

const endOfLine = (text: string, at: number): number => nextLine(text, at);

/** Empty lines after what goes away go with it where there are some before it. */
function withoutGap(text: string, from: number, until: number): number {
  const isGapBefore = from === 0 || /\n[ \t]{0,200}\r?\n$/.test(text.slice(Math.max(0, from - 210), from));
  let at = until;
  while (isGapBefore && at < text.length && text.slice(at, nextLine(text, at)).trim() === '') at = nextLine(text, at);
  return at;
}

/** Where a symbol begins with the comment right above it. */
function startWithComment({ text, tree }: SourceFile, { start }: CodeSymbol): number {
  let at = lineStart(text, start);
  const mark = tree.language === 'python' ? /^#/ : /^(?:\/\/|\/\*|\*)/;
  let first = start;
  while (at > 0) {
    const above = lineStart(text, at - 1);
    const line = text.slice(above, at).trim();
    if (!mark.test(line)) break;
    first = above;
    at = above;
  }
  return first;
}

/** The empty lines between a symbol and its neighbours. */
function gapOf({ text, tree }: SourceFile, { start, above, kind }: CodeSymbol, end: string): string {
  if (kind === 'variable') return '';
  const before = /((?:[ \t]{0,200}\r?\n){1,4})$/.exec(
    text.slice(0, lineStart(text, start)).replace(/\S[^\n]{0,1000}\n$/, '\n'),
  )?.[1];
  const lines = above === NONE && tree.language === 'python' ? 2 : 1;
  return end.repeat(before === undefined ? lines : lines);
}

function addedMember(
  file: SourceFile,
  symbol: CodeSymbol,
  code: string,
  end: '\n' | '\r\n',
  tree: SourceFile['tree'],
): string {
  const { text } = file;
  const own = file.tree;
  let holder = symbol.node;
  while (holder < own.last[symbol.node]! && own.kind[holder] !== Kind.Class) holder++;
  const body = holder < own.last[symbol.node]! ? childAs(own, holder, Role.Body) : NONE;
  if (body === NONE)
    throw new ToolFailure('invalid_argument', `This is nothing that has members: ${symbol.name}.`, {
      reason: 'no_members',
    });
  const members = childrenOf(own, body);
  const last = members.at(-1);
  const outer = indentAt(text, symbol.start);
  const indent =
    members.length > 0 && isFirstOnLine(text, own.start[members[0]!]!)
      ? indentAt(text, own.start[members[0]!]!)
      : outer + indentUnit(text);
  const written = indent + placed(code, indent, end, tree);
  const isPython = own.language === 'python';
  if (isPython) {
    const at = nextLine(text, own.end[body]!);
    const before = text[at - 1] === '\n' ? '' : end;
    const gap = last !== undefined && own.kind[last] === Kind.Function ? end : '';
    return (
      text.slice(0, at) + before + gap + written + (before === '' || text.endsWith('\n') ? end : '') + text.slice(at)
    );
  }
  const close = own.end[body]! - 1;
  if (text[close] !== '}')
    throw new ToolFailure('not_implemented', `Members cannot be added here: ${symbol.name}.`, { reason: 'no_braces' });
  const at = lineStart(text, close);
  const isAlone = text.slice(at, close).trim() === '';
  const gap = last !== undefined && own.kind[last] === Kind.Function ? end : '';
  if (isAlone) return text.slice(0, at) + gap + written + end + text.slice(at);
  return text.slice(0, close).trimEnd() + end + gap + written + end + outer + text.slice(close);
}

const isFirstOnLine = (text: string, at: number) => text.slice(lineStart(text, at), at).trim() === '';

/** Reads the text after a change. Throws where it has faults that were not there before. */
export async function checked(file: SourceFile, after: string): Promise<SourceFile> {
  const now = await fileOfText(after, file.language, file.path);
  const { broken } = now.tree;
  if (broken.length <= file.tree.broken.length) return now;
  const before = new Set(file.tree.broken.map(({ start }) => start));
  const { line, column } = now.lines.placeOf((broken.find(({ start }) => !before.has(start)) ?? broken[0]!).start);
  throw new ToolFailure('invalid_argument', `The file would no longer be understood: ${file.path}, line ${line}.`, {
    reason: 'syntax',
    line,
    column,
  });
}

/** The bytes of a text, with the byte order mark its file has. */
export function encoded(file: SourceFile, text: string): Buffer {
  return Buffer.concat([file.bytes.subarray(0, file.bytesBefore), Buffer.from(text)]);
}
