const vm = require("vm");

function compute(formula, names) {
  // ruleid: javascript/code-injection/code-of-unknown
  eval(formula);
  const script = "x = " + formula;
  // ruleid: javascript/code-injection/code-of-unknown
  vm.runInNewContext(script, {});
  // ruleid: javascript/code-injection/code-of-unknown
  return new Function("a", formula);
}

function fixed(formula) {
  // ok: javascript/code-injection/code-of-unknown
  eval("1 + 1");
  const script = "x = 1";
  // ok: javascript/code-injection/code-of-unknown
  vm.runInNewContext(script, {});
  // ok: javascript/code-injection/code-of-unknown
  setTimeout(() => formula(), 10);
  const count = Number(formula);
  // ok: javascript/code-injection/code-of-unknown
  eval("x = " + count);
}
