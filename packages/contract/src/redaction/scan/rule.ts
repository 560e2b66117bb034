import type { Subject } from './subject.js';

/** What stands in the place of a secret. */
export const PLACEHOLDER = '[REDACTED]';

/** A stretch of text, `to` exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A text that a rule must change, and the part of it that must be gone. */
export interface Example {
  readonly text: string;
  readonly secret: string;
}

/** One kind of secret: where to look closer, and how to decide. */
export interface RedactionRule {
  readonly id: string;
  /**
   * Literals of four characters and more that every secret of this kind contains. `{…}` stands for one character of a
   * class: see `patterns.ts`.
   */
  readonly triggers: readonly string[];
  /** Whether the triggers match in any case. */
  readonly anyCase?: boolean;
  /** The characters that may stand right behind a trigger; where another one does, or none, the check is not asked. */
  readonly followedBy?: string;
  /** How many characters before its trigger a range may begin. */
  readonly lead?: number;
  /**
   * Decides whether the trigger that begins at `at` belongs to a secret. Looks at a bounded number of characters, and only
   * through the subject, so that a stream knows when the decision needs more text.
   */
  readonly check: (subject: Subject, at: number, trigger: string) => Range | undefined;
  /** The secret that the rule finds in one of its forms, where it is known. */
  readonly secret?: string;
  readonly example: Example;
  /** A text that looks similar and stays as it is. */
  readonly counterexample: string;
}
