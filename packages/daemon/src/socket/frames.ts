/** The kinds of messages between a command and its daemon. The index in the list is the byte on the socket. */
export const frameTypes = [
  'run',
  'stdin',
  'stdin-end',
  'cancel',
  'ready',
  'out',
  'err',
  'want-stdin',
  'ask',
  'answer',
  'withdraw',
  'sent',
  'exit',
] as const;

export type FrameType = (typeof frameTypes)[number];

/** The most bytes one frame carries; a larger body is several frames. */
export const LARGEST_FRAME = 1_048_576;
/** The most bytes a body of several frames may have together. */
const LARGEST_BODY = 32 * LARGEST_FRAME;
const HEADER = 5;
const MORE = 0x80;

/** A message as it goes over the socket: four bytes of length, one of type, the payload; split where it is too long for one. */
export function encodeFrames(type: FrameType, body: string | Uint8Array = ''): Buffer[] {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const frames: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += LARGEST_FRAME) {
    const part = bytes.subarray(at, at + LARGEST_FRAME);
    const header = Buffer.allocUnsafe(HEADER);
    header.writeUInt32BE(part.length, 0);
    header[4] = frameTypes.indexOf(type) | (at + LARGEST_FRAME < bytes.length ? MORE : 0);
    frames.push(header, part as Buffer);
  }
  return frames;
}

/** Bytes that are no frame. */
export class BadFrame extends Error {}

/** Puts frames together from bytes as they come. Never holds more than one body and the bytes of its next frame. */
export class FrameReader {
  readonly #parts: Buffer[] = [];
  #held = 0;
  #need = HEADER;
  #header: { readonly type: FrameType; readonly more: boolean } | undefined;
  #body: Buffer[] = [];
  #bodyBytes = 0;

  constructor(readonly onBody: (type: FrameType, body: Buffer) => void) {}

  /** Takes bytes and calls back for every body they complete. Throws BadFrame on bytes that are no frame. */
  push(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#held += bytes.length;
    while (this.#held >= this.#need) this.#step(this.#take(this.#need));
  }

  #step(bytes: Buffer): void {
    if (this.#header === undefined) this.#readHeader(bytes);
    else this.#readPayload(this.#header, bytes);
  }

  #readHeader(bytes: Buffer): void {
    const length = bytes.readUInt32BE(0);
    const type = frameTypes[bytes[4]! & ~MORE];
    if (length > LARGEST_FRAME || type === undefined) throw new BadFrame('not a frame');
    this.#header = { type, more: (bytes[4]! & MORE) !== 0 };
    this.#need = length;
  }

  #readPayload({ type, more }: { readonly type: FrameType; readonly more: boolean }, bytes: Buffer): void {
    this.#header = undefined;
    this.#need = HEADER;
    this.#bodyBytes += bytes.length;
    if (this.#bodyBytes > LARGEST_BODY) throw new BadFrame('too large a body');
    if (more) {
      this.#body.push(bytes);
      return;
    }
    const body = this.#body.length === 0 ? bytes : Buffer.concat([...this.#body, bytes]);
    this.#body = [];
    this.#bodyBytes = 0;
    this.onBody(type, body);
  }

  #take(count: number): Buffer {
    this.#held -= count;
    const [first] = this.#parts;
    if (first !== undefined && first.length >= count) {
      if (first.length === count) this.#parts.shift();
      else this.#parts[0] = first.subarray(count);
      return first.subarray(0, count);
    }
    const whole = Buffer.concat(this.#parts);
    this.#parts.splice(0, this.#parts.length, ...(whole.length > count ? [whole.subarray(count)] : []));
    return whole.subarray(0, count);
  }
}
