import { isJsonObject, type JsonObject } from '@concord/contract';
import type { Annotations } from '@concord/engine';
import { type HowToRun, isModuleName } from '../../files/how-to-run.js';
import { shown } from '../../project/findings.js';
import type { ToolItem } from '../../project/items.js';
import type { Scanning } from '../walk/scanning.js';
import {
  anything,
  checkFields,
  compact,
  count,
  type Fields,
  flag,
  list,
  nonBlank,
  object,
  oneOf,
  seconds,
  text,
} from './fields.js';
import { readIcons } from './icons.js';
import type { Metadata } from './metadata.js';

const fields: Fields = {
  name: text,
  title: text,
  description: text,
  inputSchema: anything,
  arguments: anything,
  outputSchema: object,
  timeoutSecs: seconds,
  timeoutHint: text,
  progressExtendsTimeout: flag,
  maxTimeoutSecs: seconds,
  icons: list,
  annotations: object,
  _meta: object,
  entry: text,
  runtime: oneOf('process', 'module'),
  mode: oneOf('oneshot', 'persistent'),
  instances: count,
  lock: text,
};

/** The file of a tool, and what follows from where it lies. */
export interface ToolFile {
  /** Canonical. */
  readonly path: string;
  /** Below the tools folder. */
  readonly relative: string;
  readonly within: string;
  readonly defaultName: string;
  readonly howToRun: HowToRun;
  /** The comment that the file begins with: its description, where metadata has none. */
  readonly comment?: string | undefined;
  /** Registered items have a `path` of their own. */
  readonly isRegistered?: boolean;
}

/** Makes a tool of its file and metadata; undefined when it is left out, and then the reason has been reported. */
export async function toolItem(scanning: Scanning, metadata: Metadata, file: ToolFile): Promise<ToolItem | undefined> {
  const known = file.isRegistered ? { ...fields, path: text } : fields;
  if (!checkFields(scanning, 'tools', metadata, known)) return undefined;
  const runtime = runtimeOf(scanning, metadata, file);
  if (runtime === undefined) return undefined;
  const given = metadata.fields;
  const writtenName = nonBlank(given.name) ?? file.defaultName;
  const name = publishedName(writtenName);
  const annotations = given.annotations as Annotations | undefined;
  const icons = await readIcons(scanning, 'tools', metadata);
  const described = {
    title: nonBlank(given.title),
    description: nonBlank(given.description) ?? file.comment,
    inputSchema: inputSchema(scanning, metadata),
    outputSchema: given.outputSchema as JsonObject | undefined,
    timeoutSecs: given.timeoutSecs as number | undefined,
    timeoutHint: nonBlank(given.timeoutHint),
    progressExtendsTimeout: given.progressExtendsTimeout as boolean | undefined,
    maxTimeoutSecs: given.maxTimeoutSecs as number | undefined,
    icons,
    annotations,
    lock: annotations?.readOnlyHint === true ? undefined : nonBlank(given.lock),
    mode: (given.mode ?? 'oneshot') as ToolItem['mode'],
    instances: given.instances as number | undefined,
    runtime,
  };
  if (described.description === undefined) {
    scanning.findings.warn('tools', `the tool ${name} has no description`, {
      file: metadata.file,
      hint: 'say with "description" what it does: it is what a model goes by',
    });
  }
  if (name !== writtenName) {
    scanning.findings.warn('tools', `the name "${shown(writtenName)}" is published as ${name}`, {
      file: metadata.file,
      line: metadata.line('name'),
      hint: 'use letters, digits, _ and - only; it can be called by both names',
    });
  }
  const meta = given._meta as JsonObject | undefined;
  const entry = { name: writtenName, ...described, _meta: meta, path: file.relative } as unknown as JsonObject;
  return {
    ...compact({ ...described, meta: name === writtenName ? meta : { ...meta, 'io.concord/name': writtenName } }),
    name,
    writtenName,
    description: described.description ?? '',
    file: file.path,
    within: file.within,
    entry: compact(entry),
  } as ToolItem;
}

/** A tool's name in the characters that every client accepts. */
export function publishedName(written: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(written)) return written;
  return [...written]
    .slice(0, 64)
    .map(character => (/[A-Za-z0-9_-]/.test(character) ? character : '_'))
    .join('');
}

function runtimeOf(scanning: Scanning, metadata: Metadata, file: ToolFile): ToolItem['runtime'] | undefined {
  const { howToRun } = file;
  const wanted = metadata.fields.runtime as ToolItem['runtime'] | undefined;
  const refuse = (reason: string, hint: string): undefined =>
    scanning.findings.error('tools', `cannot be run: ${reason}`, { file: file.path, hint });
  if (wanted === 'module') {
    if (isModuleName(file.path)) return 'module';
    return refuse('a module has the extension .js, .mjs, .cjs, .ts or .mts', 'rename it, or leave out "runtime"');
  }
  if (howToRun.kind === 'none') return refuse(howToRun.reason, 'chmod u+rx, or begin it with #! and an interpreter');
  if (howToRun.kind !== 'module') return 'process';
  if (wanted === undefined) return 'module';
  return refuse('it has no `#!` line', 'begin it with #!/usr/bin/env node, or leave out "runtime"');
}

/** The schema of the arguments, with the root type that the protocol asks for. */
function inputSchema({ findings }: Scanning, metadata: Metadata): JsonObject {
  const field = metadata.fields.inputSchema === undefined ? 'arguments' : 'inputSchema';
  const given = metadata.fields[field];
  if (given === undefined) return { type: 'object' };
  const warn = (message: string): void =>
    findings.warn('tools', message, {
      file: metadata.file,
      line: metadata.line(field),
      hint: 'write a JSON Schema with "type": "object"',
    });
  if (!isJsonObject(given)) {
    warn(`${field} is not an object, and any arguments are accepted`);
    return { type: 'object' };
  }
  if (given.type === undefined) return { type: 'object', ...given };
  if (given.type === 'object') return given;
  warn(`the type of ${field} is taken to be "object": arguments always are one`);
  return { ...given, type: 'object' };
}
