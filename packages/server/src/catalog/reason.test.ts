import { expect, it } from 'vitest';
import { reasonOf } from './reason.js';

const folder = '/srv/project';

it.each([
  ["ENOENT: no such file or directory, open '/home/ada/my notes/tools.json'", "open '[path]'"],
  ['cannot read /etc/tools.json: EACCES', 'cannot read [path]: EACCES'],
  ['cannot load file:///home/ada/x.mjs', 'cannot load [path]'],
  [String.raw`cannot read C:\Users\ada\tools.json`, 'cannot read [path]'],
  ['cannot read ~/tools.json', 'cannot read [path]'],
  ['/srv/project/../secret is no folder', '[path] is no folder'],
  ['/srv/project/tools/a.json is not JSON', 'tools/a.json is not JSON'],
  ["open '/srv/project/tools/a.json'", "open 'tools/a.json'"],
  ['tools/a.json is not JSON', 'tools/a.json is not JSON'],
  ['see https://example.com/a/b and 1/2', 'see https://example.com/a/b and 1/2'],
  ['first\n    at second', 'first at second'],
])('says of %j no more than a client may know', (message, said) => {
  expect(reasonOf(new Error(message), '', folder)).toContain(said);
  expect(reasonOf(message, '', folder)).not.toMatch(/ada|srv|\n/);
});

it('masks secrets, keeps a message short, and has words for an error without any', () => {
  const secret = ['ghp', '_', 'a1B2'.repeat(9)].join('');
  expect(reasonOf(new Error(`refused ${secret}`), '')).not.toContain(secret);
  expect(reasonOf(new Error('x'.repeat(1_000_000)), '').length).toBeLessThan(600);
  for (const nothing of [new Error(), undefined, 7, {}])
    expect(reasonOf(nothing, 'It would not say')).toBe('It would not say');
});
