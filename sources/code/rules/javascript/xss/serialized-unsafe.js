import serialize from "serialize-javascript";

export function pages(value) {
  // ruleid: javascript/xss/serialized-unsafe
  const one = serialize(value, { unsafe: true });
  const raw = true;
  // ruleid: javascript/xss/serialized-unsafe
  const two = serialize(value, { unsafe: raw });
  // ruleid: javascript/xss/serialized-unsafe
  const three = "<script>" + serialize(value, { space: 2, unsafe: true });

  // ok: javascript/xss/serialized-unsafe
  const four = serialize(value);
  // ok: javascript/xss/serialized-unsafe
  const five = serialize(value, { unsafe: false });
  // ok: javascript/xss/serialized-unsafe
  const six = serialize(value, { isJSON: true });
  return [one, two, three, four, five, six];
}
