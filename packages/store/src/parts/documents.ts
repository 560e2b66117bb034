/** A small text that replicas share, such as the pins of `mcp lock`. */
export interface StoredDocument {
  readonly text: string;
  /** Grows by one with each change. */
  readonly version: number;
}

export interface DocumentPart {
  read(name: string): Promise<StoredDocument | undefined>;
  /** Writes where the version is still `expected`, 0 for a new one; false when somebody else was first. */
  write(name: string, text: string, expected: number): Promise<boolean>;
  remove(name: string): Promise<void>;
}
