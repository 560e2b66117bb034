/** A comment that says that findings are known and accepted, with the rules it is about. */
const comment =
  /(?:#|\/\/|\/\*|<!--|--)[^\n]{0,300}?\b(?:nosemgrep|nosem|concord-ignore)\b(?:\s{0,9}:\s{0,9}([\w./@-]{1,200}(?:\s{0,9},\s{0,9}[\w./@-]{1,200}){0,50}))?/i;

/** Whether a line's comment accepts findings of a rule. */
function accepts(line: string, ruleId: string): boolean {
  if (!/nosem|concord-ignore/i.test(line)) return false;
  const found = comment.exec(line.slice(0, 10_000));
  if (!found) return false;
  if (found[1] === undefined) return true;
  return found[1].split(',').some(name => {
    const wanted = name.trim();
    return (
      wanted === ruleId ||
      ruleId.endsWith(`.${wanted}`) ||
      ruleId.endsWith(`/${wanted}`) ||
      wanted.endsWith(`.${ruleId}`)
    );
  });
}

/** Whether a line is a comment and nothing else. */
const isComment = (line: string) => /^\s{0,1000}(?:#|\/\/|\/\*|<!--|\*|--)/.test(line);

/** Whether a finding that begins on a line is accepted there, or by a comment of its own on the line above. */
export function isSuppressed(ruleId: string, line: number, textOf: (line: number) => string): boolean {
  if (accepts(textOf(line), ruleId)) return true;
  if (line === 1) return false;
  const above = textOf(line - 1);
  return isComment(above) && accepts(above, ruleId);
}
