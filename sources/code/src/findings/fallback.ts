import type { Finding } from './finding.js';

interface Found {
  readonly finding: Omit<Finding, 'fingerprint'>;
  readonly isFallback: boolean;
}

/**
 * What is left where several rules tell of the same weakness at one place: findings of fallback rules yield to those of
 * others, and of several fallback rules the one speaks that knows the way of the data, or else the most certain.
 */
export function withoutFallbacks<Each extends Found>(all: readonly Each[]): Each[] {
  if (!all.some(({ isFallback }) => isFallback)) return [...all];
  return all.filter(
    (one, at) => !one.isFallback || !all.some((other, index) => index !== at && yields(one, other, at, index)),
  );
}

function yields(one: Found, other: Found, at: number, index: number): boolean {
  if (!isSame(one.finding, other.finding)) return false;
  if (!other.isFallback) return true;
  const worth = rank(other) - rank(one);
  return worth > 0 || (worth === 0 && index < at);
}

const certainty = { low: 0, medium: 1, high: 2 } as const;

const rank = ({ finding }: Found) => (finding.flow ? 10 : 0) + certainty[finding.confidence];

/** Whether two findings tell of a common weakness, and one lies in the other or on its line. */
function isSame(one: Found['finding'], other: Found['finding']): boolean {
  if (one.rule_id === other.rule_id || !one.cwe.some(each => other.cwe.includes(each))) return false;
  if (one.start.line === other.start.line) return true;
  return one.start.offset < other.end.offset && other.start.offset < one.end.offset;
}
