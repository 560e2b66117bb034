/** A child that the launcher is to start. */
export interface LaunchOrder {
  /** Identifies the child in reports of the launcher. */
  readonly id: number;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** A file that the launcher opens and unlinks, then two pipes. */
  readonly stdio: readonly [string, string, string];
}

/** The system's error, as much of it as can be sent. */
export interface SentError {
  readonly code: string;
  readonly errno: number;
}

/** What the launcher reports: first that it is ready, then for each order the pid and the exit of the child, or why there is none. */
export type LaunchReport =
  | { readonly ready: true }
  | { readonly id: number; readonly pid: number }
  | { readonly id: number; readonly exit: readonly [code: number | null, signal: string | null] }
  | { readonly id: number; readonly error: SentError }
  | { readonly id: number; readonly unopened: true };
