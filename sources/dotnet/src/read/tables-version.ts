/** Orders by version: numbers as numbers, a prerelease below its release, as SemVer has it. */
export function byVersion(one: { readonly version: string }, other: { readonly version: string }): number {
  const [a, b] = [partsOf(one.version), partsOf(other.version)];
  return compareAll(a.numbers, b.numbers) || releasedLast(a.labels, b.labels) || compareAll(a.labels, b.labels);
}

function partsOf(version: string) {
  const [plain = ''] = version.split('+', 1);
  const dash = plain.indexOf('-');
  const cut = dash < 0 ? plain.length : dash;
  return { numbers: plain.slice(0, cut).split('.'), labels: dash < 0 ? [] : plain.slice(cut + 1).split('.') };
}

const releasedLast = (a: readonly string[], b: readonly string[]) => Number(a.length === 0) - Number(b.length === 0);

function compareAll(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const order = compare(a[at], b[at]);
    if (order !== 0) return order;
  }
  return 0;
}

function compare(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  const [first, second] = [a, b].map(each => (/^\d{1,15}$/.test(each) ? Number(each) : undefined));
  if (first !== undefined && second !== undefined) return first - second;
  if (first !== undefined || second !== undefined) return first !== undefined ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}
