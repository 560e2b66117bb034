/** The bytes without a UTF-8 character at the end that was cut off in the middle. */
export function withoutCutEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (isContinuation(byte)) continue;
    return lengthOfCharacter(byte) > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

/** The same for the rest of a character at the beginning of bytes in two parts. */
export function withoutCutStart([first, second]: readonly [Buffer, Buffer]): [Buffer, Buffer] {
  let skipped = 0;
  while (skipped < 3 && isContinuation(first[skipped] ?? second[skipped - first.length] ?? 0)) skipped += 1;
  return [first.subarray(skipped), second.subarray(Math.max(0, skipped - first.length))];
}

/** Decodes bytes in several parts as if they were in one, without putting them together first. */
export function decodeParts(given: readonly Buffer[]): string {
  const parts = given.filter(part => part.length > 0);
  if (parts.length === 1) return parts[0]!.toString();
  let text = '';
  let cut = Buffer.alloc(0);
  for (const part of parts) {
    // A decoder makes the same of bytes when they are parted where a character begins.
    const [rest] = withoutCutStart([part, Buffer.alloc(0)]);
    const seam = Buffer.concat([cut, part.subarray(0, part.length - rest.length)]);
    if (rest.length === 0) {
      cut = seam;
      continue;
    }
    const whole = withoutCutEnd(rest);
    text += seam.toString() + whole.toString();
    cut = Buffer.from(rest.subarray(whole.length));
  }
  return text + cut.toString();
}

function isContinuation(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}

function lengthOfCharacter(first: number): number {
  if (first >= 0xf0 && first <= 0xf4) return 4;
  if (first >= 0xe0) return first <= 0xef ? 3 : 1;
  return first >= 0xc2 ? 2 : 1;
}
