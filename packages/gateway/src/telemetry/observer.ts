import type { JsonObject, Problem } from '@concord/contract';
import type { AdmissionNotes, Applicant, CallEnd } from '@concord/engine';

/** Follows calls from the moment they ask to run. */
export interface Observer {
  begin(applicant: Applicant): Span;
}

/** One call as an observer follows it. It ends by one of the three. */
export interface Span {
  /** What its record says of it. */
  readonly notes: AdmissionNotes;
  /** Members of `_meta` for the server that does the work. */
  readonly trace: JsonObject | undefined;
  refused(problem: Problem): void;
  replayed(): void;
  ended(end: CallEnd): void;
}
