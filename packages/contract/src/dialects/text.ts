import { diagnostics } from '../catalog.js';
import type { Failure, Outcome, Problem } from '../outcome.js';
import type { Dialect } from './dialect.js';

/** Text for people and models: the output of a success; of a failure its problems, its advice, and what output there was. */
export const text: Dialect = {
  render: textOf,
  write: value => (typeof value === 'string' ? value : JSON.stringify(value)),
};

/** What the text dialect renders. */
export function textOf(outcome: Outcome): string {
  return outcome.ok ? outputOf(outcome) : failureText(outcome);
}

/** Whether an outcome has anything to show besides its content blocks. */
export function hasText(outcome: Outcome): boolean {
  return !outcome.ok || outcome.text !== undefined || outcome.data !== undefined;
}

/** The text of an outcome, else its data as compact JSON, else nothing. */
function outputOf({ text: output, data }: Outcome): string {
  return output ?? (data === undefined ? '' : JSON.stringify(data));
}

function failureText(failure: Failure): string {
  const output = outputOf(failure);
  const lines = [...failure.problems.map(problemLine), ...new Set(failure.problems.flatMap(adviceLines))];
  return output === '' ? lines.join('\n') : `${lines.join('\n')}\n\n${output}`;
}

function problemLine({ message, code, argument }: Problem): string {
  if (argument !== undefined) {
    const { pointer, nearest } = argument;
    const question = nearest === undefined || message.includes(nearest) ? '' : ` (did you mean ${nearest}?)`;
    return `${pointer === '' ? 'arguments' : pointer}: ${message}${question}`;
  }
  const named = code !== undefined && diagnostics.shape.test(code) && !message.includes(code);
  return named ? `${code}: ${message}` : message;
}

function adviceLines({ hint, suggestedFixes = [], alternatives = [] }: Problem): string[] {
  const items = [...suggestedFixes, ...alternatives].map(item => `- ${item}`);
  return hint === undefined ? items : [`Hint: ${hint}`, ...items];
}
