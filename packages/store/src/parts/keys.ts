/** What keys are for. */
export type KeyPurpose = 'session' | 'forward' | 'audit';

/** 32 random bytes. */
export interface RingKey {
  readonly id: string;
  readonly secret: Uint8Array;
  readonly createdAt: number;
}

/** Keys that all replicas use. */
export interface KeyPart {
  /** The newest first: that one seals, all of them open. The first one is made when it is asked for. */
  ring(purpose: KeyPurpose): Promise<readonly RingKey[]>;
  /** Puts a new key first, and forgets those that are older than `keepMs`. */
  rotate(purpose: KeyPurpose, keepMs: number): Promise<readonly RingKey[]>;
}
