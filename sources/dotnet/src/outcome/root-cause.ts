import type { Diagnostic } from '../read/diagnostic.js';

/** Root causes by code, for programs. The first matching pattern decides. */
const causes: readonly (readonly [RegExp, string])[] = [
  [/^(?:MSB3021|MSB3026|MSB3027|CS2012)$/, 'FileLocked'],
  [/^NETSDK1147$/, 'MissingWorkload'],
  [/^(?:NETSDK1045|NETSDK1141|MSB4236)$/, 'MissingSdk'],
  [/^(?:NETSDK1004|NETSDK1005|NETSDK1064)$/, 'RestoreNeeded'],
  [/^(?:MSB1003|MSB1009|MSB1011|MSB3202)$/, 'ProjectNotFound'],
  [/^(?:NU1301|NU1900)$/, 'SourceUnreachable'],
  [/^NU\d/, 'Package'],
  [/^NETSDK\d/, 'Sdk'],
  [/^MSB\d/, 'Build'],
  [/^(?:CS|FS|BC)\d/, 'Compilation'],
];

/** The root cause of a diagnostic; undefined when none fits. */
export function rootCauseOf({ code, file, line, message }: Diagnostic): string | undefined {
  if (/access to the path .{0,400} is denied/i.test(message)) return 'AccessDenied';
  const upper = code?.toUpperCase() ?? '';
  const known = causes.find(([pattern]) => pattern.test(upper))?.[1];
  return known ?? (file !== undefined && line !== undefined ? 'Compilation' : undefined);
}
