import { readObject } from '../../files/read-json.js';
import type { Diagnostic } from '../../project/items.js';
import type { FoundFile } from '../walk/found-file.js';
import type { Scanning } from '../walk/scanning.js';
import { type Metadata, plainMetadata } from './metadata.js';

/** The number of lines in which a header is looked for. */
const LINES = 10;

/** The metadata that stands in a comment at the beginning of a file; `broken` when there is some that cannot be read. */
export async function readHeader(
  scanning: Scanning,
  section: Diagnostic['section'],
  file: FoundFile,
): Promise<Metadata | 'broken' | undefined> {
  const head = await file.head();
  if (head.length === 0 || head.includes(0)) return undefined;
  const lines = head.toString().split('\n', LINES);
  for (const [index, line] of lines.entries()) {
    const text = headerIn(line);
    if (text === undefined) continue;
    const read = readObject(Buffer.from(text));
    if ('object' in read) return plainMetadata(file.path, read.object, index + 1);
    // Text in braces may be a sentence; an object that begins with a string was meant to be a header.
    if (!/^\{\s{0,100}"/.test(text)) continue;
    const message = `has a header after \`mcp:\` that ${read.fault}`;
    scanning.findings.error(section, message, {
      file: file.path,
      line: index + 1,
      hint: 'the header is one JSON object to the end of the line',
    });
    return 'broken';
  }
  return undefined;
}

/** What follows `mcp:` on a line, without what closes a comment. */
export function headerIn(line: string): string | undefined {
  const at = line.indexOf('mcp:');
  if (at < 0) return undefined;
  const text = line.slice(at + 'mcp:'.length).trim();
  if (!text.startsWith('{')) return undefined;
  const closer = ['*/', '-->'].find(end => text.endsWith(end));
  return closer === undefined ? text : text.slice(0, -closer.length).trimEnd();
}
