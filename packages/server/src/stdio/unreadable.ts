import { createHash } from 'node:crypto';
import type { JsonObject, Redaction } from '@concord/contract';

/** How much of a line is redacted, and how much of that is shown. */
const LOOKED_AT_BYTES = 16_384;
const SHOWN_CHARACTERS = 1_024;

/** Describes a line that could not be read, for a log: its size, a digest to find it by, and its start without secrets. */
export function describeLine(line: Buffer, redaction: Redaction): JsonObject {
  // Redacted before it is cut: half a secret has no shape to be known by.
  const { text } = redaction.text(line.subarray(0, LOOKED_AT_BYTES).toString());
  return {
    message: 'a line could not be read',
    bytes: line.length,
    sha256: createHash('sha256').update(line).digest('hex').slice(0, 16),
    // The log writes JSON, which escapes control characters.
    start: text.slice(0, SHOWN_CHARACTERS),
  };
}
