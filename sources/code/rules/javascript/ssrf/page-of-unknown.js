const puppeteer = require("puppeteer");

async function shot(address) {
  const browser = await puppeteer.launch();
  const page = await browser.newPage();
  // ruleid: javascript/ssrf/page-of-unknown
  await page.goto(address);
}

async function content(text) {
  const page = await (await puppeteer.launch()).newPage();
  const html = "<p>" + text + "</p>";
  // ruleid: javascript/ssrf/page-of-unknown
  await page.setContent(html);
  // ruleid: javascript/ssrf/page-of-unknown
  await page.evaluate("show('" + text + "')");
}

async function fixed(text) {
  const page = await (await puppeteer.launch()).newPage();
  // ok: javascript/ssrf/page-of-unknown
  await page.goto("https://example.org/");
  const html = "<p>fixed</p>";
  // ok: javascript/ssrf/page-of-unknown
  await page.setContent(html);
  // ok: javascript/ssrf/page-of-unknown
  await page.evaluate(() => document.title);
}
