// The forms in which the leaking server tells secrets, for it and for the tests that look for them. Plain JavaScript: both load it.

const inBase64 = (text, encoding = 'base64') => Buffer.from(text).toString(encoding);
const hexOf = text => Buffer.from(text).toString('hex');
const escaped = text => JSON.stringify(text).slice(1, -1);

/** A token that nobody has told the command of: it is known by its looks. */
export const token = ['gh', 'p_', 'a1B2c3D4e5'.repeat(4).slice(0, 36)].join('');

/** A value that is known as a secret, in eight forms and more. */
export const formsOfValue = value => [
  value,
  escaped(value),
  escaped(escaped(value)),
  encodeURIComponent(value),
  inBase64(value),
  inBase64(`x${value}`),
  inBase64(`xy${value}`, 'base64url'),
  hexOf(value),
  hexOf(value).toUpperCase(),
];

/** The token in the forms in which tokens are found. */
export const formsOfToken = () => [
  token,
  JSON.stringify({ token }),
  escaped(JSON.stringify({ token })),
  `https://ann:${token}@host/`,
  inBase64(token),
  inBase64(`x${token}`),
  inBase64(`xy${token}`, 'base64url'),
  `${token.slice(0, 12)}\u001b[1m${token.slice(12)}`,
];

/** What must not be found anywhere: the middle of a secret, as it is and as base64 and hex have it. It holds letters, digits and `-` alone. */
export const tracesOf = middle => [
  middle,
  hexOf(middle),
  hexOf(middle).toUpperCase(),
  // The characters at both ends hold bits of the neighbours.
  ...['', 'x', 'xy'].map(before => inBase64(before + middle).slice(before.length === 0 ? 0 : 4, -4)),
];

/** The traces of these secrets in a text, and in what is base64 in it, as deep as anyone would encode. */
export function tracesIn(text, middles, depth = 2) {
  const found = middles.flatMap(tracesOf).filter(trace => text.includes(trace));
  if (depth === 0) return found;
  const encoded = text.match(/[A-Za-z0-9+/_-]{24,}/g) ?? [];
  return [...found, ...encoded.flatMap(each => tracesIn(inBase64Decoded(each), middles, depth - 1))];
}

const inBase64Decoded = text => Buffer.from(text, 'base64').toString('latin1');
