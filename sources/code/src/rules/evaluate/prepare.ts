import { readGenericPattern } from '../../generic/pattern.js';
import { type Pattern, PatternFault } from '../../match/match.js';
import { readPattern } from '../../match/read-pattern.js';
import { compile } from '../../regex/compile.js';
import { RegexFault } from '../../regex/translate.js';
import type { LanguageId } from '../../syntax/language.js';
import { languageOf } from '../../syntax/languages/index.js';
import type { Condition, Fault, Formula, Rule, RuleLanguage, RuleOptions, RuleText, SharedFormula } from '../rule.js';
import { withNames } from './named.js';
import { wordsOfRegex } from './needed-words.js';
import type { Prepared, PreparedCondition, PreparedRule, PreparedShared, PreparedTaint } from './prepared.js';

const never: Prepared = { kind: 'never' };

/** Patterns that were read, by language and text: rules share many. */
const patterns = new Map<string, Promise<Pattern | PatternFault>>();

function patternOf(text: string, language: LanguageId): Promise<Pattern | PatternFault> {
  const key = `${language}\n${text}`;
  let found = patterns.get(key);
  if (!found) {
    const pack = languageOf(language);
    found = pack
      ? readPattern(text, pack).catch(error => {
          if (error instanceof PatternFault) return error;
          return new PatternFault(`cannot be read: ${(error as Error).message}`, 1, 1);
        })
      : Promise.resolve(new PatternFault(`patterns of ${language} cannot be read`, 1, 1));
    patterns.set(key, found);
  }
  return found;
}

/** Formulas of sets that were read, by language. */
const shared = new WeakMap<SharedFormula, Map<RuleLanguage, Promise<PreparedShared>>>();

/** Reads the patterns of a rule for one language. What cannot be read matches nothing and is told. */
export async function prepareRule(
  rule: Rule,
  language: RuleLanguage,
): Promise<{ readonly prepared: PreparedRule; readonly faults: readonly Fault[] }> {
  const faults: Fault[] = [];
  const preparing = new Preparing(rule, faults);
  const optionsKey = matchKey(rule.options);
  const search = rule.search && (await preparing.formula(rule.search, language));
  const taint = rule.taint && (await preparing.taint(rule.taint, language));
  return { prepared: { rule, language, optionsKey, ...(search && { search }), ...(taint && { taint }) }, faults };
}

/** Options by which patterns match otherwise: rules that have the same ones share what was found. */
const matchKey = (options: RuleOptions) =>
  JSON.stringify(Object.entries(options).filter(([name]) => !/^(?:taint_|interfile$|guarded_)/.test(name)));

class Preparing {
  readonly #rule: Rule;
  readonly #faults: Fault[];

  constructor(rule: Rule, faults: Fault[]) {
    this.#rule = rule;
    this.#faults = faults;
  }

  async taint(taint: NonNullable<Rule['taint']>, language: RuleLanguage): Promise<PreparedTaint> {
    const each = <Part extends { readonly formula: Formula }>(parts: readonly Part[]) =>
      Promise.all(parts.map(async part => ({ ...part, formula: await this.formula(part.formula, language) })));
    return {
      sources: await each(taint.sources),
      sinks: await each(taint.sinks),
      sanitizers: await each(taint.sanitizers),
      propagators: await each(taint.propagators),
      guards: await each(taint.guards),
    };
  }

