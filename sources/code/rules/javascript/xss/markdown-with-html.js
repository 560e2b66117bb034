import MarkdownIt from "markdown-it";
import ReactMarkdown from "react-markdown";

export function pages(text) {
  // ruleid: javascript/xss/markdown-with-html
  const open = new MarkdownIt({ html: true });
  // ruleid: javascript/xss/markdown-with-html
  const shown = <ReactMarkdown escapeHtml={false}>{text}</ReactMarkdown>;
  const html = true;
  // ruleid: javascript/xss/markdown-with-html
  const other = new MarkdownIt({ linkify: true, html });

  // ok: javascript/xss/markdown-with-html
  const plain = new MarkdownIt();
  // ok: javascript/xss/markdown-with-html
  const safe = <ReactMarkdown>{text}</ReactMarkdown>;
  // ok: javascript/xss/markdown-with-html
  const off = new MarkdownIt({ html: false });
  return [open, shown, other, plain, safe, off];
}
