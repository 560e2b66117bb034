import type { Finding } from '../findings/finding.js';
import { FileFindings } from '../findings/make.js';
import type { CodeFile } from '../match/match.js';
import { canMatch } from '../rules/evaluate/needed-words.js';
import type { PreparedRule } from '../rules/evaluate/prepared.js';
import { runRule } from '../rules/evaluate/run-rule.js';
import { Target } from '../rules/evaluate/target.js';
import type { Fault } from '../rules/rule.js';
import type { Language } from '../syntax/language.js';
import { grammarOf, isParserLost, ParseStopped, parseLoaded, parseWithin } from '../syntax/parse.js';
import { Lines } from '../text/lines.js';
import { DeadlinePassed, runWithin } from './deadline.js';
import type { RuleBook } from './rule-book.js';

/** What a file came to. */
export interface FileResult {
  readonly findings: readonly Finding[];
  readonly faults: readonly Fault[];
  readonly lines: number;
  /** How long each rule took, in milliseconds, where that was asked for. */
  readonly times?: Readonly<Record<string, number>>;
}

export interface FileToScan {
  /** As findings name it. */
  readonly path: string;
  readonly text: string;
  readonly bytesBefore: number;
  readonly isBytes: boolean;
  readonly language: Language | undefined;
  /** Whether a rule is about this file at all. */
  readonly applies: (rule: PreparedRule['rule']) => boolean;
}

export interface ScanLimits {
  /** How long one rule may take on one file, in milliseconds. */
  readonly ruleMs: number;
  readonly times: boolean;
  /** Called before each rule: the work goes on. */
  readonly beat?: () => void;
}

const MOST_BROKEN = 5;
/** The part of a rule's time after which pieces of text that it reads are no longer read on: the watch must not find them at it. */
const PARSES_END = 0.95;

/** Runs all rules of a file's language, and those about any text, on one file. */
export async function scanFile(given: FileToScan, book: RuleBook, limits: ScanLimits): Promise<FileResult> {
  const { path, text, language, applies } = given;
  const lines = new Lines(text, given.bytesBefore, given.isBytes);
  const faults: Fault[] = [];
  const bare = new Target(path, text);
  const inText = [...(await book.for('regex')), ...(await book.for('generic'))];
  const inCode = language ? await book.for(language.id) : [];
  const couldMatch = (rule: PreparedRule) => applies(rule.rule) && canMatch(rule, bare);
  const textRules = inText.filter(couldMatch);
  const codeRules = inCode.filter(couldMatch);
  let target = bare;
  if (language && codeRules.length > 0) {
    const file = await readCode(given, language, limits, lines, faults);
    if (file) target = new Target(path, text, { ...file, written: bare.written });
  }
  const findings = new FileFindings(target, lines);
  const times: Record<string, number> = {};
  const rules = target.file ? [...codeRules, ...textRules] : textRules;
  runRules(rules, target, findings, faults, limits, times);
  return { findings: findings.finish(), faults, lines: lines.count, ...(limits.times && { times }) };
}

async function readCode(
  { path, text }: FileToScan,
  language: Language,
  { ruleMs }: ScanLimits,
  lines: Lines,
  faults: Fault[],
): Promise<CodeFile | undefined> {
  const grammar = await grammarOf(language.grammar(path));
  try {
    parseWithin(ruleMs);
    const tree = parseLoaded(text, language, grammar);
    for (const { start } of tree.broken.slice(0, MOST_BROKEN)) {
      const { line, column } = lines.placeOf(start);
      faults.push({ kind: 'parse', message: 'this part is not understood; the rest was scanned', path, line, column });
    }
    return { path, text, language, tree };
  } catch (error) {
    faults.push(faultOf(error, path, undefined, ruleMs));
    return undefined;
  }
}

/** Runs rules one after another. One that takes too long, or fails, is told, and the next goes on. */
function runRules(
  rules: readonly PreparedRule[],
  target: Target,
  findings: FileFindings,
  faults: Fault[],
  { ruleMs, times: isTimed, beat }: ScanLimits,
  times: Record<string, number>,
): void {
  let at = 0;
  while (at < rules.length) {
    const first = at;
    try {
      // One watch for as many rules as fit: the rule in whose turn it ends is begun again with a whole time of its own.
      parseWithin(ruleMs * PARSES_END);
      runWithin(ruleMs, () => {
        for (; at < rules.length; at++) {
          beat?.();
          const started = isTimed ? performance.now() : 0;
          const { rule } = rules[at]!;
          findings.add(rule, runRule(rules[at]!, target));
          if (isTimed) times[rule.id] = (times[rule.id] ?? 0) + performance.now() - started;
        }
      });
    } catch (error) {
      if (isLate(error) && at !== first && !isParserLost()) continue;
      faults.push(faultOf(error, target.path, rules[at]?.rule.id, ruleMs));
      at++;
    }
  }
}

const isLate = (error: unknown) => error instanceof DeadlinePassed || error instanceof ParseStopped;

function faultOf(error: unknown, path: string, ruleId: string | undefined, ruleMs: number): Fault {
  const about = { path, ...(ruleId !== undefined && { rule_id: ruleId }) };
  if (isLate(error)) return { kind: 'timeout', message: `it took longer than ${ruleMs / 1_000} s`, ...about };
  if (error instanceof RangeError) return { kind: 'too_large', message: 'the code is nested too deep', ...about };
  return { kind: 'unsupported', message: `the engine failed here: ${(error as Error).message}`, ...about };
}
