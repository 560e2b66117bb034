import type { Json } from '../json.js';
import type { Facts, Outcome } from '../outcome.js';

/** A way to write an Outcome down. Pure: no I/O, no clock, no redaction; the same input gives the same bytes. */
export interface Dialect {
  /** The JSON value the dialect's document prescribes. Never mutates its input. */
  render(outcome: Outcome, facts: Facts): Json;
  /** Compact text with the document's key order and no trailing newline. */
  write(value: Json): string;
  /** The text of an MCP result, where that is not just what `write` gives. */
  text?(outcome: Outcome, document: Json): string;
  /** The Outcome behind a value of this dialect; a TypeError when the value is not one. */
  read?(value: unknown): Outcome;
}
