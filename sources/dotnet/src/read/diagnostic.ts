/** One finding of a compiler, of MSBuild, of NuGet or of the SDK, as it was printed. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** As printed; absent where there was none. */
  readonly code?: string;
  /** Without the suffix that names the project. */
  readonly message: string;
  /** Absolute where it could be resolved. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  /** An origin that is no file: `MSBUILD`, `CSC`. */
  readonly tool?: string;
  readonly projects: readonly string[];
  readonly frameworks: readonly string[];
  /** The lines it was read from. */
  readonly raw: string;
}
