/** Microseconds since 1970 as ISO 8601 in UTC, all six digits. */
export function isoTime(microseconds: number): string {
  const whole = new Date(Math.floor(microseconds / 1_000_000) * 1_000).toISOString().slice(0, -'.000Z'.length);
  return `${whole}.${String(microseconds % 1_000_000).padStart(6, '0')}Z`;
}

/** Microseconds since 1970 of an ISO 8601 time. */
export function microsecondsOf(iso: string): number {
  const fraction = /\.(\d{1,9})/.exec(iso)?.[1] ?? '';
  const milliseconds = Date.parse(iso.replace(/\.\d{1,9}/, match => match.slice(0, 4)));
  return milliseconds * 1_000 + Number(fraction.slice(3, 6).padEnd(3, '0'));
}
