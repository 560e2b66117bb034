/** A caller as it is created: what it may do is text that only the gateway reads. */
export interface NewCaller {
  readonly name: string;
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string;
  /** JSON. */
  readonly rights: string;
  /** Undefined: it does not expire. */
  readonly expiresInMs?: number | undefined;
}

export interface StoredCaller {
  readonly name: string;
  readonly rights: string;
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
  readonly revokedAt?: number | undefined;
}

/** Who may call. */
export interface CallerPart {
  /** False when the name is taken by a caller that is not revoked, or the token is known. */
  create(caller: NewCaller): Promise<boolean>;
  /** Whose token it is, also when that is expired or revoked: the gateway says so in its log. `now` is the store's. */
  findByToken(tokenHash: string): Promise<{ readonly caller: StoredCaller; readonly now: number } | undefined>;
  list(): Promise<readonly StoredCaller[]>;
  /** False when there is no such caller. */
  revoke(name: string): Promise<boolean>;
  /** Gives the caller another token; the old one holds for `graceMs` more. False when there is no such caller, or it is revoked. */
  rotate(name: string, tokenHash: string, graceMs: number): Promise<boolean>;
}
