import { redact } from '@concord/contract';

const MOST = 4_096;

const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----\s{0,20}\S/;
const MOST_WORDS = 4;
const SHORTEST = 8;

/**
 * Whether a text holds what redaction would mask: a token of a provider, a private key, a URL with a password. Of longer
 * texts, such as documentation, only private keys count: the others speak of secrets more often than they hold one.
 */
export function holdsSecret(text: string): boolean {
  if (text.length < SHORTEST) return false;
  if (PRIVATE_KEY.test(text)) return true;
  if (/[\r\n]/.test(text) || text.trim().split(/\s{1,20}/, MOST_WORDS + 1).length > MOST_WORDS) return false;
  return !/^-----(?:BEGIN|END) /.test(text) && redact(text.slice(0, MOST)).count > 0;
}

/** What people write where a password will stand: stars, variables, and words that say so. */
const STAND_IN =
  /^(?:[*x.•#_-]+|\$?\{.{0,200}\}?|\{\{.{0,200}|<.{0,200}>|%.{0,100}%|%\(.{0,100}\)s|\$[A-Z_]{1,100}|null|none|nil|undefined|true|false|yes|no|on|off|n\/?a)$/i;
const PLACEHOLDER =
  /change.?(?:me|it|this)|replace.?(?:me|this|with)|your[-_ ]?|placeholder|example|dummy|fake|sample|redacted|insert[-_ ]|todo|this[-_ ]is|not[-_ ]an?[-_ ]|^(.)\1+$|^(?:my|the)?[-_ ]?(?:password|passwd|secret|token|api[-_ ]?key|username)s?$|^(?:test|foo|bar|baz|abc|string)$/i;

/** Whether a text that is given as a password may be one, and does not only stand where one will be. */
export function looksLikePassword(text: string): boolean {
  if (text.length < 3 || text.length > 200 || /\s/.test(text)) return false;
  return !STAND_IN.test(text) && !PLACEHOLDER.test(text);
}
