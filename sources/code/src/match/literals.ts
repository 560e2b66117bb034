/** A text of a pattern's string: how the strings of code are compared with it. */
export type TextTest =
  | { readonly kind: 'any' }
  | { readonly kind: 'regex'; readonly regex: RegExp }
  | { readonly kind: 'metavariable'; readonly name: string }
  | { readonly kind: 'exact'; readonly text: string };

const tests = new Map<string, TextTest>();

/** How a string of a pattern is compared: `"..."` is any, `"=~/x/"` a regular expression, `"$X"` binds. */
export function textTest(text: string): TextTest {
  let test = tests.get(text);
  if (!test) {
    if (tests.size > 5000) tests.clear();
    test = readTest(text);
    tests.set(text, test);
  }
  return test;
}

function readTest(text: string): TextTest {
  if (text === '...') return { kind: 'any' };
  if (/^\$[A-Z_][A-Z_0-9]*$/.test(text)) return { kind: 'metavariable', name: text };
  const regex = /^=~\/(.*)\/([mi]{0,2})$/s.exec(text);
  if (regex) {
    try {
      const source = regex[1]!.replace(/\(\?i\)/g, '').replace(/\\\//g, '/');
      const flags = `${regex[2]!.includes('i') || regex[1]!.includes('(?i)') ? 'i' : ''}m`;
      return { kind: 'regex', regex: new RegExp(source, flags) };
    } catch {
      return { kind: 'exact', text };
    }
  }
  return { kind: 'exact', text };
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '0': '\0',
  "'": "'",
  '"': '"',
  '\\': '\\',
};

/** A string as the program sees it, as far as its escapes are plain. */
export function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/gs, (whole, char: string) => escapes[char] ?? whole) : text;
}
