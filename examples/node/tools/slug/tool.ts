interface Arguments {
  readonly title: string;
  readonly longest?: number;
}

/** A title in the letters of an address. */
export default function run({ title, longest = 60 }: Arguments): string {
  const words: string[] =
    title
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]{1,100}/g) ?? [];
  return words.join('-').slice(0, longest);
}