  async formula(formula: Formula, language: RuleLanguage): Promise<Prepared> {
    switch (formula.kind) {
      case 'pattern':
        return this.#pattern(formula.pattern, language);
      case 'regex':
        return this.#regex(formula.regex);
      case 'any':
        return { kind: 'any', of: await this.#formulas(formula.of, language) };
      case 'inside':
      case 'anywhere':
        return { kind: formula.kind, of: await this.formula(formula.of, language) };
      case 'shared':
        return this.#shared(formula, language);
      case 'parameters':
        return formula;
      case 'named':
        return { kind: 'named', as: formula.as, of: await this.formula(formula.of, language) };
      case 'all': {
        const where = (await Promise.all(formula.where.map(each => this.#condition(each, language)))).flat();
        return {
          kind: 'all',
          of: withNames(await this.#formulas(formula.of, language), where),
          not: await this.#formulas(formula.not, language),
          where,
          focus: formula.focus,
        };
      }
    }
  }

  /** What is wrong with it is told of the first rule that takes it in. */
  #shared(formula: SharedFormula, language: RuleLanguage): Promise<PreparedShared> {
    let byLanguage = shared.get(formula);
    if (!byLanguage) {
      byLanguage = new Map();
      shared.set(formula, byLanguage);
    }
    let found = byLanguage.get(language);
    if (!found) {
      const preparing = new Preparing({ ...this.#rule, path: formula.path }, this.#faults);
      found = preparing.formula(formula.of, language).then(of => ({ kind: 'shared', of }));
      byLanguage.set(language, found);
    }
    return found;
  }

  #formulas(formulas: readonly Formula[], language: RuleLanguage): Promise<Prepared[]> {
    return Promise.all(formulas.map(each => this.formula(each, language)));
  }

  async #pattern(given: RuleText, language: RuleLanguage): Promise<Prepared> {
    if (language === 'regex') return this.#regex(given);
    if (language === 'generic') return { kind: 'generic', pattern: readGenericPattern(given.text, this.#rule.options) };
    const pattern = await patternOf(given.text, language);
    if (pattern instanceof PatternFault) {
      this.#tell('rule_syntax', `the pattern does not parse as ${language}: ${pattern.message}`, given, pattern);
      return never;
    }
    const metavariable = /^\s*(\$[A-Z_][A-Z_0-9]*)\s*$/.exec(given.text)?.[1];
    return { kind: 'code', pattern, ...(metavariable !== undefined && { metavariable }) };
  }

  #regex(given: RuleText): Prepared {
    try {
      const expression = compile(given.text, true);
      return { kind: 'regex', expression, words: wordsOfRegex(given.text) };
    } catch (error) {
      this.#tellRegex(error, given);
      return never;
    }
  }

  #tellRegex(error: unknown, given: RuleText): void {
    if (!(error instanceof RegexFault)) throw error;
    const before = given.text.slice(0, error.at).split('\n');
    this.#tell(error.kind, `the regular expression cannot be used: ${error.message}`, given, {
      line: before.length,
      column: before.at(-1)!.length + 1,
    });
  }

  async #condition(condition: Condition, language: RuleLanguage): Promise<PreparedCondition[]> {
    switch (condition.kind) {
      case 'regex':
        try {
          const expression = compile(condition.regex.text, false);
          return [{ ...condition, expression }];
        } catch (error) {
          this.#tellRegex(error, condition.regex);
          return [];
        }
      case 'pattern':
        return [{ ...condition, formula: await this.formula(condition.formula, condition.language ?? language) }];
      case 'type': {
        if (language === 'generic' || language === 'regex') return [];
        const types = await Promise.all(
          condition.types.map(type => this.#typed(type, condition.metavariable, language)),
        );
        return [{ kind: 'type', metavariable: condition.metavariable, types: types.flat() }];
      }
      case 'comparison':
      case 'analysis':
        return [condition];
    }
  }

  /** A metavariable with a type, as patterns of each language write it. */
  async #typed(type: RuleText, metavariable: string, language: LanguageId): Promise<Pattern[]> {
    const isBefore = language === 'java' || language === 'csharp';
    const text = isBefore ? `(${type.text} ${metavariable})` : `(${metavariable}: ${type.text})`;
    const pattern = await patternOf(text, language);
    if (!(pattern instanceof PatternFault)) return [pattern];
    this.#tell('rule_syntax', `the type does not parse as ${language}: ${pattern.message}`, type, pattern);
    return [];
  }

  #tell(kind: Fault['kind'], message: string, given: RuleText, at: { readonly line: number; readonly column: number }) {
    this.#faults.push({ kind, message, path: this.#rule.path, rule_id: this.#rule.id, ...placeIn(given, at) });
  }
}

/** A place within a text of a rule, as a place of its file. */
function placeIn({ place, indent }: RuleText, at: { readonly line: number; readonly column: number }) {
  if (indent !== undefined) return { line: place.line + at.line, column: indent + at.column };
  return at.line === 1
    ? { line: place.line, column: place.column + at.column - 1 }
    : { line: place.line, column: place.column };
}
