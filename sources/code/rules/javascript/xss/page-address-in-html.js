import DOMPurify from "dompurify";

function direct() {
  // ruleid: javascript/xss/page-address-in-html
  document.body.innerHTML = location.hash;
}

function variable() {
  const name = new URLSearchParams(window.location.search).get("name");
  // ruleid: javascript/xss/page-address-in-html
  document.write("<p>" + name + "</p>");
}

function sent() {
  window.addEventListener("message", event => {
    // ruleid: javascript/xss/page-address-in-html
    $("#box").html(event.data);
  });
}

function going() {
  const next = new URLSearchParams(location.search).get("next");
  // ruleid: javascript/xss/page-address-in-html
  window.location.href = next;
}

function text() {
  // ok: javascript/xss/page-address-in-html
  document.body.textContent = location.hash;
}

function fixed() {
  const html = "<p>fixed</p>";
  // ok: javascript/xss/page-address-in-html
  document.body.innerHTML = html;
}

function cleaned() {
  const html = DOMPurify.sanitize(location.hash);
  // ok: javascript/xss/page-address-in-html
  document.body.innerHTML = html;
}

function known() {
  const next = new URLSearchParams(location.search).get("next");
  // ok: javascript/xss/page-address-in-html
  if (["/home", "/help"].includes(next)) window.location.href = next;
}
