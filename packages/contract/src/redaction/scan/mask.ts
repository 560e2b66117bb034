import type { Plan } from './plan.js';
import { type Findings, scan } from './scan.js';
import { LOOKBEHIND, Subject } from './subject.js';
import type { Tally } from './tally.js';

/** What redaction made of a text. */
export interface Redacted {
  /** The text without its secrets; the same string when there were none. */
  readonly text: string;
  /** How many ranges were masked. */
  readonly count: number;
  /** The ids of the rules that found something, sorted. */
  readonly rules: readonly string[];
}

const subject = /* @__PURE__ */ new Subject();
const found: Findings = { masked: '', cursor: 0, count: 0, rules: /* @__PURE__ */ new Set(), tally: undefined };

/** Masks everything the plan finds in a whole text. */
export function maskText(plan: Plan, text: string, tally?: Tally): Redacted {
  subject.reset(text, true, 0, false);
  subject.judgedUntil = 0;
  found.tally = tally;
  try {
    scan(plan, subject, 0, found);
    if (found.count === 0) return { text, count: 0, rules: [] };
    return { text: found.masked + text.slice(found.cursor), count: found.count, rules: [...found.rules].sort() };
  } finally {
    subject.reset('', true, 0, false);
    found.tally = undefined;
    if (found.count > 0) {
      found.masked = '';
      found.cursor = 0;
      found.count = 0;
      found.rules.clear();
    }
  }
}

/** Masks what the plan finds in a text that arrives in pieces; the outcome does not depend on how it is cut. */
export class MaskStream {
  readonly findings: Findings;
  private readonly plan: Plan;
  private readonly subject = new Subject();
  private text = '';
  /** The first window that is not judged. */
  private next = 0;
  private floor = 0;
  private masked = false;
  /** The length of text that makes another attempt worthwhile, so that tiny pieces do not make the scan quadratic. */
  private retryAt = 0;

  constructor(plan: Plan, tally?: Tally) {
    this.findings = { masked: '', cursor: 0, count: 0, rules: new Set(), tally };
    this.plan = plan;
  }

  /** Takes more text and returns what is safe to release. */
  push(chunk: string): string {
    this.text += chunk;
    return this.text.length < this.retryAt ? '' : this.advance(false);
  }

  /** Returns the rest. */
  end(): string {
    return this.advance(true);
  }

  private advance(final: boolean): string {
    const { findings, plan, subject } = this;
    subject.reset(this.text, final, this.floor, this.masked);
    this.next = scan(plan, subject, this.next, findings);
    const length = this.text.length;
    this.retryAt = subject.starved ? length + ((length - this.next) >> 3) : 0;
    this.floor = subject.floor;
    this.masked = subject.masked;
    const lineEnded = plan.withinLines && !subject.starved && this.text.endsWith('\n');
    const hold = final || lineEnded ? length : Math.max(0, this.next - plan.lead);
    if (hold > findings.cursor) {
      findings.masked += this.text.slice(findings.cursor, hold);
      findings.cursor = hold;
    }
    const released = findings.masked;
    findings.masked = '';
    this.forget(Math.min(findings.cursor, this.next) - LOOKBEHIND - plan.lead);
    subject.reset('', true, 0, false);
    return released;
  }

  /** Drops text that is released and that no check can look back at. */
  private forget(count: number): void {
    if (count <= 0) return;
    this.text = this.text.slice(count);
    this.next -= count;
    this.findings.cursor -= count;
    this.floor = Math.max(0, this.floor - count);
    this.subject.judgedUntil = Math.max(0, this.subject.judgedUntil - count);
    this.retryAt = Math.max(0, this.retryAt - count);
  }
}
