/** The size of a piece: what is read and written at once. */
export const SPILL_CHUNK_BYTES = 262_144;

/** What a spill is, before any of it is stored. */
export interface NewSpill {
  readonly caller: string;
  /** Hex, of the whole content: its name, for this caller. */
  readonly sha256: string;
  readonly bytes: number;
  readonly mimeType: string;
  /** How many line breaks are before the first byte of each chunk, and after the last: finds lines without reading what is before them. */
  readonly lineMarks: readonly number[];
  readonly replica: string;
  readonly keepMs: number;
  /** What all spills of the store may have together; those not read for longest go first. */
  readonly storeBytes: number;
}

export interface Spill {
  readonly caller: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly mimeType: string;
  readonly lineMarks: readonly number[];
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Large results, by caller and hash. One that is not sealed is visible to nobody, and goes with its replica. */
export interface SpillPart {
  /** Begins a spill; where the caller has it already, keeps that for longer and gives no upload. */
  begin(spill: NewSpill): Promise<{ readonly upload?: string | undefined }>;
  /** Stores chunk `index`: 256 KiB, but for the last. */
  write(upload: string, index: number, chunk: Uint8Array): Promise<void>;
  /** Makes it visible; throws when chunks are missing or the upload is gone. */
  seal(upload: string): Promise<void>;
  /** Removes an upload that is not to be sealed. */
  abandon(upload: string): Promise<void>;
  find(caller: string, sha256: string): Promise<Spill | undefined>;
  /** Bytes from `from` to before `to`; touches only their chunks. Undefined when the caller has no such spill. */
  read(caller: string, sha256: string, from: number, to: number): Promise<Uint8Array | undefined>;
  /** Those of a caller, or of all; the newest first. */
  list(caller?: string): Promise<readonly Spill[]>;
  remove(caller: string, sha256: string): Promise<boolean>;
  /** Removes what is past its time, and uploads without a replica; says how many. */
  sweep(): Promise<number>;
}
