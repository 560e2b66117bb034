const DEEPEST = 1_000;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPENING_BRACKET, OPENING_BRACE] = [0x5b, 0x7b];
const [CLOSING_BRACKET, CLOSING_BRACE] = [0x5d, 0x7d];

/** Whether a JSON text nests so deep that walking its value could exhaust the stack. Looks at each byte once. */
export function isTooDeep(json: Buffer): boolean {
  if (json.length <= DEEPEST || !hasManyOpenings(json)) return false;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    if (byte === QUOTE) quoted = !quoted;
    else if (quoted) {
      if (byte === BACKSLASH) at++;
    } else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      if (++depth > DEEPEST) return true;
    } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth--;
  }
  return false;
}

/** Whether there are enough opening brackets at all; most large texts have few and need no closer look. */
function hasManyOpenings(json: Buffer): boolean {
  let count = 0;
  for (const bracket of [OPENING_BRACKET, OPENING_BRACE])
    for (let at = json.indexOf(bracket); at !== -1; at = json.indexOf(bracket, at + 1))
      if (++count > DEEPEST) return true;
  return false;
}
