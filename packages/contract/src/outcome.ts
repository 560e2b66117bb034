import type { Category, Kind } from './catalog.js';
import type { Json, JsonObject } from './json.js';

/** What a call came to, before anybody decides how to write it down. Plain immutable data. */
export type Outcome = Success | Failure;

interface Output {
  /** Human-readable output; on failure, whatever there was before it failed. */
  readonly text?: string;
  /** The typed result; on failure, what a tool has to say beyond its problems. */
  readonly data?: Json;
  /** The command that ran, for people and logs. */
  readonly command?: string;
  /** Context of the tool, string to string. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** MCP content blocks beyond the text: images, audio, embedded resources, links. */
  readonly content?: readonly JsonObject[];
  /** What people read in place of the document of a JSON dialect. */
  readonly plain?: string;
  /** What its MCP result says of itself in `_meta`. */
  readonly meta?: JsonObject;
  /** An MCP result of somebody else's making, passed on with every field it came with. */
  readonly result?: JsonObject;
  /** How it was served, where the tool knows more of that than its caller said. */
  readonly service?: Service;
}

/** Under which tier a call was served, what it made use of, and what a higher tier would have added. */
export interface Service {
  readonly tier?: Tier;
  readonly capabilities?: readonly string[];
  readonly upgrades?: readonly UpgradeHint[];
}

export interface Success extends Output {
  readonly ok: true;
}

export interface Failure extends Output {
  readonly ok: false;
  /** What went wrong: at least one. */
  readonly problems: readonly [Problem, ...Problem[]];
  /** The process's exit code; -1 when nothing was executed. Never 0. */
  readonly exitCode: number;
  /** Whether it happened, where the tool knows better than the engine. */
  readonly state?: State;
}

/** One thing that went wrong. */
export interface Problem {
  readonly kind: Kind;
  /** A variant of the kind's catalog row, where it has some. */
  readonly variant?: string;
  /** One sentence for people. */
  readonly message: string;
  /** The diagnostic code a compiler or build tool printed (`CS0103`, `NU1101`). */
  readonly code?: string;
  /** Overrides the category that kind and code give, for kinds without a fixed code. */
  readonly category?: Category;
  readonly hint?: string;
  readonly explanation?: string;
  readonly documentationUrl?: string;
  readonly suggestedFixes?: readonly string[];
  readonly alternatives?: readonly string[];
  /** The output this problem was read from. */
  readonly rawOutput?: string;
  readonly command?: string;
  /** Exit code of the process this problem came from; the failure's own where left out. */
  readonly exitCode?: number;
  readonly stderr?: string;
  /** Structured context, safe for clients. */
  readonly details?: JsonObject;
  /** Where an argument is wrong, and how. */
  readonly argument?: ArgumentFault;
  /** What would unlock the call (`upgrade_required`). */
  readonly upgrade?: UpgradeHint;
  /** The JSON-RPC error the tool chose for itself; its message is the problem's. */
  readonly rpc?: { readonly code: number; readonly data?: Json };
  /** Overrides what kind and code say about trying again. */
  readonly retryable?: boolean;
  /** When trying again begins to make sense, where that is known. */
  readonly retryAfterMs?: number;
}

export interface ArgumentFault {
  /** JSON pointer into the arguments. */
  readonly pointer: string;
  readonly expected: string;
  readonly received: string;
  /** The nearest valid key or value, when one is close. */
  readonly nearest?: string;
}

export interface UpgradeHint {
  readonly feature: string;
  readonly tier: string;
  readonly reason: string;
}

/** Did it happen? `not_started`: nothing was done. `finished`: the tool ran to its own end. `unknown`: it was cut off after it began. */
export type State = 'not_started' | 'finished' | 'unknown';

export type Tier = 'community' | 'pro' | 'enterprise';

/** What is known about a call besides its outcome. */
export interface Facts {
  readonly tool: string;
  readonly toolVersion: string;
  /** The server or source the tool belongs to, as the caller names it. */
  readonly server?: string;
  readonly requestId: string;
  readonly tier: Tier;
  /** What this invocation supports, after the dialect's own name. */
  readonly capabilities?: readonly string[];
  /** When the answer was ready, RFC 3339 in UTC. */
  readonly timestamp: string;
  readonly durationMs: number;
  readonly state: State;
  readonly redactions: number;
  readonly truncated: boolean;
  /** Set when this result left unredacted, by the tool's declaration or the caller's wish. */
  readonly unredacted?: boolean;
  readonly retryCount?: number;
  /** What else its summary says: that it is a repeated answer, what was put in the place of arguments, where the whole of it is kept. */
  readonly notes?: JsonObject;
}
