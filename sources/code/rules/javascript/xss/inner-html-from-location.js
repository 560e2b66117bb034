const box = document.getElementById('box');

function one() {
  // ruleid: javascript/xss/inner-html-from-location
  box.innerHTML = location.hash.slice(1);
}

function two() {
  const name = window.location.search;
  const greeting = '<b>' + name + '</b>';
  // ruleid: javascript/xss/inner-html-from-location
  box.outerHTML = greeting;
}

function three() {
  // ruleid: javascript/xss/inner-html-from-location
  document.write(decodeURIComponent(location.hash));
}

function asText() {
  // ok: javascript/xss/inner-html-from-location
  box.textContent = location.hash;
}

function cleaned() {
  const name = DOMPurify.sanitize(location.hash);
  // ok: javascript/xss/inner-html-from-location
  box.innerHTML = name;
}

function constant() {
  // ok: javascript/xss/inner-html-from-location
  box.innerHTML = '<b>hello</b>';
}
