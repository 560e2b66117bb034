/** Where the pieces of spills are: in the database, or in files beside it. */
export interface Chunks {
  /** Stores a piece; pieces come in order. Rejects when the upload is gone. */
  write(upload: string, index: number, chunk: Uint8Array): Promise<void>;
  /** How many bytes are stored of an upload; all of them are on the disk then. */
  stored(upload: string): Promise<number>;
  /** Pieces `first` to before `end`, joined: fewer where some are gone. */
  read(upload: string, first: number, end: number): Promise<Uint8Array>;
  /** Removes the pieces of uploads whose rows are gone. */
  forget(uploads: readonly string[]): Promise<void>;
  /** Uploads that have pieces which do not go with their rows. */
  list(): Promise<readonly string[]>;
}
