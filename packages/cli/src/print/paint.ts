import type { CommandContext } from '../command/context.js';

const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;

/** Colours for text; every one of them leaves it as it is where colours are off. */
export type Paint = { readonly [Colour in keyof typeof codes]: (text: string) => string };

/** The colours of a stream: only on a terminal, off with NO_COLOR, forced by FORCE_COLOR, and as `--color` says above all. */
export function paintFor(
  context: Pick<CommandContext, 'env' | 'terminal' | 'flags'>,
  stream: 'stdout' | 'stderr',
): Paint {
  const on = isColoured(context, stream);
  const entries = Object.entries(codes).map(([name, [start, end]]) => [
    name,
    (text: string) => (on && text !== '' ? `\x1b[${start}m${text}\x1b[${end}m` : text),
  ]);
  return Object.fromEntries(entries) as Paint;
}

function isColoured(
  { env, terminal, flags: { color } }: Pick<CommandContext, 'env' | 'terminal' | 'flags'>,
  stream: 'stdout' | 'stderr',
) {
  if (color === 'always' || color === 'never') return color === 'always';
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return terminal[stream] && !env.NO_COLOR && env.TERM !== 'dumb';
}
