// Imports nothing: it has to run before anything that could print is loaded.

const MOST_HELD = 65_536;
const held: string[] = [];
let size = 0;

/** Holds back what is printed on standard output while something is loaded: a client would take it for the protocol. */
export async function quietly<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const original = process.stdout.write;
  process.stdout.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    if (size < MOST_HELD) held.push(text.slice(0, MOST_HELD - size));
    size += text.length;
    for (const callback of rest) if (typeof callback === 'function') callback();
    return true;
  }) as typeof process.stdout.write;
  try {
    return await load();
  } finally {
    process.stdout.write = original;
  }
}

/** Gives what was printed meanwhile, and forgets it. */
export function takeHeld(): string[] {
  return held.splice(0);
}
