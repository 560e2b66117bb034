import type { JsonObject } from '@concord/contract';
import { codeOf, isGone } from '../../files/file-system.js';
import { type JsonPath, lineAt, placeOf } from '../../files/json-places.js';
import { readObject } from '../../files/read-json.js';
import { safetyHint } from '../../files/safety.js';
import type { Diagnostic } from '../../project/items.js';
import type { FoundFile } from '../walk/found-file.js';
import type { Scanning } from '../walk/scanning.js';

/** The metadata of an item, and where it is written. Members that are null are left out. */
export interface Metadata {
  readonly fields: JsonObject;
  /** Absolute path of the file it stands in. */
  readonly file: string;
  /** The line of a field. */
  line(field?: string): number | undefined;
}

/** The largest metadata file. */
const LARGEST = 1_048_576;

/** Metadata from an object at a path of a JSON text. */
export function metadataIn(file: string, text: string, path: JsonPath, object: JsonObject): Metadata {
  return {
    fields: withoutNulls(object),
    file,
    line: field => {
      const at = placeOf(text, field === undefined ? path : [...path, field]);
      return at === undefined ? undefined : lineAt(text, at);
    },
  };
}

/** Metadata that is written on one line, or nowhere. */
export function plainMetadata(file: string, object: JsonObject, line?: number): Metadata {
  return { fields: withoutNulls(object), file, line: () => line };
}

function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

/** Reads a metadata file; undefined when it cannot be used, and then the reason has been reported. */
export async function readMetadata(
  scanning: Scanning,
  section: Diagnostic['section'],
  found: FoundFile,
): Promise<Metadata | undefined> {
  const { findings } = scanning;
  const refuse = (message: string, line?: number, hint?: string): undefined =>
    findings.error(section, message, { file: found.path, line, hint: hint ?? 'write one JSON object, in UTF-8' });
  try {
    const { bytes, fault } = await found.content(LARGEST + 1);
    if (fault !== undefined) return refuse(fault, undefined, safetyHint);
    if (bytes.length > LARGEST) return refuse(`is larger than ${LARGEST} bytes`);
    const read = readObject(bytes);
    if ('fault' in read) return refuse(read.fault, read.line);
    if (read.hasMark) {
      findings.warn(section, 'begins with a byte order mark', {
        file: found.path,
        hint: 'save it as UTF-8 without BOM',
      });
    }
    return metadataIn(found.path, read.text, [], read.object);
  } catch (error) {
    return isGone(error)
      ? undefined
      : refuse(`cannot be read (${codeOf(error)})`, undefined, 'let its owner read it: chmod u+r');
  }
}
