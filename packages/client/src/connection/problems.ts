import { compileRedaction, type Json, type Redaction } from '@concord/contract';
import type { Definition } from '../config/entry/definition.js';
import { ConnectionProblem, type ConnectionProblemKind, type ProblemDetails } from './connection.js';

/** Whether, how often and after how long trying again may help. */
export interface Remedy {
  readonly atMost?: number;
  readonly afterMs?: number;
  /** The session is gone and the request was refused: a new one is opened, and the request is sent again. */
  readonly newSession?: boolean;
}

/** A problem that may be temporary. */
export class PassingProblem extends ConnectionProblem {
  constructor(
    kind: ConnectionProblemKind,
    message: string,
    details: ProblemDetails,
    readonly remedy: Remedy,
  ) {
    super(kind, message, details);
  }

  override with(details: ProblemDetails): PassingProblem {
    return new PassingProblem(this.kind, this.message, details, this.remedy);
  }
}

/** The problem of a request that came after its connection was lost: it was never sent, so the next connection may have it. */
export function neverSent({ kind, message, details }: ConnectionProblem): ConnectionProblem {
  const { stderrTail: _, ...facts } = details;
  return new PassingProblem(kind, message, { ...facts, sent: false }, {});
}

const longestMessage = 2_000;

/** Makes the problems of one server: one line each, without its secrets. */
export class Problems {
  readonly server: string;
  readonly #target: string;
  readonly #secrets: Set<string>;
  #redaction: Redaction | undefined;

  constructor(definition: Pick<Definition, 'name' | 'secrets'> & { readonly url?: string }) {
    this.server = definition.name;
    // A server given on the command line has no name that `mcp login` would know.
    this.#target = definition.name === 'adhoc' ? (definition.url ?? definition.name) : definition.name;
    this.#secrets = new Set(definition.secrets);
  }

  /** Everything that must never be shown: what the definition holds and what was learned since. */
  get secrets(): readonly string[] {
    return [...this.#secrets];
  }

  /** The command that signs in to this server. */
  get loginHint(): string {
    return `mcp login ${this.redacted(this.#target)}`;
  }

  /** Adds a value that must never be shown. */
  learn(secret: string | undefined): void {
    if (!secret || this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    this.#redaction = undefined;
  }

  /** The text without secrets. Compiled on first use: a connection that works never needs it. */
  redacted(text: string): string {
    this.#redaction ??= compileRedaction({ known: this.secrets });
    return this.#redaction.text(text).text;
  }

  make(kind: ConnectionProblemKind, message: string, details: ProblemDetails = {}): ConnectionProblem {
    return new ConnectionProblem(kind, this.#line(message), this.#clean(details));
  }

  /** Makes a problem that may be temporary. */
  passing(
    kind: ConnectionProblemKind,
    message: string,
    details: ProblemDetails = {},
    remedy: Remedy = {},
  ): ConnectionProblem {
    return new PassingProblem(kind, this.#line(message), this.#clean(details), remedy);
  }

  #line(message: string): string {
    // Cut before it is put on one line: a server may send megabytes of spaces.
    const text = this.redacted(message);
    const line = text.slice(0, longestMessage).replaceAll(/\s{0,100}[\r\n]\s{0,100}/g, ' ');
    return text.length > longestMessage ? `${line}…` : line;
  }

  #clean(details: ProblemDetails): ProblemDetails {
    if (details.data === undefined) return details;
    this.redacted('');
    return { ...details, data: this.#redaction!.value(details.data).value as Json };
  }
}
