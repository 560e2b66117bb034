import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ProblemError } from '@concord/contract';
import type { Door } from '@concord/gateway';
import { digest } from '../gate/token.js';
import type { Log } from '../log/log.js';
import type { Admission } from '../session/session.js';
import { originOf } from './origin-guard.js';
import { Throttle } from './throttle.js';
import type { Refusal } from './wire/answer.js';

/** Who sent a request, or why it is refused. */
export type Entry = Admission | { readonly refusal: Refusal };

export interface BearerOptions {
  /** Tokens of the operator: whoever has one may do everything. */
  readonly tokens: readonly string[];
  /** Where other callers come in; without it only those tokens count. */
  readonly door?: Door | undefined;
  readonly failuresPerMinute: number;
  readonly log: Log;
}

const otherHeaders = ['x-mcpbash-remote-token', 'x-mcp-remote-token'] as const;
const STORE_AWAY_SECONDS = 5;

/** Asks for a token in a header, and nowhere else. Where there are none every request passes, with an empty principal. */
export function bearerGuard(options: BearerOptions): (req: IncomingMessage) => Entry | Promise<Entry> {
  const { tokens, door, failuresPerMinute, log } = options;
  if (tokens.length === 0 && door === undefined) return () => ({ principal: '' });
  const wanted = tokens.map(digest);
  const throttle = new Throttle(failuresPerMinute);
  const refused = (req: IncomingMessage, wasGiven: boolean): Entry => {
    const seconds = throttle.failed(req.socket.remoteAddress ?? '');
    if (seconds !== undefined)
      return {
        refusal: { status: 429, message: 'Too many failed attempts', headers: { 'retry-after': String(seconds) } },
      };
    const authenticate = door?.challenge(originOf(req), wasGiven) ?? 'Bearer';
    return { refusal: { status: 401, message: 'Unauthorized', headers: { 'www-authenticate': authenticate } } };
  };
  return req => {
    const given = givenTokens(req);
    const known = given
      .map(digest)
      // Each is compared with all, so that the time taken tells nothing about the tokens.
      .flatMap(each => wanted.filter(token => timingSafeEqual(each, token)));
    if (known[0]) return { principal: known[0].toString('hex') };
    const [token] = given;
    return door === undefined || token === undefined ? refused(req, token !== undefined) : enter(req, token, door);
  };

  async function enter(req: IncomingMessage, token: string, by: Door): Promise<Entry> {
    try {
      const identified = await by.identify(token);
      if ('account' in identified) return { principal: identified.account.id, account: identified.account };
      log.info('auth', `a token was refused: ${identified.unknown}`);
      return refused(req, true);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      log.warn('auth', `a caller could not be identified: ${error.message}`);
      const headers = { 'retry-after': String(STORE_AWAY_SECONDS) };
      return { refusal: { status: 503, message: 'Callers cannot be identified at the moment', headers } };
    }
  }
}

function givenTokens({ headers }: IncomingMessage): string[] {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  return [bearer, ...otherHeaders.map(name => headers[name])].filter(value => typeof value === 'string');
}
