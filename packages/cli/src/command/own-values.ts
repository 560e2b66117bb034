import type { CommandContext } from './context.js';
import { usage } from './failure.js';

/** The values of flags that are a command's own, by their names. */
export function ownValues({ flags }: Pick<CommandContext, 'flags'>): Readonly<Record<string, string | undefined>> {
  const given = flags as Readonly<Record<string, string | readonly string[] | true | undefined>>;
  return Object.fromEntries(
    Object.entries(given).filter((each): each is [string, string] => typeof each[1] === 'string'),
  );
}

/** All values of a flag that may be given more than once, those with commas taken apart. */
export function listedValues({ flags }: Pick<CommandContext, 'flags'>, name: string): readonly string[] | undefined {
  const given = (flags as Readonly<Record<string, string | readonly string[] | true | undefined>>)[name];
  if (given === undefined || given === true) return undefined;
  const values = [given]
    .flat()
    .flatMap(each => each.split(','))
    .map(each => each.trim());
  if (values.some(each => each === '')) throw usage(`--${name} has an empty name`);
  return values;
}

/** What a flag's value means, or a failure that says how it is written. */
export function readValue<Value>(
  name: string,
  text: string | undefined,
  read: (text: string) => Value | undefined,
  like: string,
): Value | undefined {
  if (text === undefined) return undefined;
  const value = read(text);
  if (value === undefined) throw usage(`--${name} must be like ${like}`);
  return value;
}
