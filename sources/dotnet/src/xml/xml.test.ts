import { describe, expect, it } from 'vitest';
import { parseXml } from './xml.js';
import { attributeText, decoded, elementText } from './xml-text.js';
import { xmlTokens } from './xml-tokens.js';

const tokens = (text: string) => [...xmlTokens(text)];

describe('tokens', () => {
  it.each([
    '<a/>',
    '\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n<!-- <a> -->\r\n<a b = "c>d" c=\'"\' >\r\n\t<![CDATA[</a>]]>&#65;<b\n/></a >\r\n',
    '<ä:ö-1.2 _x="ü">ß</ä:ö-1.2>',
  ])('are the whole of %j, piece by piece', text => {
    const found = tokens(text);
    expect(found.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text.replace(/^\ufeff/, ''));
    expect(found.every(each => each.kind !== 'fault')).toBe(true);
  });

  it('have names and decoded attributes', () => {
    const [open] = tokens('<a one="1 &lt; 2" two=\'&#x1F600;\' />');
    expect(open).toMatchObject({ kind: 'open', name: 'a', closed: true });
    expect(open?.kind === 'open' && [...open.attributes]).toEqual([
      ['one', '1 < 2'],
      ['two', '\u{1F600}'],
    ]);
  });

  it.each([
    ['', 'there is no element'],
    ['text', 'there is text outside of the root element'],
    ['<a>', '<a> is never closed'],
    ['<a></b>', '</b> closes nothing that is open'],
    ['</a>', '</a> closes nothing that is open'],
    ['<a/><b/>', 'there is more than one root element'],
    ['<a/>x', 'there is text outside of the root element'],
    ['<a/><![CDATA[ ]]>', 'there is text outside of the root element'],
    ['<a b/>', 'the tag <a> is broken'],
    ['<a b=c/>', 'the tag <a> is broken'],
    ['<a b="c"d="e"/>', 'the tag <a> is broken'],
    ['<a b="<"/>', 'the tag <a> is broken'],
    ['<a b="&x;"/>', 'the tag <a> is broken'],
    ['<a b="c', 'the tag <a> is broken'],
    ['<a b="1" b="2"/>', 'the tag <a> is broken'],
    ['<1/>', 'a tag has no name'],
    ['<a>&nbsp;</a>', 'an entity is none that XML knows'],
    ['<a>& </a>', 'an entity is none that XML knows'],
    ['<!DOCTYPE a><a/>', 'a document type is not read'],
    ['<a><!-- </a>', '--> is missing'],
    ['<a></a', 'a closing tag is broken'],
    ['<a>'.repeat(1_001), 'elements are nested too deeply'],
  ])('of %.40j end with what is wrong', (text, message) => {
    expect(tokens(text).at(-1)).toMatchObject({ kind: 'fault', message });
  });
});

describe('elements', () => {
  it('know where they stand', () => {
    const text = '<Project>\n  <A x="1">text</A>\n  <B />\n</Project>';
    const parsed = parseXml(text);
    if ('fault' in parsed) throw new Error(parsed.fault);
    const [a, b] = parsed.root.children;
    expect(text.slice(a!.start, a!.end)).toBe('<A x="1">text</A>');
    expect(text.slice(a!.contentStart, a!.contentEnd)).toBe('text');
    expect(text.slice(b!.start, b!.end)).toBe('<B />');
    expect(b).toMatchObject({ closed: true, children: [] });
  });

  it('are none in a text that is broken, which says the line', () => {
    expect(parseXml('<a>\n<b>\n</c></a>')).toEqual({ fault: 'line 3: </c> closes nothing that is open' });
    expect(parseXml('<a>\u0000</a>')).toEqual({ fault: 'it has characters that XML does not' });
  });
});

it('writes text that reads back', () => {
  const value = `a & b < c > d "e" 'f' ]]>`;
  expect(decoded(elementText(value, '\n'))).toBe(value);
  expect(decoded(attributeText(`${value}\n\t\r`))).toBe(`${value}\n\t\r`);
  expect(elementText('one\ntwo\r\nthree', '\r\n')).toBe('one\r\ntwo\r\nthree');
});
