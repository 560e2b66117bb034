import { parseXml, type XmlElement } from '../../xml/xml.js';

/** The text of a project, its root element and its formatting. */
export interface ProjectText {
  readonly text: string;
  readonly root: XmlElement;
  readonly newline: string;
  /** The indentation of one level. */
  readonly step: string;
}

/** Parses the text of a project; gives the fault when it is not a project. */
export function openProject(text: string): ProjectText | { readonly fault: string } {
  const parsed = parseXml(text);
  if ('fault' in parsed) return parsed;
  const { root } = parsed;
  if (root.name !== 'Project') return { fault: `its root element is <${root.name.slice(0, 100)}>` };
  const newline = /\r?\n/.exec(text.slice(root.start))?.[0] ?? /\r?\n/.exec(text)?.[0] ?? '\n';
  return { text, root, newline, step: stepOf(text, root) };
}

/** The unconditional groups of a kind, in document order. */
export function groupsOf({ root }: ProjectText, kind: 'PropertyGroup' | 'ItemGroup'): readonly XmlElement[] {
  return root.children.filter(each => each.name === kind && !hasCondition(each));
}

/** Whether an element is conditional. */
export function hasCondition({ attributes }: XmlElement): boolean {
  return (attributes.get('Condition') ?? '').trim() !== '';
}

/** Names of properties and item types are equal in any case. */
export function isNamed({ name }: XmlElement, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase();
}

/** The white space before an element on its line; undefined when something else stands there. */
export function indentOf(text: string, { start }: XmlElement): string | undefined {
  let at = start;
  while (text[at - 1] === ' ' || text[at - 1] === '\t') at -= 1;
  return at === 0 || text[at - 1] === '\n' ? text.slice(at, start) : undefined;
}

function stepOf(text: string, root: XmlElement): string {
  for (const child of root.children) {
    const own = indentOf(text, child);
    if (own) return own;
    const inner = child.children.map(each => indentOf(text, each)).find(each => each);
    if (inner) return inner;
  }
  return '  ';
}
