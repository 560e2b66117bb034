import { type Finding, severities } from '@concord/source-code';
import type { ScanFlags } from './flags.js';
import type { Scanned } from './run.js';

const confidences = ['low', 'medium', 'high'];

/** Whether a finding is of the confidence that is asked for. */
export function isWanted({ confidence }: Finding, flags: ScanFlags): boolean {
  if (typeof flags.confidence !== 'string') return true;
  return confidences.indexOf(confidence) >= confidences.indexOf(flags.confidence);
}

/** 3 where rules could not be read, else 2 where something was found that is as bad as `--fail-on`, else 0. */
export function exitCode({ findings, faults }: Scanned, flags: ScanFlags): number {
  const isUnread = faults.some(
    ({ kind, path, rule_id }) =>
      kind === 'rule_syntax' || (kind === 'io' && rule_id === undefined && path !== undefined),
  );
  if (isUnread) return 3;
  const limit = (flags['fail-on'] as string | undefined) ?? 'error';
  if (limit === 'never') return 0;
  const least = severities.indexOf(limit as Finding['severity']);
  const isBad = findings.some(each => each.suppressed !== true && severities.indexOf(each.severity) >= least);
  return isBad ? 2 : 0;
}
