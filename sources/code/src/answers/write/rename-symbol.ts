import type { Json } from '@concord/contract';
import { unifiedDiff } from '../../edit/diff.js';
import { Kind, Role } from '../../syntax/kinds.js';
import type { LanguageId } from '../../syntax/language.js';
import { childAs } from '../../syntax/tree.js';
import { ToolFailure } from '../../workspace/failure.js';
import { type CodeSymbol, plainName } from '../../workspace/outline.js';
import { type Reference, referencesTo } from '../../workspace/references.js';
import { type SourceFile, sha256 } from '../../workspace/source-file.js';
import type { Answer, Asked } from '../question/asked.js';
import { definitionOf } from '../read/get-symbol-references.js';
import { checked, encoded, requireWritable } from './update-symbol.js';

const LONGEST_DIFF = 16_000;

/** Gives a symbol another name, everywhere that means it. */
export async function renameSymbol(asked: Asked): Promise<Answer> {
  const { workspace } = asked;
  const project = await workspace.project({ onProgress: asked.onProgress });
  const { file, symbol } = await definitionOf(asked, project, asked.text('target_name')!, asked.text('file_path'));
  requireWritable(asked, file);
  asked.uses(`lang:${file.language.id}`);
  asked.uses('scope:project');
  const expected = asked.text('expected_sha256');
  if (expected !== undefined && expected !== file.hash && expected !== sha256(file.slice(symbol.start, symbol.end)))
    throw new ToolFailure('invalid_argument', `The symbol has changed since it was read: ${symbol.name}.`, {
      reason: 'stale',
      file_sha256: file.hash,
      outline: file.symbols.slice(0, 100).map(each => ({ name: each.name, line: file.lines.lineOf(each.start) })),
    });
  const name = asked.text('new_name')!;
  const old = plainName(symbol.name);
  requireName(file.language.id, name);
  const found = await referencesTo(workspace, project, { file, symbol });
  requireFree(file, symbol, name, found);
  const sure = found.filter(({ confidence }) => confidence !== 'name_only');
  const unsure = found.filter(({ confidence }) => confidence === 'name_only');
  const byFile = new Map<SourceFile, Reference[]>();
  for (const each of sure) byFile.set(each.file, [...(byFile.get(each.file) ?? []), each]);
  const limit = asked.limit('max_files_changed');
  if (byFile.size > limit) {
    asked.cut('max_files_changed');
    throw new ToolFailure(
      'upgrade_required',
      `The name stands in ${byFile.size} files; ${limit} can be changed in one call.`,
      {
        files: byFile.size,
        limit,
      },
    );
  }
  const isDry = asked.flag('dry_run');
  const edits: Json[] = [];
  const changedFiles: Json[] = [];
  let diff = '';
  for (const [each, references] of byFile) {
    if (each !== file) requireNameUnused(each, references, name);
    const after = rewritten(each, references, old, name, edits);
    if (after === each.text) continue;
    await checked(each, after);
    const bytes = encoded(each, after);
    diff += unifiedDiff(each.path, each.text, after);
    changedFiles.push({ file: each.path, file_sha256: sha256(bytes) });
    if (!isDry) asked.writes.push({ path: each.path, absolute: each.absolute, before: each.hash, bytes });
  }
  const place = ({ file: at, node, kind }: Reference) => {
    const { line, column } = at.lines.placeOf(at.tree.start[node]!);
    return { file: at.path, line, column, reference_type: kind };
  };
  if (unsure.length > 0)
    asked.warn(`${unsure.length} places have the name and may mean something else: see unresolved.`);
  const { shown, page } = asked.page(edits, each => each, asked.budget * 0.5);
  return asked.answer({
    file_path: file.path,
    target_name: symbol.name,
    new_name: name,
    dry_run: isDry,
    changed_files: changedFiles,
    edits: shown,
    ...page,
    unresolved: unsure.slice(0, 50).map(place),
    unresolved_total: unsure.length,
    diff: diff.slice(0, Math.min(LONGEST_DIFF, asked.budget * 0.4)),
    diff_truncated: diff.length > Math.min(LONGEST_DIFF, asked.budget * 0.4),
  });
}

/** The text of a file with another name at all places; an entry that stands for its own key keeps the key. */
function rewritten(
  file: SourceFile,
  references: readonly Reference[],
  old: string,
  name: string,
  edits: Json[],
): string {
  const { tree, text, lines } = file;
  const nodes = [...new Set(references.map(({ node }) => node))]
    .filter(node => text.slice(tree.start[node]!, tree.end[node]!).replace(/^@/, '') === old)
    .sort((one, other) => tree.start[one]! - tree.start[other]!);
  let after = '';
  let at = 0;
  let last = -1;
  for (const node of nodes) {
    const start = tree.end[node]! - old.length;
    if (start === last) continue;
    last = start;
    const pair = tree.parent[node]!;
    const isShorthand = tree.kind[pair] === Kind.Pair && tree.value[pair] === 'shorthand';
    after += text.slice(at, start) + (isShorthand ? `${old}: ${name}` : name);
    at = start + old.length;
    const { line, column } = lines.placeOf(start);
    edits.push({ file: file.path, line, column });
  }
  return after + text.slice(at);
}

