import type { JsonObject, Outcome, Problem, State } from '@concord/contract';
import type { Call, Caller, Operation, Tool } from './tool.js';

/** A call whose arguments are right, as whoever decides over it sees it. */
export interface Applicant {
  /** What is to be run: a tool, or a question to a source. */
  readonly operation: Operation;
  readonly isTool: boolean;
  readonly args: JsonObject;
  /** The server or source it belongs to, as its caller names it. */
  readonly server: string | undefined;
  readonly caller: Caller;
  readonly call: Call;
}

/** What is said of a call: it may not run, it has been answered before, or it may run. */
export type Verdict =
  | { readonly by: 'refusal'; readonly problem: Problem; readonly state?: State; readonly notes?: AdmissionNotes }
  | { readonly by: 'replay'; readonly outcome: Outcome; readonly state: State; readonly notes?: AdmissionNotes }
  | { readonly by: 'permit'; readonly permit: Permit };

/** What is noted of a call beside what its stages know. */
export interface AdmissionNotes {
  /** For its record. */
  readonly record?: JsonObject;
  /** For the summary that goes with its result. */
  readonly result?: JsonObject;
  /** Milliseconds it waited before it was decided over, by what for. */
  readonly waits?: Readonly<Record<string, number>>;
}

/** Lets one call run, and hears how it ended. */
export interface Permit {
  readonly notes?: AdmissionNotes;
  /** Members of `_meta` for the server that does the work: the span of this call, the key under which it takes effect once there. */
  readonly handsOn?: JsonObject | undefined;
  /**
   * Called once, however the call ended, with the outcome as it leaves. Never rejects. The answer waits for a promise: of nothing, or of what
   * takes the answer's place.
   */
  ended(end: CallEnd): undefined | Promise<Unkept | undefined>;
}

/** Why what has to be kept of a call could not be, which is told in place of its answer. */
export interface Unkept {
  readonly problem: Problem;
  /** What that says about whether it happened, where the call itself is no proof of it. */
  readonly state?: State;
}

export interface CallEnd {
  readonly outcome: Outcome;
  readonly state: State;
  /** The bytes of its output. */
  readonly bytes: number;
  readonly durationMs: number;
}

/** Stands before every call of an engine: rights, quotas, what was answered before. */
export interface Admission {
  /** What `args` stand for: texts that refer to something kept elsewhere give their places to it. */
  resolve?(args: JsonObject, tool: Tool, call: Call): undefined | Promise<Resolved>;
  admit(applicant: Applicant): Verdict | Promise<Verdict>;
}

/** Arguments with what they refer to in place, or why that cannot be. */
export type Resolved =
  | { readonly args: JsonObject; readonly notes: AdmissionNotes }
  | { readonly problems: readonly [Problem, ...Problem[]] };

/** An outcome on its way out, and what is known of its call. */
export interface Leaving {
  readonly outcome: Outcome;
  /** The bytes of its output. */
  readonly bytes: number;
  readonly operation: Operation;
  readonly isTool: boolean;
  /** Whether secrets are masked in it. */
  readonly isRedacted: boolean;
  readonly server: string | undefined;
  readonly caller: Caller;
  readonly call: Call;
}

/** Keeps the whole of results that are larger than their callers want them, and gives what leaves in their place. */
export interface Spill {
  /** Nothing where the result may leave as it is. */
  bound(leaving: Leaving): undefined | Promise<Spilled | undefined>;
}

export interface Spilled {
  readonly outcome: Outcome;
  /** Whether anything of the result is missing in what leaves. */
  readonly isShorter: boolean;
  readonly notes: AdmissionNotes;
}
