import type { Finding } from './finding.js';

/** The findings that are known and shall not be told again. */
export interface Baseline {
  readonly version: 1;
  readonly findings: readonly { readonly fingerprint: string; readonly path: string; readonly rule_id: string }[];
}

export function baselineOf(findings: readonly Finding[]): Baseline {
  return { version: 1, findings: findings.map(({ fingerprint, path, rule_id }) => ({ fingerprint, path, rule_id })) };
}

/** Reads a baseline, or the document of an earlier `--json`. Throws an Error that says what is wrong. */
export function readBaseline(text: string): Baseline {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw new Error(`it is no JSON: ${(error as Error).message}`);
  }
  const { findings } = (read ?? {}) as { readonly findings?: unknown };
  if (!Array.isArray(findings)) throw new Error("it has no list 'findings'");
  return {
    version: 1,
    findings: findings.filter(
      (each): each is Baseline['findings'][number] =>
        typeof (each as { fingerprint?: unknown } | null)?.fingerprint === 'string',
    ),
  };
}

/**
 * The findings that are not known. Each known one stands for one finding: where the same code with the same fault is
 * there once more than it was, that one is new.
 */
export function newFindings(
  findings: readonly Finding[],
  known: readonly { readonly fingerprint: string }[],
): Finding[] {
  const left = new Map<string, number>();
  for (const { fingerprint } of known) left.set(fingerprint, (left.get(fingerprint) ?? 0) + 1);
  return findings.filter(({ fingerprint }) => {
    const count = left.get(fingerprint) ?? 0;
    if (count > 0) left.set(fingerprint, count - 1);
    return count === 0;
  });
}
