/** A request that got no answer: the system's reason, and whether it may have left. */
export class NetworkFailure extends Error {
  constructor(
    readonly code: string,
    readonly sent: boolean,
    cause: unknown,
  ) {
    super(code, { cause });
  }
}

/** An answer with a status that is no success. */
export class StatusFailure extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
    /** What the server asks to be waited for before the next try. */
    readonly retryAfterMs: number | undefined,
    /** Whether the request named a session. */
    readonly hadSession: boolean,
    /** Whether other credentials would help. */
    readonly wantsCredentials: boolean,
  ) {
    super(`HTTP ${status}`);
  }
}

/** An answer that is larger than what may be kept. */
export class TooLarge extends Error {
  constructor(readonly limit: number) {
    super(`more than ${limit} bytes`);
  }
}

/** A way that leads to another origin than the configured one. */
export class ForeignOrigin extends Error {
  constructor(
    readonly origin: string,
    readonly status: number | undefined,
  ) {
    super(origin);
  }
}
