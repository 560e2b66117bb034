/** The contract's words for a value that is missing. */
export function requiredMessage(parameter: string): string {
  return `Parameter '${parameter}' is required and cannot be empty`;
}

/** The contract's words for a value that is none of those allowed. */
export function choiceMessage(parameter: string, allowed: readonly string[]): string {
  const [a, b] = allowed;
  return allowed.length === 2
    ? `Parameter '${parameter}' must be '${a}' or '${b}'`
    : `Parameter '${parameter}' must be one of: ${allowed.join(', ')}`;
}
