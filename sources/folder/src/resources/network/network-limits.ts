import type { ReadCall } from '../../read/request.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A number from the environment: its default when unset, at most its maximum, and a warning when it is not a number. */
export function limitOf(
  env: Environment,
  name: string,
  { otherwise, most }: { readonly otherwise: number; readonly most: number },
  call: Pick<ReadCall, 'log'>,
): number {
  const given = env[name];
  if (given === undefined || given === '') return otherwise;
  if (/^\d{1,15}$/.test(given)) return Math.min(Number(given) || otherwise, most);
  call.log('warning', `${name} must be a whole number; ${otherwise} is used`, 'mcp.resources');
  return otherwise;
}
