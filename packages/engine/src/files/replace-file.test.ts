import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { replaceFile } from './replace-file.js';

const folder = mkdtempSync(join(tmpdir(), 'concord-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('puts a new file in the place of the old one, for this user alone unless told otherwise', async () => {
  const place = join(folder, 'one');
  mkdirSync(place);
  const path = join(place, 'file');
  writeFileSync(path, 'old', { mode: 0o644 });
  await replaceFile(path, 'new');
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['new', 0o600]);
  await replaceFile(path, Buffer.from('newer'), { mode: 0o664, durable: false });
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['newer', 0o664]);
  expect(readdirSync(place)).toEqual(['file']);
});

it('is never seen half written, however many write at once', async () => {
  const path = join(folder, 'shared');
  const texts = Array.from({ length: 20 }, (_, index) => String(index % 10).repeat(200_000));
  await replaceFile(path, texts[0]!);
  let isDone = false;
  const written = Promise.all(texts.map(text => replaceFile(path, text, { durable: false }))).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    expect(texts).toContain(readFileSync(path, 'utf8'));
    await new Promise(setImmediate);
  }
  await written;
});

it('leaves nothing behind where it cannot put the file in its place', async () => {
  const place = join(folder, 'full');
  mkdirSync(join(place, 'file', 'inside'), { recursive: true });
  await expect(replaceFile(join(place, 'file'), 'x')).rejects.toThrow(expect.objectContaining({ code: 'EISDIR' }));
  expect(readdirSync(place)).toEqual(['file']);
});
