/** No token could be got or renewed. The message says why and holds no secret. */
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

/** There are no usable credentials, and no way to get some. */
export class NoCredentials extends AuthFailure {
  constructor() {
    super('there are no credentials that would do');
  }
}
