import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '@concord/contract';
import { globs } from '../../project/walk.js';
import { referencesTo } from '../../workspace/references.js';
import type { Answer, Asked } from '../question/asked.js';
import { leftOutOf, named, symbolNamed, symbolOfProject } from '../question/shared.js';

const LONGEST_LINE = 200;
const isTest = (path: string) =>
  /(?:^|\/)(?:tests?|__tests__|spec)\/|[._-](?:test|spec)\.\w{1,4}$|(?:^|\/)test_[^/]{1,200}$|_test\.\w{1,4}$/i.test(
    path,
  );

/** Every place that means a symbol, each with how sure that is. */
export async function getSymbolReferences(asked: Asked): Promise<Answer> {
  const most = asked.within('max_files', asked.number('max_files'), Number.POSITIVE_INFINITY);
  const { workspace } = asked;
  const project = await workspace.project({ most, onProgress: asked.onProgress });
  const given = asked.text('symbol_name')!;
  const path = asked.text('file_path');
  const { file, symbol } = await definitionOf(asked, project, given, path);
  const scope = asked.text('scope_prefix');
  const withTests = asked.question.args.include_tests !== false;
  const found = (await referencesTo(workspace, project, { file, symbol })).filter(
    each => (withTests || !isTest(each.file.path)) && (scope === undefined || each.file.path.startsWith(scope)),
  );
  const order = { exact: 0, likely: 1, name_only: 2 };
  found.sort((one, other) => order[one.confidence] - order[other.confidence]);
  const counts: Record<string, number> = {};
  const sure: Record<string, number> = { exact: 0, likely: 0, name_only: 0 };
  for (const { kind, confidence } of found) {
    counts[kind] = (counts[kind] ?? 0) + 1;
    sure[confidence]!++;
  }
  const limit = asked.within('max_references', asked.number('max_references'), Number.POSITIVE_INFINITY);
  if (found.length > limit) asked.cut('max_references');
  asked.uses(`lang:${file.language.id}`);
  asked.uses('scope:project');
  const owners = asked.flag('owners') && asked.has('owners') ? ownersOf(workspace.roots.folders[0]!) : undefined;
  const { shown, page } = asked.page(found.slice(0, limit), each => {
    const { lines, tree } = each.file;
    const { line, column } = lines.placeOf(tree.start[each.node]!);
    const around = each.file.around(tree.start[each.node]!);
    return {
      file: each.file.path,
      line,
      column,
      reference_type: each.kind,
      confidence: each.confidence,
      ...(around && { symbol: around.name }),
      context: lines.textOf(line).trim().slice(0, LONGEST_LINE),
      ...(isTest(each.file.path) && { is_test_file: true }),
      ...(owners && { owners: owners(each.file.path) }),
    };
  });
  const files = new Set(found.map(each => each.file.path)).size;
  return asked.answer({
    symbol_name: symbol.name,
    definition_file: file.path,
    definition_line: file.lines.lineOf(symbol.start),
    file_sha256: file.hash,
    references: shown,
    ...page,
    total_references: found.length,
    files_with_references: files,
    category_counts: counts,
    confidence_counts: sure,
    ...leftOutOf(asked, project, 'max_files'),
    ...(asked.flag('impact') && asked.has('impact') && { impact: impactOf(found.length, files, found) }),
  });
}

/** The symbol that a question means, in the file it names or in the only one that has it. */
export async function definitionOf(
  asked: Asked,
  project: Parameters<typeof symbolOfProject>[0],
  given: string,
  path: string | undefined,
) {
  if (path !== undefined) {
    const file = await named(asked, path);
    return { file, symbol: symbolNamed(file, given, asked.text('target_type')) };
  }
  const found = symbolOfProject(project, given);
  const file = await asked.workspace.fileAt(found.file);
  return { file, symbol: symbolNamed(file, found.symbol.name) };
}

function impactOf(
  references: number,
  files: number,
  found: readonly { readonly file: { readonly path: string } }[],
): Json {
  const tests = found.filter(each => isTest(each.file.path)).length;
  const score = Math.min(
    100,
    Math.round(25 * Math.log10(1 + references) + 10 * Math.log2(1 + files) - (tests > 0 ? 10 : 0)),
  );
  return {
    risk_score: Math.max(0, score),
    change_risk: score >= 60 ? 'high' : score >= 30 ? 'medium' : 'low',
    references_in_tests: tests,
  };
}

function ownersOf(root: string): (path: string) => string[] {
  const file = ['CODEOWNERS', '.github/CODEOWNERS', 'docs/CODEOWNERS'].map(name => join(root, name)).find(existsSync);
  const rules = (file === undefined ? '' : readFileSync(file, 'utf8').slice(0, 1_048_576))
    .split('\n')
    .map(line =>
      line
        .replace(/#.{0,10000}/, '')
        .trim()
        .split(/\s+/),
    )
    .filter(([pattern]) => pattern)
    .map(([pattern, ...owners]) => ({ fits: globs([pattern!]), owners }));
  return path => [...(rules.findLast(({ fits }) => fits(path, false))?.owners ?? [])];
}
