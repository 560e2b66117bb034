import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stemOf } from '../../files/file-names.js';
import { type JsonPath, lineAt, placeOf } from '../../files/json-places.js';
import type { ToolItem } from '../../project/items.js';
import type { Project } from '../../project/project.js';
import type { Built } from '../../snapshot/build.js';

/** Where a field of a tool is written down. */
export interface FieldPlace {
  readonly file: string;
  readonly line?: number;
}

/** Where a field of a tool is written: in its registration, its metadata file or its header. */
export function placeOfField(
  item: ToolItem,
  fields: readonly string[],
  { registration }: Built,
  project: Project,
): FieldPlace {
  if (registration.kind === 'registered' && registration.tools) {
    const index = registration.tools.findIndex(({ name }) => name === item.writtenName);
    return placeIn(
      registration.file,
      registration.text,
      fields.map(field => ['tools', index, field]),
    );
  }
  const folder = dirname(item.file);
  const names = [`${basename(item.file)}.meta.json`, `${stemOf(basename(item.file))}.meta.json`, 'tool.meta.json'];
  const own = folder === project.tools ? names.slice(0, 2) : [...names, `${basename(folder)}.meta.json`];
  const file = own.map(name => join(folder, name)).find(path => existsSync(path));
  if (file === undefined) return { file: item.file };
  return placeIn(
    file,
    textOf(file),
    fields.map(field => [field]),
  );
}

function placeIn(file: string, text: string, paths: readonly JsonPath[]): FieldPlace {
  const at = paths.map(path => placeOf(text, path)).find(place => place !== undefined);
  return at === undefined ? { file } : { file, line: lineAt(text, at) };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
