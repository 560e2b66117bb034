import type { Fault } from '../rules/rule.js';
import type { Finding } from './finding.js';

/** The document of `--json`. */
export interface ScanDocument {
  readonly status: 'success';
  readonly findings: readonly Finding[];
  readonly errors: readonly Fault[];
  readonly stats: {
    readonly files: number;
    readonly bytes: number;
    readonly lines: number;
    readonly rules: number;
    /** 0 unless the time was asked for, so that two scans of the same files print the same bytes. */
    readonly ms: number;
  };
}
