import { parseXml } from '../xml/xml.js';

/** The SDKs a project's text names, joined by `;`; undefined when it names none or is no project. */
export function sdkOf(text: string): string | undefined {
  const parsed = parseXml(text);
  if ('fault' in parsed) return undefined;
  const { attributes, children } = parsed.root;
  const named = [
    attributes.get('Sdk'),
    ...children.filter(each => each.name === 'Sdk').map(each => each.attributes.get('Name')),
    ...children.filter(each => each.name === 'Import').map(each => each.attributes.get('Sdk')),
  ].flatMap(each => (each ?? '').split(';'));
  const sdks = new Set(named.map(each => each.split('/', 1)[0]!.trim()).filter(each => each !== ''));
  return sdks.size === 0 ? undefined : [...sdks].join(';');
}
