import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Entry {
  readonly id: string;
  readonly version: string;
  readonly file: string;
}

interface Found {
  readonly id: string;
  readonly score: number;
  readonly tokens: number;
}

/** What anybody would write first: reads, checks and counts every document, sorts them, and walks along the budget. Gives ids. */
export function naiveScan(cache: string, query: string, budget: number): readonly string[] {
  const { documents } = JSON.parse(readFileSync(join(cache, 'manifest.json'), 'utf8')) as {
    readonly documents: readonly Entry[];
  };
  const terms = query.toLowerCase().split(/\s+/);
  const found: Found[] = documents.map(({ id, version, file }) => {
    const { content } = JSON.parse(readFileSync(join(cache, file), 'utf8')) as { readonly content: string };
    if (version !== `sha256:${createHash('sha256').update(content).digest('hex')}`) throw new Error(`${id} is damaged`);
    const words = content.toLowerCase().split(/\s+/).filter(Boolean);
    let matches = 0;
    for (const word of words) for (const term of terms) if (word === term) matches += 1;
    return { id, score: Math.fround(matches / words.length), tokens: Math.ceil(Buffer.byteLength(content) / 4) };
  });
  found.sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
  let used = 0;
  const taken: string[] = [];
  for (const { id, tokens } of found) {
    if (used + tokens > budget) continue;
    used += tokens;
    taken.push(id);
  }
  return taken;
}
