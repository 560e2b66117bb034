class Page {
  constructor(sanitizer) {
    this.sanitizer = sanitizer;
  }

  show(text) {
    // ruleid: javascript/xss/angular-trusted-value
    this.sanitizer.bypassSecurityTrustHtml(text);
    const html = "<b>" + text + "</b>";
    // ruleid: javascript/xss/angular-trusted-value
    this.sanitizer.bypassSecurityTrustHtml(html);
    // ruleid: javascript/xss/angular-trusted-value
    this.sanitizer.bypassSecurityTrustUrl(text);

    // ok: javascript/xss/angular-trusted-value
    this.sanitizer.bypassSecurityTrustHtml("<hr>");
    const line = "<br>";
    // ok: javascript/xss/angular-trusted-value
    this.sanitizer.bypassSecurityTrustHtml(line);
    // ok: javascript/xss/angular-trusted-value
    this.sanitizer.sanitize(1, text);
  }
}
