/** A text within its limit, and how many bytes of it are missing. */
export interface Bounded {
  readonly text: string;
  readonly omitted: number;
}

/** Keeps the beginning and the end of a text that is longer than `limit` bytes, and says how much is missing. */
export function headAndTail(text: string, limit: number): Bounded {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return { text, omitted: 0 };
  const head = bytes.subarray(0, characterBoundary(bytes, Math.ceil(limit / 2)));
  const tail = bytes.subarray(nextCharacterBoundary(bytes, bytes.length - Math.floor(limit / 2)));
  const omitted = bytes.length - head.length - tail.length;
  return { text: `${head}\n[${omitted} bytes omitted]\n${tail}`, omitted };
}

const continues = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

function characterBoundary(bytes: Buffer, at: number): number {
  let boundary = at;
  while (boundary > 0 && continues(bytes[boundary])) boundary--;
  return boundary;
}

function nextCharacterBoundary(bytes: Buffer, at: number): number {
  let boundary = at;
  while (boundary < bytes.length && continues(bytes[boundary])) boundary++;
  return boundary;
}
