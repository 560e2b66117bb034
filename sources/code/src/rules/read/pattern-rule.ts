import type { Rule } from '../rule.js';
import { languageNamed, languageNames } from './languages.js';
import { readRules } from './rules.js';

/** The rule of a single pattern, as `--pattern` takes it. Throws an Error that says what is wrong. */
export function patternRule(pattern: string, language: string): Rule {
  if (languageNamed(language) === undefined)
    throw new Error(`There is no language '${language.slice(0, 40)}': there are ${languageNames.join(', ')}`);
  const rule = { id: 'pattern', languages: [language], severity: 'INFO', message: pattern, pattern };
  return readRules(JSON.stringify({ rules: [rule] }), '--pattern').rules[0]!;
}
