import { expect, it } from 'vitest';
import { namesOwnFile } from './process-files.js';

it.each([
  ['@/dev/fd/63', true],
  ['key=@/dev/stdin', true],
  ['key:=@/dev/fd/11', true],
  ['--config=/dev/fd/63', true],
  ['/dev/stdout', true],
  ['/proc/self/fd/5', true],
  ['key=/dev/stdin', false],
  ['key=echo >/dev/stderr', false],
  ['@/dev/fdisk', false],
  ['@args.json', false],
])('%j names a file of this process alone: %j', (word, is) => {
  expect(namesOwnFile(['call', 'a/b', word])).toBe(is);
});
