const inspector = require("inspector");
const puppeteer = require("puppeteer");

function start() {
  // ruleid: javascript/debug/devtools-open
  puppeteer.launch({ args: ["--remote-debugging-address=0.0.0.0"] });
  // ruleid: javascript/debug/devtools-open
  inspector.open(9229, "0.0.0.0");
  const option = "--remote-debugging-port=9222";
  // ruleid: javascript/debug/devtools-open
  puppeteer.launch({ args: ["--no-sandbox", option] });

  // ok: javascript/debug/devtools-open
  puppeteer.launch({ args: ["--headless"] });
  // ok: javascript/debug/devtools-open
  inspector.open(9229, "127.0.0.1");
  const other = "--mute-audio";
  // ok: javascript/debug/devtools-open
  puppeteer.launch({ args: [other] });
}