const common =
  'break case class continue default do else finally for if import in new return switch this throw try while true false null void';
const keywords: Readonly<Record<LanguageId, ReadonlySet<string>>> = {
  python: words(
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield',
  ),
  javascript: words(
    `${common} const let var function typeof instanceof delete with yield await async enum export extends super debugger static`,
  ),
  typescript: words(
    `${common} const let var function typeof instanceof delete with yield await async enum export extends super debugger static implements interface package private protected public any unknown never string number boolean symbol object`,
  ),
  java: words(
    `${common} abstract assert boolean byte catch char const double enum extends final float goto implements instanceof int interface long native package private protected public short static strictfp super synchronized throws transient volatile`,
  ),
  go: words(
    'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var true false nil',
  ),
  csharp: words(
    `${common} abstract as base bool byte catch char checked const decimal delegate double enum event explicit extern fixed float foreach goto implicit int interface internal is lock long namespace object operator out override params private protected public readonly ref sbyte sealed short sizeof stackalloc static string struct typeof uint ulong unchecked unsafe ushort using virtual volatile`,
  ),
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

const names: Readonly<Record<LanguageId, RegExp>> = {
  python: /^[\p{L}_][\p{L}\p{Nd}_]{0,200}$/u,
  javascript: /^#?[\p{L}_$][\p{L}\p{Nd}_$]{0,200}$/u,
  typescript: /^#?[\p{L}_$][\p{L}\p{Nd}_$]{0,200}$/u,
  java: /^[\p{L}_$][\p{L}\p{Nd}_$]{0,200}$/u,
  go: /^[\p{L}_][\p{L}\p{Nd}_]{0,200}$/u,
  csharp: /^[\p{L}_][\p{L}\p{Nd}_]{0,200}$/u,
};

function requireName(language: LanguageId, name: string): void {
  if (!names[language].test(name))
    throw new ToolFailure('invalid_argument', 'The new name is no name in this language.', { reason: 'invalid_name' });
  if (keywords[language].has(name))
    throw new ToolFailure('invalid_argument', `The new name is a word of the language: ${name}.`, {
      reason: 'keyword',
    });
}

/** Refuses a name that something beside the symbol has already, or that would be taken for something else where it is used. */
function requireFree(file: SourceFile, symbol: CodeSymbol, name: string, found: readonly Reference[]): void {
  const prefix = symbol.name.slice(0, Math.max(0, symbol.name.lastIndexOf('.') + 1));
  const taken = file.symbols.some(each => each !== symbol && each.name.replace(/~\d{1,6}$/, '') === prefix + name);
  if (taken || isCaptured(file, symbol, name, found))
    throw new ToolFailure('invalid_argument', `The name is taken: ${name}.`, { reason: 'taken' });
}

/** Whether another variable of the new name stands between the symbol and one of its uses, or the other way round. */
function isCaptured(file: SourceFile, symbol: CodeSymbol, name: string, found: readonly Reference[]): boolean {
  const { names: known, tree } = file;
  const entity = known.symbolOf[symbol.nameNode];
  if (!entity) return false;
  const isIn = (scope: number, node: number) => scope <= node && node < tree.last[scope]!;
  return known.symbols.some(other => {
    if (other.name !== name) return false;
    const [own, their] = [entity.scope.node, other.scope.node];
    if (own === their) return true;
    if (isIn(own, their)) return found.some(each => each.file === file && isIn(their, each.node));
    return isIn(their, own) && known.symbolOf.some((each, node) => each === other && isIn(own, node));
  });
}

/** Refuses where a file that imports the symbol has something of the new name. */
function requireNameUnused(file: SourceFile, references: readonly Reference[], name: string): void {
  const { tree } = file;
  const isPlain = references.some(
    ({ node }) =>
      tree.kind[tree.parent[node]!] === Kind.ImportName &&
      tree.role[node] === Role.Name &&
      childAs(tree, tree.parent[node]!, Role.Alias) < 0,
  );
  if (isPlain && file.names.symbols.some(each => each.name === name))
    throw new ToolFailure('invalid_argument', `The name is taken in ${file.path}: ${name}.`, {
      reason: 'taken',
      file: file.path,
    });
}
