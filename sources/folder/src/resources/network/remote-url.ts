import { isIPv4 } from 'node:net';
import { readFailure } from '../../read/read-failure.js';

const LONGEST_URI = 8192;

/** Parses an `https:` URL with an unambiguous host. Fails with the reason for any other. */
export function remoteUrl(text: string): URL {
  const authority = /^https:\/\/([^/?#]*)/i.exec(text)?.[1];
  if (authority === undefined) throw readFailure(4, 'The URI must begin with https://');
  if (text.length > LONGEST_URI) throw readFailure(4, `The URI is longer than ${LONGEST_URI} characters`);
  // URL parsers drop some of these and read others as a slash, so that the checked host would not be the fetched one.
  if (/[\u0000-\u0020\u007f\\]/.test(text))
    throw readFailure(4, 'The URI holds a space, backslash or control character');
  if (authority.includes('@')) throw readFailure(4, 'The URI must not hold a user or password');
  const host = authority.replace(/:\d{0,5}$/, '');
  if (host === '' || host.includes('%')) throw readFailure(4, 'The URI needs a plain host name');
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw readFailure(4, 'The URI is not a valid URL');
  }
  // Refuses other spellings of an address: one number, hexadecimal, octal, fewer parts, other digits.
  if (isIPv4(url.hostname) && url.hostname !== host)
    throw readFailure(4, 'An IPv4 address must be written as four plain numbers');
  return url;
}

/** The host of a URL in lower case, without brackets and without a final dot. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
}
