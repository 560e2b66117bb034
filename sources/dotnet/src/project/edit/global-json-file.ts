import { mkdir, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '@concord/engine';
import type { Fault } from '../../check/rules.js';
import type { Arguments } from '../../table/table.js';
import { readText } from '../read-text.js';
import { configureGlobalJson, type GlobalJsonWish } from './global-json-edit.js';

const MOST_BYTES = 1_048_576;

/** What the file says afterwards. */
export interface WrittenGlobalJson {
  readonly path: string;
  readonly created: boolean;
  readonly content: string;
}

/** Sets values of a `global.json`, or creates it. Gives a fault of the parameter that names the file when it cannot. */
export async function writeGlobalJson(
  path: string,
  { sdkVersion, rollForward, testRunner }: Arguments,
  given: string,
): Promise<WrittenGlobalJson | Fault> {
  const read = await readText(path, MOST_BYTES);
  if ('fault' in read && read.fault !== 'missing') return unusable(given, `is ${read.fault}`);
  const wish = Object.fromEntries(
    Object.entries({ sdkVersion, rollForward, testRunner }).filter(([, value]) => typeof value === 'string'),
  ) as GlobalJsonWish;
  const edited = configureGlobalJson('text' in read ? read.text : undefined, wish);
  if ('fault' in edited) return unusable(given, edited.fault);
  const { content, created } = edited;
  if (created) await mkdir(dirname(path), { recursive: true });
  const mode = 'mode' in read ? read.mode & 0o777 : 0o644;
  await replaceFile(created ? path : await realpath(path), content, { mode });
  return { path, created, content };
}

const unusable = (given: string, why: string): Fault => ({ reason: 'invalid format', message: `File ${given} ${why}` });
