import type { Inspection } from '../cache/inspect.js';
import type { Verification } from './verify.js';

/** Past this many, problems are only counted. */
const MOST_PROBLEMS = 1_000;

/** An inspection in the fields and the order everybody prints them. */
export function inspectionFields({ cacheVersion, documentCount, totalBytes, valid }: Inspection) {
  return { cache_version: cacheVersion, document_count: documentCount, total_bytes: totalBytes, valid };
}

export function verificationFields(report: Verification) {
  const { cacheVersion, documentCount, documentsChecked, totalBytes, problems } = report;
  return {
    cache_version: cacheVersion,
    document_count: documentCount,
    documents_checked: documentsChecked,
    total_bytes: totalBytes,
    valid: problems.length === 0,
    problem_count: problems.length,
    problems: problems.slice(0, MOST_PROBLEMS),
  };
}
