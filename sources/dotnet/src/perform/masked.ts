import type { CliRun } from '../outcome/from-run.js';
import type { Work } from './work.js';

/** What masks, and the call that is told how much was. */
type Masking = Pick<Work, 'isRaw' | 'redaction'> & { readonly call?: Pick<Work['call'], 'masked'> };
type Printed = Pick<CliRun, 'stdout' | 'stderr' | 'findings'>;

/** A text without secrets, unless its caller wants them. One that is cut in two is not recognised any more: masking comes before cutting. */
export function masked({ isRaw, redaction, call }: Masking, text: string): string {
  if (isRaw) return text;
  const { text: shown, count } = redaction.text(text);
  call?.masked(count);
  return shown;
}

/** What a run printed and what was found in it, masked in the same way. */
export function maskedPrint(work: Masking, { stdout, stderr, findings }: Printed): Printed {
  return {
    stdout: masked(work, stdout),
    stderr: masked(work, stderr),
    findings: work.isRaw ? findings : maskedFindings(work, findings),
  };
}

function maskedFindings({ redaction, call }: Masking, findings: Printed['findings']): Printed['findings'] {
  const { value, count } = redaction.value(findings as never);
  call?.masked(count);
  return value as unknown as Printed['findings'];
}
