import type { CliRun } from '../outcome/from-run.js';
import type { Work } from './work.js';

type Masking = Pick<Work, 'isRaw' | 'redaction'>;
type Printed = Pick<CliRun, 'stdout' | 'stderr' | 'findings'>;

/** A text without secrets, unless its caller wants them. One that is cut in two is not recognised any more: masking comes before cutting. */
export function masked({ isRaw, redaction }: Masking, text: string): string {
  return isRaw ? text : redaction.text(text).text;
}

/** What a run printed and what was found in it, masked in the same way. */
export function maskedPrint(work: Masking, { stdout, stderr, findings }: Printed): Printed {
  return {
    stdout: masked(work, stdout),
    stderr: masked(work, stderr),
    findings: work.isRaw ? findings : (work.redaction.value(findings as never).value as unknown as CliRun['findings']),
  };
}
