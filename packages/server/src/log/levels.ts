/** The log levels of the protocol, the most severe last. */
export const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

export type Level = (typeof levels)[number];

/** A level by its name in any case; undefined when there is none. */
export function parseLevel(given: unknown): Level | undefined {
  const wanted = typeof given === 'string' ? given.toLowerCase() : '';
  return levels.find(level => level === wanted);
}

/** A level from a setting, which may also be a plain yes or no. */
export function levelFrom(setting: string): Level {
  if (/^(?:true|1)$/i.test(setting)) return 'debug';
  return parseLevel(setting) ?? 'info';
}

export function isAtLeast(level: Level, threshold: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(threshold);
}
