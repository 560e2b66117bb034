interface Arguments {
  readonly title: string;
  readonly longest?: number;
}

/** A title in the letters of an address. */
export default function run({ title, longest = 60 }: Arguments): string {
  const letters = title
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  const words: string[] = letters.match(/[a-z0-9]{1,100}/g) ?? [];
  return words.join('-').slice(0, longest);
}
