import { type CatalogRow, catalog, type Kind } from './catalog.js';
import type { JsonObject } from './json.js';
import type { ArgumentFault, Failure, Problem, State, Success } from './outcome.js';

/** A success. */
export function success(output: Omit<Success, 'ok'> = {}): Success {
  return { ok: true, ...output };
}

/** A failure with one problem or several; `exitCode` -1 means that nothing was executed. */
export function failure(
  problems: Problem | readonly [Problem, ...Problem[]],
  output: Partial<Omit<Failure, 'ok' | 'problems'>> = {},
): Failure {
  return { ok: false, exitCode: -1, ...output, problems: 'kind' in problems ? [problems] : problems };
}

/** A problem with the advice its catalog row has for everyone. */
export function problem(kind: Kind, message: string, more: Omit<Partial<Problem>, 'kind' | 'message'> = {}): Problem {
  return withAdvice({ kind, message, ...more });
}

/** Lays the catalog's hint and explanation under a problem that brings none of its own. */
export function withAdvice(given: Problem): Problem {
  const { variants, ...plain }: CatalogRow = catalog[given.kind];
  const row = { ...plain, ...(given.variant === undefined ? undefined : variants?.[given.variant]) };
  const hint = given.hint ?? row.hint;
  const explanation = given.explanation ?? row.explanation;
  return { ...given, ...(hint && { hint }), ...(explanation && { explanation }) };
}

/** An argument that cannot be used. `reason` is a short fixed phrase such as `required` or `invalid value`. */
export function invalidParameter(
  parameter: string,
  reason: string,
  message: string,
  more: { readonly argument?: ArgumentFault; readonly hint?: string; readonly details?: JsonObject } = {},
): Problem {
  return problem('invalid_params', message, { ...more, details: { parameter, reason, ...more.details } });
}

/** A capability this machine lacks: an executable, a service, a file. */
export function missingDependency(
  feature: string,
  more: { readonly details?: string; readonly alternatives?: readonly string[]; readonly command?: string } = {},
): Problem {
  const { details, ...rest } = more;
  const tail = details === undefined ? '' : ` Details: ${details}`;
  return problem('unavailable', `Capability '${feature}' is not available in the current environment.${tail}`, {
    variant: 'dependency',
    ...rest,
    ...(details !== undefined && { stderr: details }),
  });
}

/** A capability that exists but cannot be used here, and why. */
export function unavailableFeature(
  feature: string,
  reason: string,
  more: { readonly alternatives?: readonly string[]; readonly variant?: 'not_implemented' } = {},
): Problem {
  return problem('unavailable', `The '${feature}' capability is not available: ${reason}`, {
    ...more,
    details: { feature, reason },
  });
}

/** Another operation holds what this one needs. `holder` is the name of that operation. */
export function conflictWith(operation: string, target: string, holder: string, details: JsonObject = {}): Problem {
  const conflictingOperation = `${holder} in progress`;
  const message = `Cannot execute '${operation}' on '${target}' because a conflicting operation is already in progress: ${conflictingOperation}`;
  return problem('conflict', message, {
    details: { operationType: operation, target, conflictingOperation, ...details },
  });
}

/** A limit that calls share is reached. `limit` names it in a short fixed phrase, such as `rate` or `concurrency`. */
export function limitReached(limit: string, message: string, retryAfterMs?: number, details: JsonObject = {}): Problem {
  const after = retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(retryAfterMs));
  return problem('limited', message, {
    ...(after !== undefined && { retryAfterMs: after }),
    details: { limit, ...(after !== undefined && { retryAfterMs: String(after) }), ...details },
  });
}

/** Bytes of a result hold a secret that cannot be masked in them. `count` is how many images, sounds and resources that are. */
export function withheldBytes(count: number): Problem {
  return problem('forbidden', 'Data of the result holds a secret that is known here, and was withheld', {
    variant: 'withheld',
    hint: 'Have the server leave the secret out of the data, or ask it for text, in which the secret alone is masked.',
    details: { reason: 'secret', withheld: String(count) },
  });
}

/** The caller withdrew the call. */
export function cancelled(more: { readonly command?: string; readonly rawOutput?: string } = {}): Problem {
  return problem('cancelled', 'The operation was cancelled by the user', more);
}

/** The call's deadline passed. */
export function timedOut(timeoutMs: number, more: { readonly command?: string; readonly rawOutput?: string } = {}) {
  const shown = Math.round(timeoutMs);
  return problem('timeout', `The operation timed out after ${shown} ms`, {
    ...more,
    details: { reason: 'timeout', timeoutMs: String(shown) },
  });
}

/** The time that the caller's budget granted is spent: at this hop, before the work began or while it was done. */
export function budgetSpent(budgetMs: number, hop: string, isBefore: boolean, more: Partial<Problem> = {}): Problem {
  const shown = Math.round(budgetMs);
  const where = isBefore ? `before '${hop}' could begin` : `at '${hop}'`;
  return problem('timeout', `The budget of ${shown} ms was spent ${where}`, {
    ...more,
    details: { reason: 'budget', budgetMs: String(shown), hop },
  });
}

const problemError = Symbol.for('io.concord/problem-error');

/** A problem as something to throw, for code that cannot return one. */
export class ProblemError extends Error {
  readonly [problemError] = true;

  constructor(
    readonly problem: Problem,
    /** Whether what was asked for has happened, where that is known. */
    readonly state?: State,
  ) {
    super(problem.message);
    this.name = 'ProblemError';
  }

  /** One that another copy of this package made is one too: a bundle and a module it loads each have their own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && problemError in value;
  }
}
