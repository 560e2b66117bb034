import type { Bindings } from '../match/match.js';
import { compile } from '../regex/compile.js';
import type { RuleMatch } from '../rules/evaluate/run-rule.js';
import type { Target } from '../rules/evaluate/target.js';
import type { Rule } from '../rules/rule.js';
import type { Span } from '../syntax/tree.js';
import type { Lines } from '../text/lines.js';
import { withoutFallbacks } from './fallback.js';
import { type Finding, inOrder, type Stretch } from './finding.js';
import { fingerprintOf, symbolAround, withoutLayout } from './fingerprint.js';
import { interpolate } from './interpolate.js';
import { factsOf } from './metadata.js';
import { isSuppressed } from './suppression.js';

const LONGEST_TEXT = 2_000;

/** The findings of one file. Places are those of the file: `lines` counts a byte order mark in. */
export class FileFindings {
  readonly #target: Target;
  readonly #lines: Lines;
  readonly #found: { finding: Omit<Finding, 'fingerprint'>; code: string; symbol: string; isFallback: boolean }[] = [];
  readonly #seen = new Set<string>();

  constructor(target: Target, lines: Lines) {
    this.#target = target;
    this.#lines = lines;
  }

  /** Takes what a rule found. The same place with the same message counts once. */
  add(rule: Rule, matches: readonly RuleMatch[]): void {
    const { path, text, file } = this.#target;
    const { cwe, owasp, confidence, isFallback } = factsOf(rule.metadata);
    for (const match of matches) {
      const message = this.#filled(rule.message, match.bindings);
      const key = `${rule.id}\n${match.start}-${match.end}\n${message}`;
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      const place = this.#stretch(match);
      const code = text.slice(match.start, match.end);
      const fix = fixOf(rule, match, code);
      this.#found.push({
        finding: {
          rule_id: rule.id,
          path,
          ...place,
          severity: rule.severity,
          confidence,
          message,
          cwe,
          owasp,
          metavariables: Object.fromEntries(
            [...match.bindings]
              .sort(([one], [other]) => (one < other ? -1 : 1))
              .map(([name, binding]) => [
                name,
                { text: binding.text.slice(0, LONGEST_TEXT), ...this.#stretch(binding) },
              ]),
          ),
          ...(match.steps && {
            flow: match.steps.map(step => ({ path, ...this.#stretch(step), note: step.note })),
          }),
          ...(fix !== undefined && { fix }),
          ...(isSuppressed(rule.id, place.start.line, line => this.#lines.textOf(line)) && {
            suppressed: true as const,
          }),
        },
        code,
        symbol: symbolAround(file, match),
        isFallback,
      });
    }
  }

  /** All findings in order, each with its fingerprint. */
  finish(): Finding[] {
    const counts = new Map<string, number>();
    const ordered = withoutFallbacks(this.#found).sort((one, other) =>
      inOrder({ ...one.finding, fingerprint: '' }, { ...other.finding, fingerprint: '' }),
    );
    return ordered.map(({ finding, code, symbol }) => {
      const key = JSON.stringify([finding.rule_id, withoutLayout(code), symbol]);
      const number = counts.get(key) ?? 0;
      counts.set(key, number + 1);
      const { rule_id, path, start, end, severity, confidence, message, cwe, owasp, ...rest } = finding;
      const fingerprint = fingerprintOf(rule_id, code, symbol, number);
      return { rule_id, path, start, end, severity, confidence, message, cwe, owasp, fingerprint, ...rest };
    });
  }

  /** The message with what its metavariables stand for; what they are worth is only found where it is asked for. */
  #filled(message: string, bindings: Bindings): string {
    if (!message.includes('value(')) return interpolate(message, bindings);
    const worth = [...bindings].map(([name, each]) => [name, this.#target.withConstant(each)] as const);
    return interpolate(message, new Map(worth));
  }

  #stretch({ start, end }: Span): Stretch {
    return { start: this.#lines.placeOf(start), end: this.#lines.placeOf(end) };
  }
}

/** What the rule writes in place of what it found; undefined where it has no fix. */
function fixOf({ fix, fixRegex }: Rule, { bindings }: RuleMatch, code: string): string | undefined {
  if (fix !== undefined) return interpolate(fix, bindings);
  if (!fixRegex) return undefined;
  const { global, groups } = compile(fixRegex.regex.text, true);
  let left = fixRegex.count && fixRegex.count > 0 ? fixRegex.count : Number.POSITIVE_INFINITY;
  global.lastIndex = 0;
  return code.replace(global, (whole: string, ...rest: unknown[]) => {
    if (left-- <= 0) return whole;
    return fixRegex.replacement.replace(/\\g<(\d+)>|\\(\d{1,2})|\\n/g, (written, long?: string, short?: string) => {
      const number = long ?? short;
      if (number === undefined) return written === '\\n' ? '\n' : written;
      const group = Number(number) === 0 ? -1 : groups[Number(number) - 1];
      return group === undefined ? '' : group === -1 ? whole : String(rest[group - 1] ?? '');
    });
  });
}
