/** Signing in, or staying so, came to nothing. The message says why and holds no secret. */
export class AuthFailure extends Error {
  constructor(
    message: string,
    /** The code the authorization server answered with. */
    readonly code?: string,
  ) {
    super(message);
    this.name = 'AuthFailure';
  }
}

/** There are no credentials that would do, and nobody who could get some. */
export class NoCredentials extends AuthFailure {
  constructor() {
    super('there are no credentials that would do');
  }
}
