import { compileRedaction, type JsonObject, type Kind, ProblemError, problem } from '@concord/contract';

/** The kind of failure for each exit code of a provider. */
const kinds: Readonly<Record<number, Kind>> = {
  2: 'invalid_path',
  3: 'not_found',
  4: 'invalid_params',
  5: 'io',
  6: 'too_large',
  7: 'io',
};

const LONGEST_MESSAGE = 4096;

/** The failure of a read, by a provider's exit code for it. The message is bounded and redacted, with a default when empty. */
export function readFailure(exit: number, message = '', details?: JsonObject): ProblemError {
  return failureOf(kinds[exit] ?? 'io', message, details);
}

/** The same for a kind of failure that has no exit code. */
export function failureOf(kind: Kind, message: string, details?: JsonObject): ProblemError {
  const text = redactedExcerpt(message).trim() || 'Unable to read resource';
  return new ProblemError(problem(kind, text, details && { details }));
}

/** The beginning of a text from outside, with secrets masked: those that look like one, and the `known` ones. */
export function redactedExcerpt(text: string, known: readonly string[] = []): string {
  const redacted = compileRedaction({ known }).text(text.slice(0, 4 * LONGEST_MESSAGE)).text;
  return Buffer.from(redacted).subarray(0, LONGEST_MESSAGE).toString().replace(/�+$/, '');
}
