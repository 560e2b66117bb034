import type { CallerAccount } from './account.js';

/** Who has a token, or why nobody may use it. The reason is for the log: whoever sent the token is told no more than that it is no good. */
export type Identified = { readonly account: CallerAccount } | { readonly unknown: string };

/** Knows callers by what they send. */
export interface Callers {
  /** Rejects with a ProblemError when that cannot be found out at the moment. */
  identify(token: string): Promise<Identified>;
  /** Who gives out tokens, where that is somebody else. */
  readonly issuer?: string | undefined;
}

/** Two ways to know callers as one: the first that a token could be of is asked. */
export function eitherOf(tokens: Callers | undefined, signed: Callers | undefined): Callers | undefined {
  if (tokens === undefined || signed === undefined) return tokens ?? signed;
  const isSigned = (token: string) => /^[\w-]{1,8192}\.[\w-]{1,65536}\.[\w-]{1,8192}$/.test(token);
  return {
    issuer: signed.issuer,
    identify: token => (isSigned(token) ? signed : tokens).identify(token),
  };
}
