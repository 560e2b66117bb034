import { isJsonObject } from '@concord/contract';
import { ConnectionProblem } from '../connection/connection.js';
import type { Problems } from '../connection/problems.js';
import type { Phase } from '../connection/transport.js';
import { ForeignOrigin, NetworkFailure, StatusFailure, TooLarge } from '../network/failures.js';
import { RpcFailure, StreamEnded } from '../rpc/failures.js';

/** Statuses of temporary failures. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** System errors that may be temporary; those of certificates are not. */
const passingCodes: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
  ...['ENOTFOUND', 'ENETDOWN', 'EHOSTDOWN', 'HPE_INVALID_EOF_STATE'],
]);

/** The ConnectionProblem for an error of a transport over HTTP. */
export function httpProblem(problems: Problems, error: unknown, phase: Phase): ConnectionProblem {
  if (error instanceof ConnectionProblem) return error;
  const { server } = problems;
  if (error instanceof StatusFailure) return statusProblem(problems, error, phase);
  if (error instanceof NetworkFailure) {
    const message = `${server}: the server cannot be reached: ${error.code}`;
    const details = { phase, sent: error.sent };
    return passingCodes.has(error.code)
      ? problems.passing('unreachable', message, details)
      : problems.make('unreachable', message, details);
  }
  if (error instanceof StreamEnded) {
    return problems.passing('unreachable', `${server}: the connection was lost before the answer`, {
      phase,
      sent: true,
    });
  }
  if (error instanceof TooLarge) {
    const hint = 'MCP_MAX_MESSAGE_BYTES sets the limit.';
    return problems.make('too_large', `${server}: a message has ${error.message}`, {
      phase,
      sent: phase === 'call',
      hint,
    });
  }
  if (error instanceof ForeignOrigin) {
    const message = `${server}: the server sends us to another origin, ${error.origin}, which is not followed`;
    const hint = 'If that is where the server is now, put its address into the configuration.';
    return problems.make('unreachable', message, { phase, hint, ...(error.status && { code: error.status }) });
  }
  const { status, code } = error as { status?: unknown; code?: unknown };
  const known = [status, code].find(each => typeof each === 'number' && each >= 300 && each < 600);
  if (known !== undefined)
    return statusProblem(problems, new StatusFailure(known as number, '', undefined, false, known === 401), phase);
  const message = `${server}: the answer is no protocol message: ${textOf(error)}`;
  return problems.make('protocol', message, { phase, sent: phase === 'call' });
}

function statusProblem(problems: Problems, failure: StatusFailure, phase: Phase): ConnectionProblem {
  const { status } = failure;
  const message = `${problems.server}: the server answered with HTTP ${status}`;
  const details = { phase, code: status };
  if (failure.wantsCredentials) {
    return problems.make('unauthenticated', message, { ...details, hint: problems.loginHint });
  }
  if (status === 404 && failure.hadSession) {
    const forgotten = `${problems.server}: the server has forgotten the session`;
    return problems.passing('unreachable', forgotten, details, { newSession: true });
  }
  const answered = status < 500 && status !== 429 ? rpcFailureIn(failure.body) : undefined;
  if (answered !== undefined) return rpcProblem(problems, answered, phase);
  const { retryAfterMs } = failure;
  // After set-up a request is repeated when the server may have failed, not when it asks for fewer requests.
  if (!passing.has(status) || (status === 429 && phase === 'call'))
    return problems.make('unreachable', message, { ...details, sent: phase === 'call' && status >= 500 });
  const remedy = retryAfterMs === undefined ? {} : { afterMs: retryAfterMs };
  return problems.passing('unreachable', message, { ...details, sent: phase === 'call' }, remedy);
}

/** The problem for an error that the server itself answered with. */
export function rpcProblem(problems: Problems, failure: RpcFailure, phase: Phase): ConnectionProblem {
  const { code, message, data } = failure;
  if (code === undefined)
    return problems.make('protocol', `${problems.server}: the server sent ${message}`, {
      phase,
      sent: phase === 'call',
    });
  return problems.make('rpc_error', message, { code, phase, sent: true, ...(data !== undefined && { data }) });
}

function rpcFailureIn(body: string): RpcFailure | undefined {
  try {
    const message: unknown = JSON.parse(body);
    if (!isJsonObject(message) || !isJsonObject(message.error)) return undefined;
    const failure = RpcFailure.from(message.error);
    return failure.code === undefined ? undefined : failure;
  } catch {
    return undefined;
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
