import type { Caller } from '@concord/engine';

/** Callers nobody has asked who they are count as one. */
export const ANYBODY = 'local';

/** For whom something is kept: the account of a caller, or everybody who has none. */
export function ownerOf({ account }: Pick<Caller, 'account'>): string {
  return account?.id ?? ANYBODY;
}
