/** A place in a text where a variable's value goes. */
export interface Placeholder {
  readonly source: 'variable' | 'input';
  readonly name: string;
  /** What stands there when the variable is unset or empty. */
  readonly fallback?: string;
  /** How it is written. */
  readonly text: string;
}

/** A piece of a text: itself, or a placeholder. */
export type Piece = { readonly literal: string } | Placeholder;

/** Names that stand for where we are instead of for a variable. */
export const placeNames: readonly string[] = [
  'workspaceFolder',
  'workspaceFolderBasename',
  'userHome',
  'pathSeparator',
  '/',
];

/**
 * Splits a text at its placeholders: `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `$env:NAME` and `${input:id}`; `$${` is a literal
 * `${`. What only resembles one stays as it is. Takes one pass, so that nothing in a value or default is looked at again.
 */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  const closing = closingBraces(text);
  let literal = '';
  let at = 0;
  for (let dollar = text.indexOf('$'); dollar >= 0; dollar = text.indexOf('$', at)) {
    literal += text.slice(at, dollar);
    const isEscaped = text.startsWith('$${', dollar);
    const placeholder = isEscaped ? undefined : placeholderAt(text, dollar, closing);
    if (placeholder === undefined) {
      literal += isEscaped ? '${' : '$';
      at = dollar + (isEscaped ? 3 : 1);
      continue;
    }
    if (literal !== '') found.push({ literal });
    literal = '';
    found.push(placeholder);
    at = dollar + placeholder.text.length;
  }
  literal += text.slice(at);
  if (literal !== '') found.push({ literal });
  return found;
}

/** The variable that a placeholder takes; `${input:id}` takes `MCP_INPUT_<ID>`. */
export function variableOf({ source, name }: Placeholder): string {
  return source === 'variable' ? name : `MCP_INPUT_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
}

/** True when a text takes something from the environment. */
export function hasPlaceholder(text: string): boolean {
  return pieces(text).some(piece => !('literal' in piece));
}

/** `$env:NAME`, or `${` with its name. Some names of Windows have parentheses. */
const BEGINNING = /\$(?:env:([A-Za-z_]\w*)|\{(?:input:|(?:env:([A-Za-z_][\w()]*)|([A-Za-z_]\w*|\/))(?=\}|:-)))/y;

function placeholderAt(text: string, dollar: number, closing: (from: number) => number): Placeholder | undefined {
  BEGINNING.lastIndex = dollar;
  const match = BEGINNING.exec(text);
  if (match === null) return undefined;
  const [beginning, bare, env, plain] = match;
  if (bare !== undefined) return { source: 'variable', name: bare, text: beginning };
  const afterName = dollar + beginning.length;
  const end = closing(afterName);
  if (end < 0) return undefined;
  const whole = text.slice(dollar, end + 1);
  const rest = text.slice(afterName, end);
  const name = env ?? plain;
  if (name === undefined) return rest === '' ? undefined : { source: 'input', name: rest, text: whole };
  return { source: 'variable', name, text: whole, ...(rest === '' ? {} : { fallback: rest.slice(':-'.length) }) };
}

/** Finds the next closing brace; asked in ascending order, it looks at no character twice. */
function closingBraces(text: string): (from: number) => number {
  let last = -2;
  return from => {
    if (last !== -1 && last < from) last = text.indexOf('}', from);
    return last;
  };
}
