import type { TestResult } from '../read/trx.js';

const MOST = 20;

/** A filter of VSTest that runs these tests and no others, the first 20 of them; undefined when there are none. */
export function rerunFilter(failures: readonly TestResult[]): string | undefined {
  const names = new Set(failures.map(each => each.qualifiedName).filter(name => name !== ''));
  const terms = [...names].slice(0, MOST).map(name => `FullyQualifiedName=${escaped(name)}`);
  return terms.length === 0 ? undefined : terms.join('|');
}

/** Operators of the filter are escaped for VSTest, and what ends a property or a quotation for MSBuild, which it passes through. */
const escaped = (name: string) =>
  name.replace(/[\\()&|=!~]/g, '\\$&').replace(/[%,;"]/g, each => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
