/** A child that the launcher is to start. */
export interface LaunchOrder {
  /** Names it in what the launcher says of it. */
  readonly id: number;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** A file the launcher opens and takes away, then two pipes. */
  readonly stdio: readonly [string, string, string];
}

/** The system's error, as much of it as can be sent. */
export interface SentError {
  readonly code: string;
  readonly errno: number;
}

/** What the launcher says: first that it is there, then of each child that it runs and how it ended, or why it does not run. */
export type LaunchReport =
  | { readonly ready: true }
  | { readonly id: number; readonly pid: number }
  | { readonly id: number; readonly exit: readonly [code: number | null, signal: string | null] }
  | { readonly id: number; readonly error: SentError }
  | { readonly id: number; readonly unopened: true };
