import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { readFailure } from '../../read/read-failure.js';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The body of an answer, decompressed. Fails as soon as there are more than `most` bytes, as sent or as decompressed. */
export async function bodyOf(response: IncomingMessage, most: number, signal: AbortSignal): Promise<Buffer> {
  if (Number(response.headers['content-length']) > most) throw tooLarge(most);
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const pieces: Buffer[] = [];
  const keep = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const piece of atMost(most, source)) pieces.push(piece);
  };
  const counted = (source: AsyncIterable<Buffer>) => atMost(most, source);
  if (encoding === '' || encoding === 'identity') await pipeline(response, keep, { signal });
  else if (Object.hasOwn(decoders, encoding))
    await pipeline(response, counted, decoders[encoding]!(), keep, { signal });
  else throw readFailure(5, `The answer has an encoding that is not known: ${encoding.slice(0, 64)}`);
  return Buffer.concat(pieces);
}

async function* atMost(most: number, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const piece of source) {
    length += piece.length;
    if (length > most) throw tooLarge(most);
    yield piece;
  }
}

function tooLarge(most: number) {
  return readFailure(6, `The resource is larger than ${most} bytes`);
}
