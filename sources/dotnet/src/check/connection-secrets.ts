const SECRET_PAIRS = new Set(['password', 'pwd', 'accountkey', 'sharedaccesskey', 'user password']);

/** The secrets among the `name=value` pairs of a connection string, without their quotes. */
export function connectionSecrets(connection: string): readonly string[] {
  const found: string[] = [];
  let at = 0;
  while (at < connection.length) {
    const equals = connection.indexOf('=', at);
    if (equals === -1) break;
    // Pairs without a value may precede the name: the name begins after the last separator.
    const name = connection.slice(at, equals).split(';').at(-1)!.trim().toLowerCase();
    const { value, end } = readValue(connection, equals + 1);
    if (SECRET_PAIRS.has(name) && value !== '') found.push(value);
    at = end + 1;
  }
  return found;
}

/** A value, which a semicolon ends unless it stands in quotes; a doubled quote is one of the value. */
function readValue(text: string, from: number): { readonly value: string; readonly end: number } {
  let start = from;
  while (text[start] === ' ') start++;
  const quote = text[start];
  if (quote !== '"' && quote !== "'") {
    const semicolon = text.indexOf(';', from);
    const end = semicolon === -1 ? text.length : semicolon;
    return { value: text.slice(from, end).trim(), end };
  }
  let close = start + 1;
  while (close < text.length && (text[close] !== quote || text[close + 1] === quote))
    close += text[close] === quote ? 2 : 1;
  const value = text.slice(start + 1, close).replaceAll(quote + quote, quote);
  const semicolon = text.indexOf(';', close);
  return { value, end: semicolon === -1 ? text.length : semicolon };
}
