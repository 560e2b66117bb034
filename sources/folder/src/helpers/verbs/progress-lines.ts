import { isJsonObject, type Json } from '@concord/contract';

/** The progress that a line reports. */
export interface ProgressReport {
  readonly progress: number;
  readonly message: string;
}

/** The ways to read progress from a matching line; undefined when the line has none. */
export const extractions: Readonly<
  Record<string, (match: RegExpExecArray, line: string, total: number | undefined) => ProgressReport | undefined>
> = {
  json: (_, line) => {
    const { progress, message } = parsed(line);
    const value = typeof progress === 'string' && progress !== '' ? Number(progress) : progress;
    if (typeof value !== 'number' || !(value >= 0)) return undefined;
    return { progress: Math.floor(value), message: typeof message === 'string' ? message : 'Working...' };
  },
  match1: ([, first], line, total) => percent(first, total === undefined ? 100 : total, line),
  ratio: ([, current, all], line) => percent(current, Number(all), line),
};

function percent(part: string | undefined, whole: number, message: string): ProgressReport | undefined {
  const value = part === undefined || part === '' ? Number.NaN : Number(part);
  if (!(value >= 0) || !(whole > 0)) return undefined;
  return { progress: Math.floor((value * 100) / whole), message };
}

function parsed(line: string): Readonly<Record<string, Json | undefined>> {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

const classes: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  lower: 'a-z',
  punct: '!-/:-@\\[-`{-~',
  space: '\\s',
  upper: 'A-Z',
  xdigit: '0-9A-Fa-f',
};

/** A POSIX extended regular expression as a RegExp; undefined when it is invalid. */
export function patternOf(text: string): RegExp | undefined {
  try {
    return new RegExp(text.replace(/\[:([a-z]{5,6}):\]/g, (whole, name: string) => classes[name] ?? whole));
  } catch {
    return undefined;
  }
}
