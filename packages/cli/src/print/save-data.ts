import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type SavedFile } from '@concord/contract';

/** Binary data that was in a result, and where. */
export interface FoundData {
  readonly pointer: string;
  readonly mimeType: string;
  readonly bytes: Buffer;
}

/** A result without its binary data, and that data. `members` names the list that holds it: `content`, or `contents` of a resource. */
export function takeData(
  result: JsonObject,
  members: 'content' | 'contents',
): { readonly result: JsonObject; readonly found: readonly FoundData[] } {
  const blocks = Array.isArray(result[members]) ? result[members] : [];
  const found: FoundData[] = [];
  const without = (block: JsonObject, pointer: string): JsonObject => {
    const name = typeof block.blob === 'string' ? 'blob' : 'data';
    const { [name]: data, ...rest } = block;
    if (typeof data !== 'string') return block;
    const mimeType = typeof block.mimeType === 'string' ? block.mimeType : 'application/octet-stream';
    found.push({ pointer: `${pointer}/${name}`, mimeType, bytes: Buffer.from(data, 'base64') });
    return rest;
  };
  const emptied = blocks.map((block, index) => {
    if (!isJsonObject(block)) return block;
    const pointer = `/result/${members}/${index}`;
    if (members === 'contents' || block.type === 'image' || block.type === 'audio') return without(block, pointer);
    return isJsonObject(block.resource)
      ? { ...block, resource: without(block.resource, `${pointer}/resource`) }
      : block;
  });
  return found.length === 0 ? { result, found } : { result: { ...result, [members]: emptied }, found };
}

/** Writes the data of a result with a function that knows where to, and tells what went where; what went nowhere is left out. */
export async function saveAll(
  found: readonly FoundData[],
  write: (name: string, bytes: Buffer) => Promise<string | undefined>,
): Promise<readonly SavedFile[]> {
  const files: SavedFile[] = [];
  for (const { pointer, mimeType, bytes } of found) {
    const path = await write(nameFor(bytes, mimeType), bytes);
    if (path !== undefined) files.push({ pointer, path, bytes: bytes.length, mime_type: mimeType });
  }
  return files;
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'audio/mpeg': 'mp3',
  'audio/x-wav': 'wav',
  'text/plain': 'txt',
  'application/gzip': 'gz',
  'application/octet-stream': 'bin',
};

/** A file name from the hash and the type of the contents. Only a short plain word of the server becomes part of it. */
function nameFor(bytes: Buffer, mimeType: string): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const plain = mimeType.toLowerCase().split(';')[0]!.trim();
  const [, subtype = 'bin'] = /^[a-z]{1,20}\/([a-z0-9]{1,8})$/.exec(plain) ?? [];
  return `${hash}.${extensions[plain] ?? subtype}`;
}
