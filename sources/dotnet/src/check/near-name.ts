/** The nearest name within two edits, ignoring case; undefined when there is none. */
export function nearName(given: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.min(3, given.length);
  for (const name of names) {
    const apart = Math.abs(name.length - given.length) > 2 ? 3 : distance(given.toLowerCase(), name.toLowerCase());
    if (apart >= bestDistance) continue;
    best = name;
    bestDistance = apart;
  }
  return best;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swapped = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swapped, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
