import { isUtf8 } from 'node:buffer';
import type { ResourceContents } from '@concord/engine';
import { isTextual, mediaTypeOf } from './media-types.js';
import type { Content } from './request.js';

/** The contents of a resource as MCP sends them: text where media type and bytes are text, else a blob. */
export function contentsOf(uri: string, declared: string | undefined, { bytes, name }: Content): ResourceContents {
  const isText = isUtf8(bytes) && !bytes.includes(0);
  const byExtension = name === undefined ? undefined : mediaTypeOf(name);
  const bySight = isText ? 'text/plain' : 'application/octet-stream';
  const mimeType = declared ?? byExtension ?? bySight;
  if (isText && isTextual(mimeType)) return { uri, mimeType, text: bytes.toString() };
  return { uri, mimeType, blob: bytes.toString('base64') };
}
