import type { JsonObject } from '@concord/contract';
import { version } from '@concord/contract/version';
import type { Finding } from '../../findings/finding.js';
import { sarifOf } from '../../findings/sarif.js';
import type { Fault } from '../../rules/rule.js';
import { ToolFailure } from '../../workspace/failure.js';
import type { Answer, Asked } from '../question/asked.js';
import { builtInBook, findingJson } from './scanning.js';

interface Scan {
  readonly findings: readonly Finding[];
  readonly faults: readonly Fault[];
}

/** The last scan of each set of roots. */
const scans = new Map<string, Scan>();
const MOST_SCANS = 8;

const keyOf = ({ question }: Asked) => JSON.stringify(question.roots);

/** Keeps what a scan has found for those who ask for it as a document. */
export function keepScan(asked: Asked, scan: Scan): void {
  scans.delete(keyOf(asked));
  scans.set(keyOf(asked), scan);
  if (scans.size > MOST_SCANS) scans.delete(scans.keys().next().value!);
}

function lastScan(asked: Asked): Scan {
  const scan = scans.get(keyOf(asked));
  if (!scan)
    throw new ToolFailure('not_found', 'Nothing was scanned yet: call security_scan first.', { reason: 'no_scan' });
  return scan;
}

const bare = (data: JsonObject): Answer => ({ data, capabilities: [], upgrades: [], writes: [] });

/** The last scan as a SARIF log. */
export async function lastSarif(asked: Asked): Promise<Answer> {
  const { findings, faults } = lastScan(asked);
  return bare(sarifOf(findings, faults, builtInBook().rules, version) as JsonObject);
}

/** One finding of the last scan. */
export async function lastFinding(asked: Asked): Promise<Answer> {
  const id = asked.text('id');
  const found = lastScan(asked).findings.find(({ fingerprint }) => fingerprint === id);
  if (!found) throw new ToolFailure('not_found', `The last scan has no finding ${id}.`, { reason: 'no_finding' });
  return bare(findingJson(found, undefined));
}
