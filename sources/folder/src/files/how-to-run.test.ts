import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { TestFolders } from '../../test/support/folders.js';
import { type HowToRun, howToRun } from './how-to-run.js';

const folders = new TestFolders();
afterAll(() => folders.removeAll());

const interpreter = (command: unknown, ...args: string[]) => ({ kind: 'interpreter', command, args });
const none = (reason: string) => ({ kind: 'none', reason: expect.stringContaining(reason) as string });

const cases: readonly (readonly [name: string, content: string, expected: unknown])[] = [
  ['z.sh!', '', { kind: 'self' }],
  ['program!', '\x7fELF', { kind: 'self' }],
  ['a.sh', 'echo', interpreter(expect.stringMatching(/\/bash$/))],
  ['a.bash', 'echo', interpreter(expect.stringMatching(/\/bash$/))],
  ['a.py', '#!/usr/bin/env python3\n', interpreter('/usr/bin/env', 'python3')],
  ['b.py', '#! \t/usr/bin/env  -S python3 -u \t\nx', interpreter('/usr/bin/env', '-S python3 -u')],
  ['c.sh', '#!/bin/sh', interpreter('/bin/sh')],
  ['d.py', '#!/usr/bin/env python3\r\n', none('Windows')],
  ['e.py', '#!/no/such/program\n', none('/no/such/program')],
  ['f.py', '#!\n', none('names no program')],
  ['g.py', `#!/bin/sh ${'x'.repeat(300)}\n`, none('longer than 256 bytes')],
  ['h.py', 'print(1)', none('neither the execute bit nor a `#!` line')],
  ['data.txt', 'text', none('neither')],
  ['m.js', 'export default 1', { kind: 'module' }],
  ['m.mts', 'export default 1', { kind: 'module' }],
  ['m.cjs!', 'module.exports = 1', { kind: 'module' }],
  ['n.js!', '#!/usr/bin/env node\n', { kind: 'self' }],
  ['n.mjs', '#!/usr/bin/env node\n', interpreter('/usr/bin/env', 'node')],
];

it('decides by execute bit, first line and extension, in that order', () => {
  const root = folders.make(Object.fromEntries(cases.map(([name, content]) => [name, content])));
  for (const [name, , expected] of cases) {
    expect(howToRun(join(root, name.replace('!', ''))), name).toEqual(expected);
  }
});

it('does not run what is not a regular file, or not there', () => {
  const root = folders.make({ 'a/b.sh!': '' });
  const kinds: HowToRun[] = [howToRun(join(root, 'a')), howToRun(join(root, 'missing')), howToRun('/dev/null')];
  expect(kinds.map(({ kind }) => kind)).toEqual(['none', 'none', 'none']);
});
