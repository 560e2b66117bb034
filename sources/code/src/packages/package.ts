/** The registries that advisories speak of, by the names they use. */
export type Ecosystem = 'npm' | 'PyPI' | 'Go' | 'crates.io' | 'NuGet' | 'Maven';

/** A package a project is built with. */
export interface PackageUse {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  /** The very version; a text as written where only a range is. */
  readonly version: string;
  readonly isExact: boolean;
  readonly isDev: boolean;
  /** The file that says so. */
  readonly file: string;
}
