function later(name) {
  // ruleid: javascript/code-injection/text-as-timer
  setTimeout("show('" + name + "')", 10);
  // ruleid: javascript/code-injection/text-as-timer
  setInterval(`show(${name})`, 10);
  // ruleid: javascript/code-injection/text-as-timer
  window.setTimeout(name + "()", 10);

  // ok: javascript/code-injection/text-as-timer
  setTimeout(() => show(name), 10);
  // ok: javascript/code-injection/text-as-timer
  setInterval(show, 10, name);
  // ok: javascript/code-injection/text-as-timer
  setTimeout("show()", 10);
}

function show(name) {
  return name;
}
