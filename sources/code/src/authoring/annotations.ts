/** What a comment in a test file says of the line below it. */
export interface Annotation {
  readonly kind: 'ruleid' | 'ok' | 'todoruleid' | 'todook';
  readonly rule: string;
  readonly line: number;
}

const comment = /\b(todoruleid|todook|ruleid|ok)\s{0,5}:\s{0,5}([\w./-]{1,200}(?:\s{0,5},\s{0,5}[\w./-]{1,200}){0,50})/;
const isComment = (line: string) => /^\s{0,1000}(?:#|\/\/|\/\*|<!--|\*|\{\/\*|--)/.test(line);

/** Every annotation of a test file: each is about the next line that holds no annotation, or about its own where code stands before it. */
export function annotationsIn(text: string): Annotation[] {
  const lines = text.split('\n');
  const found: Annotation[] = [];
  for (const [index, line] of lines.entries()) {
    const match = comment.exec(line.slice(0, 1_000));
    if (!match) continue;
    let about = index;
    if (isComment(line)) {
      about++;
      while (about < lines.length && isComment(lines[about]!) && comment.test(lines[about]!.slice(0, 1_000))) about++;
    }
    for (const rule of match[2]!.split(','))
      found.push({ kind: match[1] as Annotation['kind'], rule: rule.trim(), line: about + 1 });
  }
  return found;
}
