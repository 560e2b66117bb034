const sax = require("sax");

function read(onType) {
  const parser = sax.parser(true);
  // ruleid: javascript/xxe/sax-with-doctype
  parser.ondoctype = onType;
  const stream = sax.createStream(true);
  // ruleid: javascript/xxe/sax-with-doctype
  stream.on("doctype", onType);
  // ruleid: javascript/xxe/sax-with-doctype
  stream.on("doctype", text => onType(text));

  // ok: javascript/xxe/sax-with-doctype
  parser.onerror = onType;
  // ok: javascript/xxe/sax-with-doctype
  stream.on("opentag", onType);
  const name = "text";
  // ok: javascript/xxe/sax-with-doctype
  stream.on(name, onType);
}
