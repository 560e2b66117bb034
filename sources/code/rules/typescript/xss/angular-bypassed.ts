import { Component, Input } from "@angular/core";
import { DomSanitizer } from "@angular/platform-browser";
import DOMPurify from "dompurify";

@Component({ selector: "app-note", template: "" })
export class NoteComponent {
  @Input() text = "";

  constructor(private readonly sanitizer: DomSanitizer) {}

  html() {
    // ruleid: typescript/xss/angular-bypassed
    return this.sanitizer.bypassSecurityTrustHtml(this.text);
  }

  address(name: string) {
    const url = "https://example.org/" + name;
    // ruleid: typescript/xss/angular-bypassed
    return this.sanitizer.bypassSecurityTrustResourceUrl(url);
  }

  script() {
    // ruleid: typescript/xss/angular-bypassed
    return this.sanitizer.bypassSecurityTrustScript(location.hash);
  }

  line() {
    // ok: typescript/xss/angular-bypassed
    return this.sanitizer.bypassSecurityTrustHtml("<hr>");
  }

  cleaned() {
    const html = DOMPurify.sanitize(this.text);
    // ok: typescript/xss/angular-bypassed
    return this.sanitizer.bypassSecurityTrustHtml(html);
  }

  fixed() {
    const html = "<b>fixed</b>";
    // ok: typescript/xss/angular-bypassed
    return this.sanitizer.bypassSecurityTrustHtml(html);
  }
}
