import { isJsonObject, type JsonObject, type SavedFile } from '@concord/contract';
import { grouped } from './text.js';

/** A result for people: its texts, else its data, and a line for everything that is neither. */
export function resultText(result: JsonObject, files: readonly SavedFile[] = []): string {
  const blocks = Array.isArray(result.content) ? result.content.filter(isJsonObject) : [];
  const lines = blocks.map((block, index) => blockText(block, fileAt(files, index)));
  const hasText = lines.some(line => line !== '');
  if (hasText || result.structuredContent === undefined) return lines.join('\n').replace(/\n$/, '');
  return JSON.stringify(result.structuredContent, null, 2);
}

function fileAt(files: readonly SavedFile[], index: number): SavedFile | undefined {
  return files.find(({ pointer }) => pointer.startsWith(`/result/content/${index}/`));
}

/** One block: text as it is, a link as its name and address, data as the file it went to. */
export function blockText(block: JsonObject, file?: SavedFile): string {
  if (file) return fileLine(file);
  if (block.type === 'text') return String(block.text ?? '');
  if (block.type === 'resource_link') return `${block.name} <${block.uri}>`;
  const resource = isJsonObject(block.resource) ? block.resource : block;
  if (typeof resource.text === 'string') return resource.text;
  return JSON.stringify(block);
}

/** `image/png, 4,023 bytes: <path>`. */
export function fileLine({ mime_type, bytes, path }: SavedFile): string {
  return `${mime_type}, ${grouped(bytes)} bytes: ${path}`;
}
