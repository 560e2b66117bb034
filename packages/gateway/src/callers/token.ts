import { createHash, randomBytes } from 'node:crypto';

const PREFIX = 'ccd_';
const SECRET_BYTES = 32;
/** What 32 and 4 bytes take in base 62. */
const SECRET_DIGITS = 43;
const CHECK_DIGITS = 6;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new token: what its owner keeps, and what is stored of it. */
export interface NewToken {
  readonly token: string;
  readonly hash: string;
}

/** `ccd_`, 32 random bytes in base 62, and a checksum by which a mistyped one is told from a wrong one. */
export function newToken(): NewToken {
  const secret = base62(randomBytes(SECRET_BYTES), SECRET_DIGITS);
  const token = `${PREFIX}${secret}${checksumOf(secret)}`;
  return { token, hash: tokenHash(token) };
}

/** What a store finds the owner of a token by: SHA-256, in hexadecimal. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Whether a text is a token as `newToken` makes them, whoever has made it. */
export function isToken(text: string): boolean {
  if (!/^ccd_[0-9A-Za-z]{49}$/.test(text)) return false;
  const secret = text.slice(PREFIX.length, PREFIX.length + SECRET_DIGITS);
  return text.endsWith(checksumOf(secret));
}

function checksumOf(secret: string): string {
  return base62(createHash('sha256').update(`${PREFIX}${secret}`).digest().subarray(0, 4), CHECK_DIGITS);
}

function base62(bytes: Uint8Array, length: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let digits = '';
  for (let at = 0; at < length; at++) {
    digits = alphabet[Number(rest % 62n)] + digits;
    rest /= 62n;
  }
  return digits;
}
