/** How many characters are made into bytes at a time. */
export const CHUNK = 8192;

interface Encoder {
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
}

const encoder = /* @__PURE__ */ makeEncoder();

/** Whether this runtime can make bytes of strings faster than a loop could. */
export const hasEncoder = encoder !== undefined;

// A scan may look a few places past the end of a chunk.
const buffer = /* @__PURE__ */ new Uint8Array(CHUNK + 8);
/** The bytes of the last chunk, to be read four at a time. */
export const chunkView = /* @__PURE__ */ new DataView(buffer.buffer);

function makeEncoder(): Encoder | undefined {
  const { TextEncoder } = globalThis as { TextEncoder?: new () => Encoder };
  return TextEncoder === undefined ? undefined : new TextEncoder();
}

/**
 * The bytes of `size` characters, one each, valid until the next call; undefined unless all of them are ASCII. Reading bytes is
 * twice as fast as reading a string's characters one by one.
 */
export function encodeChunk(text: string, from: number, size: number): Uint8Array | undefined {
  const { written, read } = encoder!.encodeInto(text.slice(from, from + size), buffer);
  // Three bytes for one character may fill the buffer early: then `read` falls short.
  return read === size && written === size ? buffer : undefined;
}
