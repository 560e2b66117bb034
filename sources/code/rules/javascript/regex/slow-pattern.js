export function check(text) {
  // ruleid: javascript/regex/slow-pattern
  const first = /^(a+)+$/;
  const pattern = "([a-z]+)*x";
  // ruleid: javascript/regex/slow-pattern
  const second = new RegExp(pattern);
  // ruleid: javascript/regex/slow-pattern
  const third = new RegExp("(.*)*y");

  // ok: javascript/regex/slow-pattern
  const good = /^a+$/;
  const simple = "^[a-z]+x$";
  // ok: javascript/regex/slow-pattern
  const other = new RegExp(simple);
  // ok: javascript/regex/slow-pattern
  const last = /(?:ab)+/;
  return [first, second, third, good, other, last].map(each => each.test(text));
}
