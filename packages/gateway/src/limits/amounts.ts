import type { Rate, Volume } from './limits.js';

const MS = {
  s: 1_000,
  sec: 1_000,
  second: 1_000,
  min: 60_000,
  m: 60_000,
  minute: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
} as const;
const SIZES: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1_024,
  kb: 1_024,
  kib: 1_024,
  m: 1_048_576,
  mb: 1_048_576,
  mib: 1_048_576,
  g: 1_073_741_824,
  gb: 1_073_741_824,
  gib: 1_073_741_824,
};
const DURATIONS: Readonly<Record<string, number>> = {
  ms: 1,
  ...MS,
  days: 86_400_000,
  hours: 3_600_000,
  w: 604_800_000,
};

/** `60/min`, `5/s`, `1000/day`; nothing for anything else. */
export function readRate(text: string): Rate | undefined {
  const [, count, unit] = /^([0-9]{1,9})\s?\/\s?([a-z]{1,6})$/i.exec(text.trim()) ?? [];
  const perMs = unit === undefined ? undefined : millisecondsIn(unit);
  const tokens = Number(count);
  return perMs === undefined || tokens < 1 ? undefined : { tokens, perMs };
}

/** `200MB/day`, `1GiB/h`. */
export function readVolume(text: string): Volume | undefined {
  const [, size, unit] = /^([^/]{1,20})\/\s?([a-z]{1,6})$/i.exec(text.trim()) ?? [];
  const bytes = size === undefined ? undefined : readSize(size);
  const perMs = unit === undefined ? undefined : millisecondsIn(unit);
  return bytes === undefined || bytes < 1 || perMs === undefined ? undefined : { bytes, perMs };
}

/** `48k`, `1GiB`, `65536`: units are powers of 1,024. */
export function readSize(text: string): number | undefined {
  const [, count, unit = ''] = /^([0-9]{1,15}(?:\.[0-9]{1,3})?)\s?([a-z]{0,3})$/i.exec(text.trim()) ?? [];
  const factor = SIZES[unit.toLowerCase()];
  return count === undefined || factor === undefined ? undefined : Math.floor(Number(count) * factor);
}

/** `30d`, `24h`, `500ms`, in milliseconds. */
export function readDuration(text: string): number | undefined {
  const [, count, unit] = /^([0-9]{1,9}(?:\.[0-9]{1,3})?)\s?([a-z]{1,6})$/i.exec(text.trim()) ?? [];
  const factor =
    unit === undefined || !Object.hasOwn(DURATIONS, unit.toLowerCase()) ? undefined : DURATIONS[unit.toLowerCase()];
  return count === undefined || factor === undefined ? undefined : Math.floor(Number(count) * factor);
}

/** How people say a rate: `60/min`. */
export function rateText({ tokens, perMs }: Rate): string {
  return `${tokens}/${unitOf(perMs)}`;
}

export function volumeText({ bytes, perMs }: Volume): string {
  return `${sizeText(bytes)}/${unitOf(perMs)}`;
}

/** A size in the largest unit that takes at least one of it. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'];
  const at = bytes < 1_024 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  const count = bytes / 1_024 ** at;
  return `${Number.isInteger(count) ? count : count.toFixed(1)} ${bytes === 1 ? 'byte' : units[at]}`;
}

function unitOf(perMs: number): string {
  const found = (['day', 'h', 'min', 's'] as const).find(unit => MS[unit] === perMs);
  return found ?? `${perMs} ms`;
}

function millisecondsIn(unit: string): number | undefined {
  const name = unit.toLowerCase();
  return Object.hasOwn(MS, name) ? MS[name as keyof typeof MS] : undefined;
}
