import { describe, expect, it } from 'vitest';
import { compileRedaction } from './index.js';

const known = ['orange', 'bätterie', '9'].join('-');
const plain = ['orange', 'battery', '9'].join('-');
const redaction = compileRedaction({ known: [known, plain] });
const inBase64 = (bytes: string | Buffer) => Buffer.from(bytes as string).toString('base64');
const image = (data: string) => ({ type: 'image', data, mimeType: 'image/png' });
const resource = (blob: string) => ({ uri: 'file:///a', mimeType: 'application/pdf', blob });
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0xff, 0xd8]);
const pngWith = (text: string) => inBase64(Buffer.concat([png, Buffer.from(text), png]));

describe('redaction of bytes in base64', () => {
  it('masks bytes that are text as text, and encodes them again', () => {
    const text = `é password=hunter22x and ${known}, ${inBase64(plain)}`;
    for (const content of [image(inBase64(text)), resource(inBase64(text))]) {
      const { value, count, withheld } = redaction.value(content);
      const { data, blob = data } = value as { data: string; blob?: string };
      expect(Buffer.from(blob, 'base64').toString()).toBe('é password=[REDACTED] and [REDACTED], [REDACTED]');
      expect([count, withheld]).toEqual([3, undefined]);
      expect(redaction.value(value).value).toBe(value);
    }
  });

  it('masks text in base64 of lines, and in base64 for addresses', () => {
    const text = `${'a line of text?>~ '.repeat(10)} ${plain}`;
    const wrapped = inBase64(text).replace(/.{76}/g, '$&\r\n');
    for (const blob of [wrapped, Buffer.from(text).toString('base64url'), inBase64(text.repeat(200))]) {
      const { value } = redaction.value(resource(blob));
      const told = Buffer.from((value as { blob: string }).blob, 'base64').toString();
      expect(told).toContain('a line of text?>~  [REDACTED]');
      expect(told).not.toContain(plain);
    }
  });

  it.each([
    ['as it is', plain],
    ['in UTF-8', known],
    ['in JSON', JSON.stringify({ [plain]: `a"${known}` })],
    ['in JSON of ASCII', JSON.stringify(known).replace(/[^\0-\x7f]/g, c => `\\u00${c.charCodeAt(0).toString(16)}`)],
    ['percent-encoded', encodeURIComponent(known)],
    ['in base64', inBase64(`x${known}`)],
    ['in base64 for addresses', Buffer.from(`xy${known}`).toString('base64url')],
    ['in hex', Buffer.from(plain).toString('hex')],
  ])('withholds other bytes that hold a known value %s', (_, form) => {
    const told = redaction.value([image(pngWith(form)), { type: 'resource', resource: resource(pngWith(form)) }]);
    expect(told.withheld).toBe(2);
    expect(told.value).toMatchObject([
      { type: 'text', text: expect.stringMatching(/^\[REDACTED\] image\/png of \d+ characters/) },
      {
        type: 'resource',
        resource: { uri: 'file:///a', text: expect.stringMatching(/^\[REDACTED\] application\/pdf/) },
      },
    ]);
    expect(JSON.stringify(told.value)).not.toMatch(/"blob"|"data"|mimeType/);
  });

  it('withholds a known value that stands in the place of base64', () => {
    expect(JSON.stringify(redaction.value(image(plain)).value)).not.toContain(plain);
    expect(redaction.value(image(plain)).withheld).toBe(1);
  });

  it('leaves other bytes as they are', () => {
    const large = inBase64(Buffer.concat([png, Buffer.alloc(100_000, 'password=hunter22x ')]));
    const content = [image(pngWith('none')), image(large), resource(inBase64('clean text')), image('')];
    expect(redaction.value(content)).toEqual({ value: content, count: 0, rules: [] });
    expect(redaction.value(content).value).toBe(content);
    expect(compileRedaction().value(content).value).toBe(content);
  });
});
