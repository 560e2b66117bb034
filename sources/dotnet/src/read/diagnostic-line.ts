/** A diagnostic as one line of output states it. */
export interface DiagnosticLine {
  readonly severity: 'error' | 'warning';
  readonly origin: string;
  readonly location: Location | undefined;
  readonly code: string | undefined;
  readonly text: string;
  /** The project and the properties it was built with, from behind the text. */
  readonly suffix: Suffix | undefined;
}

export interface Location {
  readonly line: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

export interface Suffix {
  readonly project: string;
  readonly framework?: string;
}

const SEVERITY = /\b(?:error|warning|warn)\b/gi;
/** How far into a line `error` or `warning` is looked for: a diagnostic has the word near its beginning. */
const MOST_CANDIDATES = 16;
const NODE = /^\d{1,4}(?::\d{1,4})?>/;
const SUBCATEGORY = /^(?:[A-Za-z]{1,20} {1,4}){0,4}$/;
const PLAIN_CODES = new Set(['WHITESPACE', 'FINALNEWLINE', 'ENDOFLINE', 'CHARSET', 'IMPORTS', 'TESTERROR']);
const CODE = /^[A-Za-z]{1,20}\d{1,9}[A-Za-z]{0,10}$/;

/** Reads a line; undefined when it is not a diagnostic. */
export function readDiagnosticLine(given: string): DiagnosticLine | undefined {
  const line = given.trimStart().replace(NODE, '').trimStart();
  let candidates = 0;
  for (const match of line.matchAll(SEVERITY)) {
    if (++candidates > MOST_CANDIDATES) return undefined;
    const found = readAt(line, match.index, match[0]);
    if (found) return found;
  }
  return undefined;
}

function readAt(line: string, at: number, word: string): DiagnosticLine | undefined {
  const head = headOf(line.slice(0, at));
  const rest = head && codeAndText(line.slice(at + word.length));
  if (!head || !rest) return undefined;
  const { origin, location } = head;
  const { text, suffix } = withoutSuffix(rest.text);
  const severity = /^e/i.test(word) ? 'error' : 'warning';
  return { severity, origin, location, code: rest.code, text, suffix };
}

/** What precedes `error` or `warning`: nothing, or an origin followed by a colon, possibly with words such as `fatal`. */
function headOf(before: string): { readonly origin: string; readonly location: Location | undefined } | undefined {
  const colon = before.lastIndexOf(':');
  const words = before.slice(colon + 1).trimStart();
  if (!SUBCATEGORY.test(words)) return undefined;
  if (colon === -1) return { origin: '', location: undefined };
  return locate(before.slice(0, colon).trimEnd());
}

/** The forms a place is written in: `(l)`, `(l-l2)`, `(l,c)`, `(l,c-c2)`, `(l,c,l2,c2)`. */
const LOCATION = /^(\d{1,9})(?:-(\d{1,9})|,(\d{1,9})(?:-(\d{1,9})|,(\d{1,9}),(\d{1,9}))?)?$/;

function locate(origin: string): { readonly origin: string; readonly location: Location | undefined } {
  const opening = origin.endsWith(')') ? origin.lastIndexOf('(') : -1;
  const found = opening > 0 ? LOCATION.exec(origin.slice(opening + 1, -1)) : null;
  if (!found) return { origin, location: undefined };
  const [, line, lastLine, column, lastColumn, endLine, endColumn] = found.map(part =>
    part === undefined ? undefined : Number(part),
  );
  const location = {
    line: line!,
    ...(column !== undefined && { column }),
    ...((endLine ?? lastLine) !== undefined && { endLine: (endLine ?? lastLine)! }),
    ...((endColumn ?? lastColumn) !== undefined && { endColumn: (endColumn ?? lastColumn)! }),
  };
  return { origin: origin.slice(0, opening), location };
}

/** ` CODE : text`, ` : text`, or NuGet's ` : CODE: text`. */
function codeAndText(after: string): { readonly code: string | undefined; readonly text: string } | undefined {
  const colon = after.indexOf(':');
  if (colon === -1) return undefined;
  const code = after.slice(0, colon).trim();
  const text = after.slice(colon + 1);
  if (code !== '') return isCode(code) ? { code, text: text.replace(/^ /, '') } : undefined;
  const own = text.trimStart();
  const second = own.slice(0, 40).indexOf(':');
  const first = second === -1 ? '' : own.slice(0, second).trimEnd();
  if (isCode(first)) return { code: first, text: own.slice(second + 1).replace(/^ /, '') };
  return { code: undefined, text: text.replace(/^ /, '') };
}

function isCode(word: string): boolean {
  return CODE.test(word) || PLAIN_CODES.has(word);
}

const PROJECT = /\.(?:[A-Za-z]{0,10}proj|slnx?|cs)$/i;

/** Reads ` [project::TargetFramework=net10.0]` from the end of the text. */
function withoutSuffix(text: string): { readonly text: string; readonly suffix: Suffix | undefined } {
  const trimmed = text.trimEnd();
  const opening = trimmed.endsWith(']') ? trimmed.lastIndexOf('[') : -1;
  if (opening === -1) return { text: trimmed, suffix: undefined };
  const [project = '', ...properties] = trimmed.slice(opening + 1, -1).split('::');
  if (!PROJECT.test(project)) return { text: trimmed, suffix: undefined };
  const framework = properties.find(each => each.startsWith('TargetFramework='))?.slice('TargetFramework='.length);
  return {
    text: trimmed.slice(0, opening).trimEnd(),
    suffix: { project, ...(framework !== undefined && { framework }) },
  };
}
