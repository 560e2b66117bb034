import { languageNamed, languageNames } from '../read/languages.js';
import { readRules } from '../read/rules.js';
import type { Rule } from '../rule.js';
import { prepareRule } from './prepare.js';

/** The rule of a single pattern, as `--pattern` takes it. Throws an Error that says what is wrong. */
export async function patternRule(pattern: string, language: string): Promise<Rule> {
  if (languageNamed(language) === undefined)
    throw new Error(`There is no language '${language.slice(0, 40)}': there are ${languageNames.join(', ')}`);
  if (pattern.trim() === '') throw new Error('The pattern is empty');
  const written = { id: 'pattern', languages: [language], severity: 'INFO', message: pattern, pattern };
  const { rules, faults } = readRules(JSON.stringify({ rules: [written] }), '--pattern');
  const [rule] = rules;
  const wrong = rule
    ? (await Promise.all(rule.languages.map(each => prepareRule(rule, each)))).flatMap(each => each.faults)
    : faults;
  if (!rule || wrong.length > 0) throw new Error(wrong[0]?.message ?? 'The pattern cannot be read');
  return rule;
}
