/** The text of a file, and what its bytes say of it. */
export interface Decoded {
  readonly text: string;
  /** Bytes before the text: a byte order mark. */
  readonly bytesBefore: number;
  /** Whether each character is one byte: so is read what is no UTF-8. */
  readonly isBytes: boolean;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the bytes of a file as text. What is no UTF-8 is read byte by byte, so that every place stays what it is. */
export function decode(bytes: Buffer): Decoded {
  const bytesBefore = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const rest = bytesBefore === 0 ? bytes : bytes.subarray(bytesBefore);
  try {
    return { text: strict.decode(rest), bytesBefore, isBytes: false };
  } catch {
    return { text: rest.toString('latin1'), bytesBefore, isBytes: true };
  }
}

/** Whether a file is no text: there is a zero byte near its beginning. */
export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 8_192).includes(0);
}
