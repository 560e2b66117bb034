import DOMPurify from "dompurify";

function show(element, text) {
  // ruleid: javascript/xss/parameter-in-html
  element.innerHTML = text;
}

function written(name) {
  const html = "<p>" + name + "</p>";
  // ruleid: javascript/xss/parameter-in-html
  document.write(html);
}

export function inserted(element, rows) {
  // ruleid: javascript/xss/parameter-in-html
  element.insertAdjacentHTML("beforeend", rows.join(""));
}

function plain(element, text) {
  // ok: javascript/xss/parameter-in-html
  element.textContent = text;
}

function fixed(element) {
  const html = "<hr>";
  // ok: javascript/xss/parameter-in-html
  element.innerHTML = html;
}

function cleaned(element, text) {
  const html = DOMPurify.sanitize(text);
  // ok: javascript/xss/parameter-in-html
  element.innerHTML = html;
}
