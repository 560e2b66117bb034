import Handlebars from "handlebars";
import nunjucks from "nunjucks";

export function engines(text) {
  // ruleid: javascript/xss/escaping-off
  Handlebars.compile(text, { noEscape: true });
  // ruleid: javascript/xss/escaping-off
  nunjucks.configure("views", { autoescape: false });
  const raw = true;
  // ruleid: javascript/xss/escaping-off
  Handlebars.compile(text, { noEscape: raw });

  // ok: javascript/xss/escaping-off
  Handlebars.compile(text);
  // ok: javascript/xss/escaping-off
  nunjucks.configure("views", { autoescape: true });
  const escaped = false;
  // ok: javascript/xss/escaping-off
  Handlebars.compile(text, { noEscape: escaped });
}
