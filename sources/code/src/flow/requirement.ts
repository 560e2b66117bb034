import type { Requirement } from './taint.js';

/** Whether a formula over labels holds for those that are there. */
export function holds(requirement: Requirement, labels: ReadonlySet<string>): boolean {
  if ('label' in requirement) return labels.has(requirement.label);
  if ('not' in requirement) return !holds(requirement.not, labels);
  if ('and' in requirement) return requirement.and.every(each => holds(each, labels));
  return requirement.or.some(each => holds(each, labels));
}
