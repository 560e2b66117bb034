/** The end of a text: at most `limit` bytes of UTF-8, in whole characters. */
export function lastBytes(text: string, limit: number): string {
  if (text.length <= limit / 4) return text;
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return text;
  let start = bytes.length - limit;
  while (start < bytes.length && (bytes[start]! & 0xc0) === 0x80) start += 1;
  return bytes.subarray(start).toString();
}
