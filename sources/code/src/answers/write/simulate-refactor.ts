import type { Json } from '@concord/contract';
import { languageOf } from '../../syntax/languages/index.js';
import { ToolFailure } from '../../workspace/failure.js';
import { type CodeSymbol, signatureOf } from '../../workspace/outline.js';
import { type SourceFile, sha256 } from '../../workspace/source-file.js';
import type { Answer, Asked } from '../question/asked.js';
import { fileOfText, named } from '../question/shared.js';
import { builtInBook, findingJson, scanSource } from '../scan/scanning.js';
import { unitOf } from '../scan/security-scan.js';

/** Says what a change would do before it is made: new faults, what is gone, what callers would notice. */
export async function simulateRefactor(asked: Asked): Promise<Answer> {
  const before = await original(asked);
  const text = asked.text('new_code')!;
  const limit = asked.limit('max_bytes');
  if (Math.max(before.bytes.length, Buffer.byteLength(text)) > limit) {
    asked.cut('max_bytes');
    throw new ToolFailure('too_large', 'The code is too large.', { reason: 'code_size', limit });
  }
  const after = await fileOfText(text, before.language, before.path);
  const { book } = builtInBook();
  const [old, now] = [await scanSource(before, book), await scanSource(after, book)];
  const known = new Map<string, number>();
  for (const { fingerprint } of old.findings) known.set(fingerprint, (known.get(fingerprint) ?? 0) + 1);
  const fresh = now.findings.filter(({ fingerprint, suppressed }) => {
    const left = known.get(fingerprint) ?? 0;
    known.set(fingerprint, left - 1);
    return left <= 0 && suppressed !== true;
  });
  const changes = structure(before, after);
  const grave = fresh.some(({ severity }) => severity === 'error' || severity === 'critical');
  const isBroken = after.tree.broken.length > before.tree.broken.length;
  const isStrict = asked.flag('strict_mode');
  const breaks = changes.broken.length > 0;
  const status =
    isBroken || grave || (isStrict && (fresh.length > 0 || breaks))
      ? 'unsafe'
      : fresh.length > 0 || breaks
        ? 'warning'
        : 'safe';
  const reason = isBroken
    ? 'The new code has faults of syntax that were not there before.'
    : fresh.length > 0
      ? 'The new code has security faults that were not there before.'
      : breaks
        ? 'Callers may break: something exported is gone, or takes other arguments.'
        : 'Nothing was found that the change would break.';
  asked.uses(`lang:${before.language.id}`);
  asked.uses('engine:taint');
  const { shown, page } = asked.page(fresh, finding =>
    findingJson(finding, after.around(unitOf(after.text, finding.start))?.name),
  );
  return asked.answer({
    is_safe: status !== 'unsafe',
    status,
    reason,
    security_issues: shown,
    ...page,
    fixed_issues: old.findings.length - (now.findings.length - fresh.length),
    structural_changes: changes.counts,
    broken_exports: changes.broken,
    syntax_errors: after.tree.broken.length,
  });
}

async function original(asked: Asked): Promise<SourceFile> {
  const path = asked.text('file_path');
  if (path !== undefined) return named(asked, path);
  const code = asked.text('original_code');
  if (code === undefined)
    throw new ToolFailure('invalid_argument', 'Either file_path or original_code is needed.', { reason: 'no_code' });
  const language = languageOf(asked.text('language') ?? '');
  if (!language)
    throw new ToolFailure('invalid_argument', 'Code without a file needs its language.', { reason: 'language' });
  return fileOfText(code, language);
}

function structure(before: SourceFile, after: SourceFile) {
  const old = new Map(before.symbols.map(each => [each.name, each]));
  const now = new Map(after.symbols.map(each => [each.name, each]));
  const gone = [...old.values()].filter(({ name }) => !now.has(name));
  const fresh = [...now.values()].filter(({ name }) => !old.has(name));
  const hash = (file: SourceFile, { start, end }: CodeSymbol) => sha256(file.slice(start, end));
  const both = [...old.values()].filter(({ name }) => now.has(name));
  const modified = both.filter(each => hash(before, each) !== hash(after, now.get(each.name)!));
  const resigned = both.filter(
    each => each.kind !== 'variable' && signatureOf(before.tree, each) !== signatureOf(after.tree, now.get(each.name)!),
  );
  const isOf = (kinds: readonly string[]) => (each: CodeSymbol) => kinds.includes(each.kind);
  const names = (list: readonly CodeSymbol[], kinds: readonly string[]): Json =>
    list.filter(isOf(kinds)).map(({ name }) => name);
  const functions = ['function', 'method'];
  const classes = ['class', 'interface', 'struct', 'record', 'enum', 'type'];
  const broken = [
    ...gone.filter(({ isExported }) => isExported).map(({ name }) => ({ name, change: 'removed' })),
    ...resigned.filter(({ isExported }) => isExported).map(({ name }) => ({ name, change: 'signature' })),
  ];
  return {
    broken,
    counts: {
      functions_added: names(fresh, functions),
      functions_removed: names(gone, functions),
      functions_modified: names(modified, functions),
      classes_added: names(fresh, classes),
      classes_removed: names(gone, classes),
      lines_before: before.lines.count,
      lines_after: after.lines.count,
    },
  };
}
