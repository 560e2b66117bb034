import { expect, it } from 'vitest';
import { exceptionLine } from './exception-line.js';

it.each([
  ['Traceback (most recent call last):|  File "x.py", line 3|ValueError: no door', 'ValueError: no door'],
  ['Error: early|Traceback (most recent call last):|  File "x.py"|own.Oops', 'own.Oops'],
  ['/x.js:3|    throw new Error("no")|    ^||Error: no door|    at f (/x.js:3:9)||Node.js v20.20.2', 'Error: no door'],
  ['Error: no door|    at f {|  [cause]: Error: no key|      at g', 'Error: no door'],
  ['[31969] Fatal error: TypeError: fetch failed|    at f', '[31969] Fatal error: TypeError: fetch failed'],
  [
    'Unhandled exception. System.IO.IOException: no door|   at Program.Main()',
    'Unhandled exception. System.IO.IOException: no door',
  ],
  ['starting|panic: no door||goroutine 1 [running]:|main.main()', 'panic: no door'],
  ["thread 'main' panicked at src/main.rs:2:5:|no door", "thread 'main' panicked at src/main.rs:2:5:"],
])('finds the exception in %j', (stderr, line) => {
  expect(exceptionLine(stderr.split('|'))).toBe(line);
});

it.each(['starting|listening on 1', '', '  Error: quoted in a help text', 'usage: x [--error: y]'])(
  'finds none in %j',
  stderr => {
    expect(exceptionLine(stderr.split('|'))).toBeUndefined();
  },
);
