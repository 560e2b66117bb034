import { percentDecoded } from '../read/percent.js';
import { readFailure } from '../read/read-failure.js';
import type { Content, ReadRequest } from '../read/request.js';

/** Gives back the text after `echo://`. */
export async function readEcho({ uri, settings }: ReadRequest): Promise<Content> {
  const text = /^echo:\/\/(.*)$/is.exec(uri)?.[1];
  if (text === undefined) throw readFailure(4, 'An echo resource has a URI of the form echo://text');
  const plain = percentDecoded(text);
  if (plain === undefined) throw readFailure(4, 'The text of an echo URI has a % that encodes no character');
  const bytes = Buffer.from(plain);
  if (bytes.length > settings.maxResourceBytes) {
    throw readFailure(6, `The resource is larger than ${settings.maxResourceBytes} bytes`);
  }
  return { bytes };
}
