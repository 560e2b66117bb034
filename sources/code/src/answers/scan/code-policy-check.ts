import type { Finding } from '../../findings/finding.js';
import { RuleBook } from '../../project/rule-book.js';
import type { Fault } from '../../rules/rule.js';
import { ToolFailure } from '../../workspace/failure.js';
import { sha256 } from '../../workspace/source-file.js';
import type { Answer, Asked } from '../question/asked.js';
import { faultsJson, findingsData, projectRules, scanSource } from './scanning.js';
import { unitOf } from './security-scan.js';

/** Checks files against the rules that the project brings along. */
export async function codePolicyCheck(asked: Asked): Promise<Answer> {
  const { workspace } = asked;
  const root = workspace.roots.folders[0]!;
  const wantsReport = asked.flag('generate_report') && asked.has('generate_report');
  const { rules, faults: ruleFaults } = projectRules(root);
  if (rules.length === 0)
    throw new ToolFailure('not_found', 'The project has no rules: write them to .concord/rules.', {
      reason: 'no_rules',
      ...(ruleFaults.length > 0 && { faults: faultsJson(ruleFaults) }),
    });
  const wanted = asked.texts('rules');
  const chosen = wanted ? rules.filter(({ id }) => wanted.includes(id)) : rules;
  if (wanted && chosen.length === 0)
    throw new ToolFailure('not_found', 'None of these rules is there.', {
      reason: 'no_rules',
      suggestions: rules.slice(0, 3).map(({ id }) => id),
    });
  const mostRules = asked.limit('max_rules');
  if (chosen.length > mostRules) asked.cut('max_rules');
  const book = new RuleBook(chosen.slice(0, mostRules));
  const given = asked.texts('paths') ?? ['.'];
  const paths = given.flatMap(path => {
    const place = workspace.roots.place(path === '.' ? '' : path);
    return place.isFolder ? workspace.paths(path === '.' ? '' : path) : [place];
  });
  const mostFiles = asked.limit('max_files');
  if (paths.length > mostFiles) asked.cut('max_files');
  const all: { finding: Finding; symbol: string | undefined }[] = [];
  const faults: Fault[] = [...ruleFaults];
  let checked = 0;
  for (const each of paths.slice(0, mostFiles)) {
    try {
      const file = await workspace.fileAt(each);
      const scanned = await scanSource(file, book);
      checked++;
      for (const finding of scanned.findings)
        if (finding.suppressed !== true)
          all.push({ finding, symbol: file.around(unitOf(file.text, finding.start))?.name });
      faults.push(...scanned.faults.filter(({ kind }) => kind !== 'parse'));
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      if (given.includes(each.path)) throw error;
      faults.push({ kind: 'io', message: error.message, path: each.path });
    }
  }
  asked.uses('engine:rules');
  asked.uses('scope:project');
  const { findings, ...rest } = findingsData(asked, all, 'max_files');
  const summary = {
    files_checked: checked,
    rules_applied: Math.min(chosen.length, mostRules),
    violation_count: all.length,
  };
  return asked.answer({
    ...summary,
    violations: findings!,
    ...rest,
    passed: all.length === 0,
    ...(faults.length > 0 && { faults: faultsJson(faults) }),
    ...(wantsReport && {
      report: {
        ...summary,
        by_rule: Object.fromEntries(
          chosen.map(({ id }) => [id, all.filter(({ finding }) => finding.rule_id === id).length]),
        ),
        files: paths.slice(0, 200).map(({ path }) => path),
        rules_sha256: sha256(Buffer.from(chosen.map(({ hash }) => hash).join('\n'))),
      },
    }),
  });
}
