import { describe, expect, it } from 'vitest';
import { redact } from '../redact.js';
import { redactionRules } from './index.js';

describe('the table of rules', () => {
  it('has unique ids and triggers long enough to look for', () => {
    const ids = redactionRules.map(rule => rule.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const trigger of redactionRules.flatMap(rule => rule.triggers)) {
      expect(trigger.replace(/\{[^}]+\}/g, '?').length, trigger).toBeGreaterThanOrEqual(4);
    }
  });

  for (const rule of redactionRules) {
    it(`${rule.id}: masks its example, and nothing of its counterexample`, () => {
      const { text, count, rules } = redact(rule.example.text);
      expect(rule.example.text).toContain(rule.example.secret);
      expect(text).not.toContain(rule.example.secret);
      expect(text).toContain('[REDACTED]');
      expect(rules).toContain(rule.id);
      expect(count).toBeGreaterThanOrEqual(1);
      expect(redact(text)).toEqual({ text, count: 0, rules: [] });
      expect(redact(rule.counterexample)).toEqual({ text: rule.counterexample, count: 0, rules: [] });
    });

    it(`${rule.id}: masks its example wherever it stands`, () => {
      const { text, secret } = rule.example;
      const places = [
        `\u001b[31m${text}\u001b[0m`,
        `a\n${text}\nb`,
        `"${text}"`,
        JSON.stringify({ log: `x\n${text}\ty` }),
      ];
      for (const place of places) expect(redact(place).text, place).not.toContain(JSON.stringify(secret).slice(1, -1));
      expect(JSON.parse(redact(places[3]!).text)).toHaveProperty('log');
    });
  }
});
