/** All ids of findings. */
export type FindingId =
  | 'runtime.node_too_old'
  | 'runtime.tmp_root_not_writable'
  | 'runtime.streams_not_reopenable'
  | 'runtime.watch_unavailable'
  | 'project.missing'
  | 'project.server_meta_invalid'
  | 'project.register_invalid'
  | 'project.unsafe_permissions'
  | 'project.policy_unsafe'
  | 'project.requirements_invalid'
  | 'project.env_sh_unused'
  | 'project.invalid'
  | 'deps.missing'
  | 'token.weak';

/** A fault, or something worth knowing. */
export interface Finding {
  readonly id: FindingId;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** Whether `--fix` mends it. */
  readonly fixable: boolean;
  readonly suggestedCommand: string | null;
}

/** A finding that `--fix` does not repair. */
export function finding(
  id: FindingId,
  severity: Finding['severity'],
  message: string,
  suggestedCommand: string | null = null,
): Finding {
  return { id, severity, message, fixable: false, suggestedCommand };
}
