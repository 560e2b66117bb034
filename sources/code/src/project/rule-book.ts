import { prepareRule } from '../rules/evaluate/prepare.js';
import type { PreparedRule } from '../rules/evaluate/prepared.js';
import type { Condition, Fault, Formula, Rule, RuleLanguage } from '../rules/rule.js';
import { languageOf } from '../syntax/languages/index.js';
import { grammarOf } from '../syntax/parse.js';

/** What could not be read of the rules' patterns in one language. */
export type LanguageFaults = readonly [language: RuleLanguage, faults: readonly Fault[]];

/** Rules made ready for the languages of the files that are scanned; a language that no file has costs nothing. */
export class RuleBook {
  readonly #rules: readonly Rule[];
  readonly #ready = new Map<RuleLanguage, Promise<readonly PreparedRule[]>>();
  readonly #faults: LanguageFaults[] = [];

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
  }

  /** What could not be read of the patterns so far, by language. */
  get faults(): readonly LanguageFaults[] {
    return this.#faults;
  }

  /** The rules of a language, ready to be run. */
  for(language: RuleLanguage): Promise<readonly PreparedRule[]> {
    let ready = this.#ready.get(language);
    if (!ready) {
      ready = this.#prepare(language);
      this.#ready.set(language, ready);
    }
    return ready;
  }

  async #prepare(language: RuleLanguage): Promise<readonly PreparedRule[]> {
    const rules = this.#rules.filter(rule => rule.languages.includes(language));
    await Promise.all([...nestedLanguages(rules)].map(each => grammarOf(each)));
    const ready: PreparedRule[] = [];
    const told: Fault[] = [];
    for (const rule of rules) {
      const { prepared, faults } = await prepareRule(rule, language);
      ready.push(prepared);
      told.push(...faults);
    }
    this.#faults.push([language, told]);
    return ready;
  }
}

/** Grammars of languages that rules read pieces of text in. */
function nestedLanguages(rules: readonly Rule[]): Set<string> {
  const found = new Set<string>();
  const condition = (each: Condition) => {
    if (each.kind !== 'pattern') return;
    const pack =
      each.language && each.language !== 'generic' && each.language !== 'regex' ? languageOf(each.language) : undefined;
    if (pack) found.add(pack.grammar(''));
    formula(each.formula);
  };
  const formula = (each: Formula): void => {
    if (each.kind === 'all') {
      for (const part of [...each.of, ...each.not]) formula(part);
      for (const one of each.where) condition(one);
    } else if (each.kind === 'any') for (const part of each.of) formula(part);
    else if (each.kind === 'inside' || each.kind === 'anywhere' || each.kind === 'named' || each.kind === 'shared')
      formula(each.of);
  };
  for (const { search, taint } of rules) {
    if (search) formula(search);
    if (taint)
      for (const part of [...taint.sources, ...taint.sinks, ...taint.sanitizers, ...taint.propagators, ...taint.guards])
        formula(part.formula);
  }
  return found;
}
