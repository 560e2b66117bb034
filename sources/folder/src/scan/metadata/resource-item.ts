import { pathToFileURL } from 'node:url';
import type { JsonObject } from '@concord/contract';
import type { ResourceItem, TemplateItem } from '../../project/items.js';
import type { Scanning } from '../walk/scanning.js';
import { checkFields, compact, type Fields, list, nonBlank, object, text } from './fields.js';
import { readIcons } from './icons.js';
import type { Metadata } from './metadata.js';

const fields: Fields = {
  name: text,
  title: text,
  description: text,
  uri: text,
  uriTemplate: text,
  mimeType: text,
  provider: text,
  icons: list,
  annotations: object,
  _meta: object,
};

/** What is known of a resource besides its metadata. */
export interface ResourceFile {
  readonly defaultName: string;
  /** The data file, canonical; undefined when the metadata stands alone. */
  readonly path?: string | undefined;
  /** The data file, or the metadata file where there is none, below the resources folder. */
  readonly relative?: string | undefined;
  readonly isRegistered?: boolean;
  /** It has no metadata at all, so that a missing description is not a fault. */
  readonly isPlain?: boolean;
}

/** A resource or a template, whichever its metadata describes; undefined when it is left out, and then the reason has been reported. */
export async function resourceItem(
  scanning: Scanning,
  metadata: Metadata,
  file: ResourceFile,
): Promise<{ readonly resource: ResourceItem } | { readonly template: TemplateItem } | undefined> {
  const known = file.isRegistered ? { ...fields, path: text } : fields;
  if (!checkFields(scanning, 'resources', metadata, known)) return undefined;
  const given = metadata.fields;
  const [uri, uriTemplate] = [nonBlank(given.uri), nonBlank(given.uriTemplate)];
  const refuse = (field: string, message: string, hint?: string): undefined =>
    scanning.findings.error('resources', message, { file: metadata.file, line: metadata.line(field), hint });
  if (uri !== undefined && uriTemplate !== undefined) {
    return refuse('uriTemplate', 'has both uri and uriTemplate', 'leave one of them out');
  }
  const described = {
    name: nonBlank(given.name) ?? file.defaultName,
    title: nonBlank(given.title),
    description: nonBlank(given.description),
    mimeType: nonBlank(given.mimeType),
    provider: nonBlank(given.provider),
    icons: await readIcons(scanning, 'resources', metadata),
    annotations: given.annotations as JsonObject | undefined,
  };
  if (described.description === undefined && !file.isPlain) {
    scanning.findings.warn('resources', `the resource ${described.name} has no description`, {
      file: metadata.file,
      hint: 'say with "description" what it holds',
    });
  }
  const meta = given._meta as JsonObject | undefined;
  const where = file.path ?? (file.isRegistered ? undefined : metadata.file);
  const item = (address: object) => ({
    ...compact({ ...described, meta, file: where }),
    ...address,
    entry: compact({ ...described, ...address, _meta: meta, path: file.relative } as unknown as JsonObject),
  });
  if (uriTemplate !== undefined) {
    const fault = templateFault(uriTemplate);
    if (fault !== undefined) return refuse('uriTemplate', `uriTemplate ${fault}`);
    return { template: item({ uriTemplate }) as unknown as TemplateItem };
  }
  const published = uri ?? (file.path === undefined ? undefined : pathToFileURL(file.path).href);
  if (published === undefined) {
    return refuse('name', 'describes no file, and has neither uri nor uriTemplate', 'add the file or one of the two');
  }
  if (!/^[A-Za-z][A-Za-z0-9+.-]{0,63}:/.test(published)) {
    return refuse('uri', 'uri must begin with a scheme', 'a file of the project is written file://./path');
  }
  return { resource: item({ uri: published }) as unknown as ResourceItem };
}

/** Why a text is not a usable URI template; undefined when it is one. */
function templateFault(template: string): string | undefined {
  let variables = 0;
  for (let at = 0; at < template.length; at++) {
    if (template[at] === '}') return 'has a } without its {';
    if (template[at] !== '{') continue;
    const end = template.indexOf('}', at);
    if (end < 0) return 'has a { without its }';
    const expression = template.slice(at + 1, end);
    if (!/^[+#./;?&]?[A-Za-z0-9_.%,:*]{1,200}$/.test(expression)) return `has no variable's name in {${expression}}`;
    variables += 1;
    at = end;
  }
  return variables === 0 ? 'has no {variable}' : undefined;
}
