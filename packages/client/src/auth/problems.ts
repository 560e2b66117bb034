import { ConnectionProblem } from '../connection/connection.js';
import type { Problems } from '../connection/problems.js';
import { NetworkFailure } from '../network/failures.js';
import type { Challenge } from './challenge.js';
import { AuthFailure, NoCredentials } from './failure.js';

/** The ConnectionProblem for an error of getting a token. */
export function authProblem(problems: Problems, error: unknown, challenge: Challenge): ConnectionProblem {
  if (error instanceof ConnectionProblem) return error;
  const { server } = problems;
  if (error instanceof NetworkFailure) {
    return problems.make('unreachable', `${server}: the authorization server cannot be reached: ${error.code}`);
  }
  const { status, scope } = challenge;
  const why =
    status === 403
      ? `the server asks for more rights than the token has${scope === undefined ? '' : `: ${scope}`}`
      : 'the server asks to sign in';
  const message = error instanceof NoCredentials ? why : `signing in failed: ${textOf(error)}`;
  return problems.make('unauthenticated', `${server}: ${message}`, { code: status, hint: problems.loginHint });
}

/** An authorization server may write anything: little of it is repeated. */
function textOf(error: unknown): string {
  const { message, name, code, status } = error as {
    message?: string;
    name?: string;
    code?: unknown;
    status?: unknown;
  };
  if (error instanceof AuthFailure) return error.message;
  if (name === 'RegistrationRejectedError') return `the authorization server refused to register us: HTTP ${status}`;
  // The name it claims is not repeated either.
  if (name === 'IssuerMismatchError') return 'the authorization server is not the one it says it is';
  if (name === 'OAuthError') return `the authorization server answered ${String(code).slice(0, 100)}`;
  return String(message ?? error).slice(0, 300);
}
