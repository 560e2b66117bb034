import type { ReadCall } from '../../read/request.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A number of the environment: its default where there is none, its maximum where it is more, and a warning where it is no number. */
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
