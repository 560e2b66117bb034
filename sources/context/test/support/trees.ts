import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Source trees whose caches and answers are known to the byte. */
export const trees = {
  pantry: {
    'Tea.md': 'Tea tea TEA kettle\n',
    'bread.md': 'flour water salt yeast\n',
    'blank.md': '',
    'Herbs/Sage.md': 'sage tea: hot water, tea\r\n',
  },
  odd: {
    'bom.md': '\ufeffmint leaf',
    'sub/NBSP.md': 'mint\u00a0leaf\u0085mint\u3000tea',
    'zwsp.md': 'mint\u200bleaf mint',
    'Sigma.md': 'ΛΟΓΟΣ λογος λογοσ ΛΟΓΟΣ!',
    'dot.md': '\u0130nci inci i\u0307nci',
    'esc.md': 'tab\there "q" back\\slash \u0001 \u007f \u2028 end',
    'a\\b.md': 'backslash name',
    '～.md': 'wide tilde',
    '😀.md': 'grin',
    'É.md': 'accent',
    '.hid.md': 'hidden mint',
    '..md': 'two dots',
    'skip.MD': 'no',
    '.md': 'no',
  },
  gen: Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`G/D${i}.md`, generated(i)])),
} as const satisfies Record<string, Record<string, string>>;

function generated(i: number): string {
  const words = Array.from({ length: (i % 40) + 1 }, (_, j) => `w${(7 * i + j * j) % 23}`);
  return `${[...words, `d${i}`].join(' ')}\n`;
}

/** Writes a tree below a folder. */
export function plant(folder: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  mkdirSync(folder, { recursive: true });
  return folder;
}
