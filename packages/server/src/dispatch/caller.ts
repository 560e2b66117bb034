import type { Caller } from '@concord/engine';
import type { Exchange } from '../session/exchange.js';

/** Revisions of the protocol whose clients know no results but texts. */
const textOnly: ReadonlySet<string | undefined> = new Set(['2024-11-05', '2025-03-26']);

/** Who makes a request, as the engine sees it. Members are set one by one: every call passes here. */
export function callerOf({ session, era }: Exchange): Caller {
  const caller: { -readonly [Name in keyof Caller]: Caller[Name] } = {
    name: session.clientName,
    transport: session.transport,
    era,
  };
  if (session.account) caller.account = session.account;
  if (textOnly.has(session.version)) caller.readsTextOnly = true;
  return caller;
}
