import type { Tier } from '@concord/contract';
import type { Limits } from '../limits/limits.js';

/** What a caller may see and use. What is left out is not restricted, but for `operations`. */
export interface Rights extends Limits {
  /** The servers it may use, as globs. */
  readonly servers?: readonly string[];
  /** The tools it may call, as globs of `server/tool`. Then resources and prompts are those of `servers`, where that is given. */
  readonly tools?: readonly string[];
  /** Whether only tools that say that they change nothing are there for it. */
  readonly readOnly?: boolean;
  readonly tier?: Tier;
  /** Whether it may look at the running of the gateway itself. */
  readonly operations?: boolean;
  /** The most bytes a result has before the rest of it is kept for later. */
  readonly spillBytes?: number;
  /** Whether it finds tools by searching, in place of a list of all. */
  readonly discover?: 'search' | 'list';
}

/** Everything but the running of the gateway itself. */
export const ALL_RIGHTS: Rights = {};
