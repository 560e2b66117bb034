const atStart =
  /^\s{0,10}\{\s{0,10}(?:"jsonrpc"\s{0,10}:\s{0,10}"2\.0"\s{0,10},\s{0,10})?"id"\s{0,10}:\s{0,10}(\d{1,15})\s{0,10},/;
const atEnd =
  /"id"\s{0,10}:\s{0,10}(\d{1,15})\s{0,10}(?:,\s{0,10}"jsonrpc"\s{0,10}:\s{0,10}"2\.0"\s{0,10})?\}\s{0,10}$/;

/** The id of the request that a message answers which is too large to be read: servers write it first or last. */
export function idAtStart(head: Buffer): number | undefined {
  return numberIn(atStart.exec(head.toString('latin1')));
}

export function idAtEnd(tail: Buffer): number | undefined {
  return numberIn(atEnd.exec(tail.toString('latin1')));
}

function numberIn(match: RegExpExecArray | null): number | undefined {
  return match === null ? undefined : Number(match[1]);
}
