export function clean(text) {
  // ruleid: javascript/xss/own-escaping
  const one = text.replace("<", "&lt;");
  // ruleid: javascript/xss/own-escaping
  const two = one.replace('"', "&quot;");
  const sign = "'";
  // ruleid: javascript/xss/own-escaping
  const three = two.replace(sign, "&#39;");

  // ok: javascript/xss/own-escaping
  const all = text.replaceAll("<", "&lt;");
  // ok: javascript/xss/own-escaping
  const other = text.replace(/</g, "&lt;");
  // ok: javascript/xss/own-escaping
  const space = text.replace(" ", "-");
  return [three, all, other, space];
}
