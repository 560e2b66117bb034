import { expect, it } from 'vitest';
import { chooseAnchors } from '../../../test/choose-anchors.js';
import { readTrigger } from '../scan/patterns.js';
import { anchors } from './anchors.js';
import { redactionRules } from './index.js';

it('looks for the four characters of each trigger that clean text shows least', () => {
  const patterns = redactionRules.map(rule =>
    rule.triggers.map(literal => readTrigger(literal, rule.anyCase ?? false, false)),
  );
  const chosen = chooseAnchors(patterns.flat());
  const byRule = redactionRules.map((rule, i) => [rule.id, chosen.splice(0, patterns[i]!.length)] as const);
  const listed = Object.fromEntries(byRule.filter(([, offsets]) => offsets.some(offset => offset > 0)));
  expect(anchors).toEqual(listed);
});
