/** New text for a stretch of a file, by bytes. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The bytes with all replacements made. Of two that overlap the first counts; the others are told as left. */
export function replaceAll(
  bytes: Buffer,
  replacements: readonly Replacement[],
): { readonly bytes: Buffer; readonly left: readonly Replacement[] } {
  const pieces: Buffer[] = [];
  const left: Replacement[] = [];
  let at = 0;
  let last: Replacement | undefined;
  for (const each of [...replacements].sort((one, other) => one.start - other.start || other.end - one.end)) {
    const isSame = last !== undefined && last.start === each.start && last.end === each.end && last.text === each.text;
    if (isSame) continue;
    if (
      each.start < at ||
      (each.start === at && last !== undefined && last.end === each.start && each.end === each.start)
    ) {
      left.push(each);
      continue;
    }
    pieces.push(bytes.subarray(at, each.start), Buffer.from(each.text));
    at = each.end;
    last = each;
  }
  pieces.push(bytes.subarray(at));
  return { bytes: Buffer.concat(pieces), left };
}
