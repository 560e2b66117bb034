/** What keeps a text from being a URI template that can match something; undefined when nothing does. */
export function templateFault(template: string): string | undefined {
  let variables = 0;
  for (let at = 0; at < template.length; at++) {
    if (template[at] === '}') return 'has a } without its {';
    if (template[at] !== '{') continue;
    const end = template.indexOf('}', at);
    if (end < 0) return 'has a { without its }';
    const expression = template.slice(at + 1, end);
    if (!/^[+#./;?&]?[A-Za-z0-9_.%,:*]{1,200}$/.test(expression)) return `has no variable's name in {${expression}}`;
    variables += 1;
    at = end;
  }
  return variables === 0 ? 'has no {variable}' : undefined;
}
