import fc from 'fast-check';
import { expect, it } from 'vitest';
import { growth } from '../../../../test/support/growth.js';
import { fitsGlob } from './fits-glob.js';

it('fits as a regular expression would', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 12 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '?'), maxLength: 8 });
  fc.assert(
    fc.property(pattern, text, (glob, name) => {
      const source = glob.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.');
      expect(fitsGlob(glob, name)).toBe(new RegExp(`^${source}$`).test(name));
    }),
  );
});

it('does not blow up on patterns made to', () => {
  const fit = (size: number) => expect(fitsGlob(`${'*a'.repeat(50)}b`, 'a'.repeat(size))).toBe(false);
  expect(growth(fit, 5_000, 8)).toBeLessThan(32);
  expect(fitsGlob(`${'*a'.repeat(500)}b`, 'a'.repeat(5_000))).toBe(false);
});
