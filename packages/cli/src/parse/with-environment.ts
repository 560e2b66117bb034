import { isOn } from '@concord/engine';
import { type Flag, type FlagName, type Flags, flagTable } from '../command/flags.js';
import { checkValue } from './values.js';

/** The flags, with environment variables for those that were not given. */
export function withEnvironment(
  flags: Flags,
  env: Readonly<Record<string, string | undefined>>,
  own: Readonly<Record<string, Flag>> = {},
): Flags {
  const found: Record<string, string | true> = {};
  for (const [name, flag] of Object.entries(flagTable) as [FlagName, Flag][]) {
    const text = flag.variable === undefined ? undefined : env[flag.variable];
    if (text === undefined || text === '' || flags[name] !== undefined || Object.hasOwn(own, name)) continue;
    if (flag.value === undefined) {
      if (isOn(text)) found[name] = true;
      continue;
    }
    checkValue(flag, text, flag.variable!);
    found[name] = text;
  }
  // `--dialect cli` is `--json` by another name.
  const json = flags.dialect === 'cli' ? { json: true as const } : {};
  return { ...found, ...flags, ...json };
}
