/**
 * Splits arguments for a program into tokens: whitespace separates, quotes of both kinds group, a backslash outside
 * single quotes takes the next character as it is. Undefined when a quote is never closed.
 */
export function tokens(text: string): readonly string[] | undefined {
  const found: string[] = [];
  let token: string | undefined;
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === '\\' && quote !== "'" && i + 1 < text.length) {
      token = (token ?? '') + text[++i];
    } else if (quote !== '') {
      if (character === quote) quote = '';
      else token += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      token ??= '';
    } else if (/\s/.test(character)) {
      if (token !== undefined) found.push(token);
      token = undefined;
    } else token = (token ?? '') + character;
  }
  if (quote !== '') return undefined;
  if (token !== undefined) found.push(token);
  return found;
}
