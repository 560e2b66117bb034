import type { RedactionRule } from '../scan/rule.js';
import { commandRules } from './commands.js';
import { connectionRules } from './connection.js';
import { encodedTokenRules } from './encoded-tokens.js';
import { fileRules } from './files.js';
import { headerRules } from './headers.js';
import { keyedRules } from './keyed.js';
import { pemRules } from './pem.js';
import { structuredRules } from './structured.js';
import { tokenRules } from './tokens.js';
import { urlRules } from './url.js';

/** Every kind of secret that is recognised by its shape. Where several match at one place, the first in this order wins. */
export const redactionRules: readonly RedactionRule[] = [
  ...pemRules,
  ...urlRules,
  ...connectionRules,
  ...headerRules,
  ...structuredRules,
  ...tokenRules,
  ...keyedRules,
  ...commandRules,
  ...fileRules,
  ...encodedTokenRules,
];
