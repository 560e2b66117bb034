// Has no imports: it is there before anything that could print is loaded.

const MOST_HELD = 65_536;
const held: string[] = [];
let size = 0;

/** Keeps standard output silent while something is loaded: what it prints would be taken for the protocol. */
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

/** What was printed meanwhile, once. */
export function takeHeld(): string[] {
  return held.splice(0);
}
