export { type Finding, severities } from './findings/finding.js';
export { loadRules } from './project/load-rules.js';
export { type ScanRequest, type ScanResult, scan } from './project/scan.js';
export type { Confidence, Fault, Rule, Severity } from './rules/rule.js';
