/** How much may be asked in a time: refilled evenly, all of it at once at most. */
export interface Rate {
  readonly tokens: number;
  readonly perMs: number;
}

/** How many bytes of answers may leave in each window of time. */
export interface Volume {
  readonly bytes: number;
  readonly perMs: number;
}

/** Limits on the calls of a caller, of a server or of a tool. */
export interface Limits {
  readonly rate?: Rate;
  /** How many may be under way at once. */
  readonly concurrent?: number;
  readonly volume?: Volume;
}

/** Limits as they are written down, and for whom. */
export interface LimitRules {
  /** By the name of a caller: each that fits has them for itself. */
  readonly callers: readonly LimitRule[];
  /** By the name of a server: all its callers share them. */
  readonly servers: readonly LimitRule[];
  /** By `server/tool`: each tool that fits has them for itself. */
  readonly tools: readonly LimitRule[];
}

export interface LimitRule {
  readonly glob: string;
  readonly limits: Limits;
}

export const NO_RULES: LimitRules = { callers: [], servers: [], tools: [] };
