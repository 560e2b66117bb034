export type { Redacted } from './match.js';
export {
  compileRedaction,
  createRedactor,
  type Redaction,
  type RedactionOptions,
  type Redactor,
  redact,
} from './redact.js';
export type { Example, RedactionRule } from './rule.js';
export { redactionRules } from './rules/index.js';
export type { RedactedValue } from './value.js';
