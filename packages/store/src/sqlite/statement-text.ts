const written = new Map<string, string>();

/** A statement of `sql/` as SQLite writes it. Only one transaction writes at a time here, so no row needs a lock of its own. */
export function sqliteText(sql: string): string {
  const known = written.get(sql);
  if (known !== undefined) return known;
  const text = sql
    .replaceAll(/\$(\d{1,4})/g, '?$1')
    .replaceAll('now_ms()', `CAST(unixepoch('subsec') * 1000 AS INTEGER)`)
    .replaceAll(/ FOR (?:UPDATE|KEY SHARE)(?: OF [a-z_]{1,40})?(?: SKIP LOCKED)?/g, '');
  if (written.size < 1_000) written.set(sql, text);
  return text;
}
