import type { Fault, Validator } from '../generated/validators.js';

const MAX_LINES = 20;
const MAX_LINE_LENGTH = 300;

/** What a validator has against a value: lines of `<JSON pointer>: <fault>`, at most 20 of at most 300 characters. */
export function faultsOf(validate: Validator, value: unknown): string[] {
  if (validate(value)) return [];
  const faults = validate.errors ?? [];
  return faults.slice(0, MAX_LINES).map(fault => lineOf(fault).slice(0, MAX_LINE_LENGTH));
}

function lineOf({ instancePath, keyword, params, message }: Fault): string {
  return `${instancePath || '(root)'}: ${message ?? keyword}${particulars(params)}`;
}

/** The part of a fault that its message leaves out. */
function particulars({ additionalProperty, allowedValue, allowedValues }: Fault['params']): string {
  const missing = additionalProperty ?? allowedValue ?? allowedValues;
  return missing === undefined ? '' : `: ${JSON.stringify(missing)}`;
}
