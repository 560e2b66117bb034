import { usage } from '../command/failure.js';
import type { Flag, FlagName, Flags, ValueKind } from '../command/flags.js';

const units = { ms: 1, s: 1_000, m: 60_000 } as const;
const multiples = { '': 1, k: 1_024, m: 1_048_576, g: 1_073_741_824 } as const;

interface ValueReader {
  readonly says: string;
  read(text: string): number | undefined;
}

/** How each kind of value is written. */
const kinds = {
  duration: {
    says: 'must be a time such as 500ms, 30s or 5m',
    read: (text: string) => {
      const [, number, unit = 'ms'] = /^([0-9]{1,9}(?:\.[0-9]{1,3})?)(ms|s|m)?$/.exec(text) ?? [];
      return number === undefined ? undefined : Math.ceil(Number(number) * units[unit as keyof typeof units]);
    },
  },
  seconds: {
    says: 'must be a time such as 5, 500ms or 2m',
    read: (text: string): number | undefined =>
      /^[0-9.]{1,13}$/.test(text) ? kinds.duration.read(`${text}s`) : kinds.duration.read(text),
  },
  count: {
    says: 'must be a whole number',
    read: (text: string) => (/^[0-9]{1,6}$/.test(text) ? Number(text) : undefined),
  },
  positive: {
    says: 'must be a whole number of at least 1',
    read: (text: string) => (/^0{0,5}[1-9][0-9]{0,5}$/.test(text) ? Number(text) : undefined),
  },
  size: {
    says: 'must be a number of bytes such as 4096, 10k or 1m',
    read: (text: string) => {
      const [, number, unit = ''] = /^([0-9]{1,9})([kmg]?)b?$/i.exec(text) ?? [];
      return number === undefined
        ? undefined
        : Number(number) * multiples[unit.toLowerCase() as keyof typeof multiples];
    },
  },
} as const satisfies Record<ValueKind, ValueReader>;

/** Throws a usage failure for a value that the flag cannot have; `label` names the flag or variable. */
export function checkValue(flag: Flag, text: string, label: string): void {
  if (flag.kind !== undefined && kinds[flag.kind].read(text) === undefined)
    throw usage(`${label} ${kinds[flag.kind].says}`);
  if (flag.choices !== undefined && !flag.choices.includes(text))
    throw usage(`${label} must be one of ${flag.choices.join(', ')}`);
}

/** Parses a duration such as `10s` to milliseconds; undefined when it is none. */
export const readDuration = kinds.duration.read;

/** The milliseconds, bytes or count of a flag that has been checked; undefined when it was not given. */
export function numberOf(flags: Flags, name: FlagName, kind: ValueKind): number | undefined {
  const text = flags[name];
  return typeof text === 'string' ? kinds[kind].read(text) : undefined;
}
