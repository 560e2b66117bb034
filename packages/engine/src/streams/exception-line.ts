const TRACEBACK = 'Traceback (most recent call last):';
/** How the line of an exception begins that ended a program: of Node, .NET, Java, Ruby, Go or Rust. */
const EXCEPTION =
  /^(?:\[[^\]]{1,60}\] ?)?(?:Uncaught |Unhandled exception\. |Exception in thread "[^"]{1,80}" |Fatal error: )?(?:[\w.$]{0,100}(?:Error|Exception)(?: \[\w{1,60}\])?: |panic: |thread '[^']{1,80}' panicked at )/;
/** How much of a line is looked at. */
const LONGEST = 400;

/** The line that says which exception ended a program, among the lines it wrote to stderr; undefined where none stands at their left edge. */
export function exceptionLine(lines: readonly string[]): string | undefined {
  const isAtEdge = (line: string) => /^\S/.test(line);
  const traceback = lines.findLastIndex(line => line.slice(0, LONGEST).trim() === TRACEBACK);
  if (traceback !== -1) return lines.slice(traceback + 1).findLast(isAtEdge);
  return lines.findLast(line => EXCEPTION.test(line.slice(0, LONGEST)));
}
