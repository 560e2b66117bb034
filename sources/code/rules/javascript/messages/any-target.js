export function send(frame, message) {
  // ruleid: javascript/messages/any-target
  frame.contentWindow.postMessage(message, "*");
  // ruleid: javascript/messages/any-target
  window.parent.postMessage({ done: true }, "*");
  const anyone = "*";
  // ruleid: javascript/messages/any-target
  window.opener.postMessage(message, anyone);

  // ok: javascript/messages/any-target
  frame.contentWindow.postMessage(message, "https://example.org");
  const known = "https://example.org";
  // ok: javascript/messages/any-target
  window.opener.postMessage(message, known);
  // ok: javascript/messages/any-target
  new Worker("worker.js").postMessage(message);
}
