export type { RedactedValue } from './json-value.js';
export {
  compileRedaction,
  createRedactor,
  type Redaction,
  type RedactionOptions,
  type Redactor,
  redact,
} from './redact.js';
export { redactionRules } from './rules/index.js';
export type { Redacted } from './scan/mask.js';
export type { Example, RedactionRule } from './scan/rule.js';
export { Tally } from './scan/tally.js';
