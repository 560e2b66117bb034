/** Code that makes the variable `to` of the variable `from`; `n` keeps names apart. */
export interface Piece {
  readonly lines: readonly string[];
  /** Functions that stand beside the handler. */
  readonly functions?: readonly string[];
}

type Make = (from: string, to: string, n: number) => Piece;

/** A way from one variable to another that passes on what came in, and its twin that looks the same and does not. */
export interface Step {
  readonly name: string;
  readonly passes: Make;
  readonly stops: Make;
}

/** What a handler ends in. */
export interface Sink {
  readonly name: string;
  readonly cwe: number;
  /** Without it what comes in does not matter: the fault stands by itself. */
  readonly isFlow?: false;
  readonly bad: (value: string) => readonly string[];
  readonly good: (value: string) => readonly string[];
  /** Makes the value harmless for this sink; the other does so only for another class. */
  readonly cleans?: (value: string) => string;
  readonly cleansOther?: (value: string) => string;
}

/** How handlers are written in a language and its framework. */
export interface Dialect {
  readonly language: string;
  readonly framework: string;
  readonly extension: string;
  /** Expressions for what comes in, each a text. */
  readonly sources: readonly string[];
  /** Declares a variable that holds a text. */
  readonly declare: (name: string, value: string) => string;
  readonly steps: readonly Step[];
  readonly sinks: readonly Sink[];
  readonly file: (lines: readonly string[], functions: readonly string[], n: number) => string;
}
