import type { Diagnostic } from '../read/diagnostic.js';
import { analyzerPage, pages } from './addresses.js';
import { type CodeRow, codeTable } from './codes.js';
import { namesIn } from './names.js';

/** Help with a diagnostic code. Unknown parts are left out. */
export interface Explanation {
  readonly explanation?: string;
  readonly documentationUrl?: string;
  readonly suggestedFixes?: readonly string[];
  readonly hint?: string;
}

const byCode = new Map<string, { readonly row: CodeRow; readonly explanation: string }>(
  codeTable.flatMap(row =>
    row.codes.map((code, at) => {
      const { explanation } = row;
      return [code, { row, explanation: typeof explanation === 'string' ? explanation : explanation[at]! }] as const;
    }),
  ),
);

/** Explains a diagnostic by its code, with what its message names put into the advice. */
export function explain({ code = '', message }: Pick<Diagnostic, 'code' | 'message'>): Explanation {
  const known = byCode.get(code.trim().toUpperCase());
  if (!known) {
    const documentationUrl = analyzerPage(code);
    return documentationUrl === undefined ? {} : { documentationUrl };
  }
  const { row, explanation } = known;
  const documentationUrl = pages[row.page]!(code.trim().toLowerCase());
  const suggestedFixes = filledIn(row.fixes, message, code);
  return {
    explanation,
    ...(documentationUrl !== undefined && { documentationUrl }),
    suggestedFixes,
    hint: row.hint ?? suggestedFixes[0]!,
  };
}

/** Fixes with names in place of `{…}`; one whose name is not known is left out, as long as two are left. */
function filledIn(fixes: readonly string[], message: string, code: string): readonly string[] {
  const names = namesIn(message, code);
  const filled = fixes.flatMap(fix => {
    const missing = [...fix.matchAll(/\{([a-z]{1,20})\}/g)].some(([, name]) => names[name!] === undefined);
    return missing ? [] : [fix.replace(/\{([a-z]{1,20})\}/g, (_, name: string) => names[name]!)];
  });
  return filled.length >= 2 ? filled : fixes.map(fix => fix.replace(/ ?\{[a-z]{1,20}\}/g, ''));
}
