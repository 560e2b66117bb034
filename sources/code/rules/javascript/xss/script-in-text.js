export function page(name, data) {
  // ruleid: javascript/xss/script-in-text
  const one = "<script>var name = '" + name;
  // ruleid: javascript/xss/script-in-text
  const two = `<script>show(${name})</script>`;
  const text = name.trim();
  // ruleid: javascript/xss/script-in-text
  const three = `<script type="text/javascript">var x = ${text};</script>`;

  // ok: javascript/xss/script-in-text
  const fixed = "<script src='/app.js'></script>";
  // ok: javascript/xss/script-in-text
  const after = "<script src='/app.js'></script><p>" + name;
  // ok: javascript/xss/script-in-text
  const plain = `<p>${data}</p>`;
  return [one, two, three, fixed, after, plain];
}
