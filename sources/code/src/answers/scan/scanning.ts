import { join } from 'node:path';
import type { Json, JsonObject } from '@concord/contract';
import type { Finding } from '../../findings/finding.js';
import { builtInRules } from '../../project/built-in-rules.js';
import { loadRules } from '../../project/load-rules.js';
import { RuleBook } from '../../project/rule-book.js';
import { scanFile } from '../../project/scan-file.js';
import { globs } from '../../project/walk.js';
import type { Fault, Rule } from '../../rules/rule.js';
import { ToolFailure } from '../../workspace/failure.js';
import type { SourceFile } from '../../workspace/source-file.js';
import type { Asked } from '../question/asked.js';

const RULE_MS = 5_000;

let builtIn: { readonly rules: readonly Rule[]; readonly book: RuleBook } | undefined;

/** The built-in rules, read once. */
export function builtInBook(): { readonly rules: readonly Rule[]; readonly book: RuleBook } {
  if (!builtIn) {
    const { rules } = loadRules(builtInRules(), ['.']);
    builtIn = { rules, book: new RuleBook(rules) };
  }
  return builtIn;
}

export interface Scanned {
  readonly findings: readonly Finding[];
  readonly faults: readonly Fault[];
}

/** Runs rules on a file that was read already. */
export async function scanSource(file: SourceFile, book: RuleBook): Promise<Scanned> {
  const applies = ({ include, exclude }: Rule) =>
    (include.length === 0 || globs(include)(file.path, false)) && !globs(exclude)(file.path, false);
  return scanFile(
    {
      path: file.path,
      text: file.text,
      bytesBefore: file.bytesBefore,
      isBytes: file.isBytes,
      language: file.language,
      applies,
    },
    book,
    { ruleMs: RULE_MS, times: false },
  );
}

/** The rules of a project, in files below its folder of rules. */
export function projectRules(root: string): { readonly rules: readonly Rule[]; readonly faults: readonly Fault[] } {
  return loadRules(join(root, '.concord'), ['rules']);
}

const severityNames: Readonly<Record<string, string>> = {
  critical: 'critical',
  error: 'high',
  warning: 'medium',
  info: 'low',
};
const confidences: Readonly<Record<string, number>> = { HIGH: 0.9, MEDIUM: 0.6, LOW: 0.3 };

export const confidenceOf = ({ confidence }: Finding): number => confidences[confidence] ?? 0.6;

/** A finding as answers tell of it. It holds no code. */
export function findingJson(finding: Finding, symbol: string | undefined): JsonObject {
  const { start, end, flow } = finding;
  return {
    id: finding.fingerprint,
    rule_id: finding.rule_id,
    type: finding.rule_id.split('/').at(-2) ?? finding.rule_id,
    cwe: [...finding.cwe],
    owasp: [...finding.owasp],
    severity: severityNames[finding.severity] ?? finding.severity,
    confidence: confidenceOf(finding),
    ...(finding.path !== '' && { file: finding.path }),
    line: start.line,
    column: start.column,
    end_line: end.line,
    end_column: end.column,
    ...(symbol !== undefined && { symbol }),
    message: finding.message,
    ...(flow && {
      flow: flow.map(step => ({ line: step.start.line, column: step.start.column, note: step.note })),
    }),
    ...(finding.fix !== undefined && { has_fix: true }),
  };
}

/** Findings told one page at a time, the gravest first, with how many there are of each severity. */
export function findingsData(
  asked: Asked,
  all: readonly { finding: Finding; symbol: string | undefined }[],
  limitName: string,
): JsonObject {
  const grave = ['critical', 'error', 'warning', 'info'];
  const ranked = [...all].sort(
    (one, other) =>
      grave.indexOf(one.finding.severity) - grave.indexOf(other.finding.severity) ||
      confidenceOf(other.finding) - confidenceOf(one.finding) ||
      (one.finding.path < other.finding.path ? -1 : one.finding.path > other.finding.path ? 1 : 0) ||
      one.finding.start.offset - other.finding.start.offset,
  );
  const counts: Record<string, number> = { critical: 0, high: 0, medium: 0, low: 0 };
  for (const { finding } of all) counts[severityNames[finding.severity]!]!++;
  const limit = asked.limit(limitName);
  if (all.length > limit) asked.cut(limitName);
  const { shown, page } = asked.page(ranked.slice(0, limit), ({ finding, symbol }) => findingJson(finding, symbol));
  return {
    risk_level: riskOf(counts),
    findings: shown,
    vulnerability_count: all.length,
    counts_by_severity: counts,
    ...page,
    findings_total: all.length,
  };
}

function riskOf(counts: Readonly<Record<string, number>>): string {
  return ['critical', 'high', 'medium', 'low'].find(name => counts[name]! > 0) ?? 'none';
}

/** Faults of a scan, as answers tell of them. */
export function faultsJson(faults: readonly Fault[]): Json[] {
  return faults.slice(0, 20).map(({ kind, message, path, rule_id, line, column }) => ({
    kind,
    message: kind === 'rule_syntax' || kind === 'unsupported' ? message : message.slice(0, 200),
    ...(path !== undefined && { path }),
    ...(rule_id !== undefined && { rule_id }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  }));
}

/** Only findings at or above a severity and a confidence that were asked for. */
export function filtered(asked: Asked, findings: readonly Finding[]): Finding[] {
  const threshold = asked.number('confidence_threshold') ?? 0;
  if (threshold < 0 || threshold > 1)
    throw new ToolFailure('invalid_argument', 'confidence_threshold is a number from 0 to 1.', { reason: 'threshold' });
  return findings.filter(finding => finding.suppressed !== true && confidenceOf(finding) >= threshold);
}
