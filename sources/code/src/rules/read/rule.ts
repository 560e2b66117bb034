import { createHash } from 'node:crypto';
import type { FixRegex, Rule, RuleLanguage, Severity } from '../rule.js';
import {
  expectList,
  expectMap,
  expectText,
  expectTexts,
  RuleFault,
  refuseOthers,
  required,
  ruleText,
  syntaxFault,
  unsupported,
} from './context.js';
import { formulaKeys, formulaOf, readFormula } from './formula.js';
import { expectLanguage } from './languages.js';
import { type Located, type LocatedMap, plain } from './located.js';
import { type Sets, SetsUsed } from './model.js';
import { readOptions } from './options.js';
import { readTaint } from './taint.js';

/** Levels of both generations, with what each is here. */
const severities: Readonly<Record<string, Severity>> = {
  CRITICAL: 'critical',
  HIGH: 'error',
  ERROR: 'error',
  MEDIUM: 'warning',
  WARNING: 'warning',
  LOW: 'info',
  INFO: 'info',
  INVENTORY: 'info',
  EXPERIMENT: 'info',
};

const ruleKeys = [
  ...formulaKeys,
  'id',
  'message',
  'severity',
  'languages',
  'mode',
  'match',
  'taint',
  'options',
  'paths',
  'fix',
  'fix-regex',
  'metadata',
  'min-version',
  'max-version',
  'pattern-sources',
  'pattern-sinks',
  'pattern-sanitizers',
  'pattern-propagators',
  'pattern-guards',
  'product',
  'validators',
  'dependency',
  'r2c-internal-project-depends-on',
  'join',
  'extract',
  'dest-language',
  'step',
  'steps',
];

/** A version of the rule language that rules may ask for at most. */
const OUR_VERSION = [1, 150, 0];

/** Reads one rule. Throws a RuleFault; `tell` takes faults the rule goes on in spite of. */
export function readRule(value: Located, path: string, sets: Sets, tell: (fault: RuleFault) => void): Rule {
  const map = expectMap(value, 'a rule');
  const id = expectText(required(map, 'id', 'a rule'), 'id').text;
  refuseOthers(map, ruleKeys, 'a rule');
  checkVersion(map);
  const mode = map.entries.get('mode');
  const modeName = mode ? expectText(mode, 'mode').text : undefined;
  if (mode && !['search', 'taint'].includes(modeName!))
    throw unsupported(`the mode '${modeName!.slice(0, 40)}' is not supported`, mode);
  const languages = readLanguages(required(map, 'languages', `the rule '${id}'`), tell);
  const used = new SetsUsed(sets, languages[0]!);
  const formula = readRuleFormula(map, modeName, used);
  const severity = map.entries.get('severity');
  const message = map.entries.get('message');
  const metadata = map.entries.get('metadata');
  const options = map.entries.get('options');
  const paths = map.entries.get('paths');
  const fix = map.entries.get('fix');
  return {
    id,
    path,
    place: map.entries.get('id')!.place,
    languages,
    severity: severity ? readSeverity(severity) : 'warning',
    message: message ? expectText(message, 'message').text : '',
    ...formula,
    options: readOptions(options && isGiven(options) ? expectMap(options, 'options') : undefined, tell),
    ...readPaths(paths && isGiven(paths) ? expectMap(paths, 'paths') : undefined),
    ...(fix && isGiven(fix) && { fix: expectText(fix, 'fix').text }),
    ...readFixRegex(map.entries.get('fix-regex')),
    metadata: metadata?.is === 'map' ? (plain(metadata) as Record<string, unknown>) : {},
    hash: createHash('sha256')
      .update(JSON.stringify([plain(value), ...used.hashes]))
      .digest('base64url')
      .slice(0, 22),
  };
}

const isGiven = (value: Located) => value.is !== 'text' || value.value !== null;

function readRuleFormula(map: LocatedMap, mode: string | undefined, sets: SetsUsed): Pick<Rule, 'search' | 'taint'> {
  const taint = map.entries.get('taint');
  if (taint) return { taint: readTaint(expectMap(taint, 'taint'), sets) };
  if (mode === 'taint') return { taint: readTaint(map, sets) };
  const match = map.entries.get('match');
  const search = match ? readFormula(match, 'match') : formulaOf(map, 'a rule');
  if (!hasPositive(search)) throw syntaxFault('patterns has nothing that must match, only what must not', map);
  return { search };
}

/** Whether a formula says where to look at all. */
function hasPositive(formula: Rule['search']): boolean {
  if (formula?.kind === 'all') return formula.of.some(hasPositive);
  if (formula?.kind === 'any') return formula.of.every(hasPositive);
  if (formula?.kind === 'inside' || formula?.kind === 'anywhere' || formula?.kind === 'named')
    return hasPositive(formula.of);
  return true;
}

/** The languages of a rule that are here; each other one is told, and a rule that has none left is given up. */
function readLanguages(value: Located, tell: (fault: RuleFault) => void): readonly RuleLanguage[] {
  const items = expectList(value, 'languages');
  const faults: RuleFault[] = [];
  const found = new Set<RuleLanguage>();
  for (const item of items) {
    try {
      found.add(expectLanguage(expectText(item, 'a language')));
    } catch (error) {
      if (!(error instanceof RuleFault)) throw error;
      faults.push(error);
    }
  }
  const [first] = faults;
  if (found.size === 0) throw first ?? syntaxFault('languages is empty', value);
  for (const fault of faults) tell(fault);
  return [...found];
}

function readSeverity(value: Located): Severity {
  const { text } = expectText(value, 'severity');
  const found = severities[text.toUpperCase()];
  if (!found) throw syntaxFault(`severity must be one of ${Object.keys(severities).join(', ')}`, value);
  return found;
}

function readPaths(map: LocatedMap | undefined): Pick<Rule, 'include' | 'exclude'> {
  const list = (key: string) => {
    const value = map?.entries.get(key);
    return value && isGiven(value) ? expectTexts(value, key).map(({ text }) => text) : [];
  };
  return { include: list('include'), exclude: list('exclude') };
}

function readFixRegex(value: Located | undefined): { fixRegex?: FixRegex } {
  if (!value || !isGiven(value)) return {};
  const map = expectMap(value, 'fix-regex');
  const count = map.entries.get('count');
  const replacement = required(map, 'replacement', 'fix-regex');
  return {
    fixRegex: {
      regex: ruleText(expectText(required(map, 'regex', 'fix-regex'), 'regex')),
      replacement: replacement.is === 'text' ? replacement.text : '',
      ...(count && { count: Number(expectText(count, 'count').value) }),
    },
  };
}

function checkVersion(map: LocatedMap): void {
  const value = map.entries.get('min-version');
  if (!value) return;
  const { text } = expectText(value, 'min-version');
  const parts = text.split('.').map(Number);
  const order = OUR_VERSION.map((each, index) => (parts[index] ?? 0) - each).find(each => each !== 0) ?? 0;
  if (order > 0) throw unsupported(`the rule needs version ${text.slice(0, 20)} of the rule language`, value);
}
