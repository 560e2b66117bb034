import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How much there is to search. */
export interface Corpus {
  readonly documents: number;
  readonly vocabulary: number;
  readonly bytesEach: number;
}

export const CORPUS: Corpus = { documents: 100_000, vocabulary: 50_000, bytesEach: 1_500 };

const TO_A_FOLDER = 1_000;

/** Writes source files that are the same every time: few words are common, most are rare. Gives the bytes of all texts. */
export function writeCorpus(folder: string, { documents, vocabulary, bytesEach }: Corpus = CORPUS): number {
  const next = numbers(0x2545_f491);
  const words = Array.from({ length: vocabulary }, (_, index) => wordOf(index));
  let total = 0;
  for (let document = 0; document < documents; document++) {
    const directory = join(folder, `part-${String(Math.floor(document / TO_A_FOLDER)).padStart(3, '0')}`);
    if (document % TO_A_FOLDER === 0) mkdirSync(directory, { recursive: true });
    // The number makes every text one of its own.
    let text = `document ${document}\n`;
    for (let column = 0; text.length < bytesEach; column++) {
      const word = words[Math.floor(vocabulary * next() ** 4)]!;
      text += column % 12 === 11 ? `${word}\n` : `${word} `;
    }
    total += text.length;
    writeFileSync(join(directory, `Document-${document}.md`), text);
  }
  return total;
}

/** A word for every number, the first ones short. */
function wordOf(index: number): string {
  const syllables = ['ta', 'ri', 'mo', 'ne', 'lu', 'sa', 'ki', 'do', 'pe', 'vu'];
  let word = '';
  for (const digit of String(index)) word += syllables[Number(digit)];
  return word;
}

/** Numbers from 0 to 1 that look random and are not. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
