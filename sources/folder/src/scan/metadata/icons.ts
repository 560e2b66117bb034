import { dirname, resolve } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { extensionOf } from '../../files/file-names.js';
import { isGone } from '../../files/file-system.js';
import { isInside } from '../../files/safety.js';
import { shown } from '../../project/findings.js';
import type { Diagnostic } from '../../project/items.js';
import type { Scanning } from '../walk/scanning.js';
import type { Metadata } from './metadata.js';

/** The media types of images that can be inlined, by extension. */
const types: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
};

/** The largest icon: icons are part of every list. */
const LARGEST = 262_144;

/** The icons of an item as published: files of the project are inlined, unusable icons are dropped with a warning. */
export async function readIcons(
  scanning: Scanning,
  section: Diagnostic['section'],
  metadata: Metadata,
): Promise<readonly JsonObject[] | undefined> {
  const given = metadata.fields.icons as readonly Json[] | undefined;
  if (given === undefined) return undefined;
  const icons: JsonObject[] = [];
  for (const icon of given) {
    const read = await readIcon(scanning, metadata.file, icon);
    if (typeof read !== 'string') icons.push(read);
    else
      scanning.findings.warn(section, read, {
        file: metadata.file,
        line: metadata.line('icons'),
        hint: 'name an image of the project, or an http(s) or data URL',
      });
  }
  return icons.length === 0 ? undefined : icons;
}

async function readIcon(scanning: Scanning, file: string, icon: Json): Promise<JsonObject | string> {
  if (!isJsonObject(icon) || typeof icon.src !== 'string') return 'an icon without a src is dropped';
  const { src } = icon;
  if (/^(?:https?|data):/i.test(src)) return icon;
  const name = `the icon ${shown(src)}`;
  if (/^[a-z][a-z0-9+.-]{1,30}:/i.test(src)) return `${name} is dropped: neither a file nor http, https or data`;
  const mimeType = types[extensionOf(src)];
  if (mimeType === undefined) return `${name} is dropped: its extension is none of ${Object.keys(types).join(' ')}`;
  for (const base of [dirname(file), scanning.project.root]) {
    const bytes = await inlined(scanning, resolve(base, src));
    if (typeof bytes === 'string') return `${name} is dropped: it ${bytes}`;
    if (bytes !== undefined) return { mimeType, ...icon, src: `data:${mimeType};base64,${bytes.toString('base64')}` };
  }
  return `${name} is dropped: there is no such file`;
}

/** The bytes of a file of the project, a reason against it, or undefined when it is not there. */
async function inlined({ files, project }: Scanning, path: string): Promise<Buffer | string | undefined> {
  try {
    const canonical = await files.realpath(path);
    if (!isInside(canonical, project.root)) return 'is outside the project';
    const { bytes } = await files.read(canonical, LARGEST + 1);
    return bytes.length > LARGEST ? `is larger than ${LARGEST} bytes` : bytes;
  } catch (error) {
    return isGone(error) ? undefined : 'cannot be read';
  }
}
