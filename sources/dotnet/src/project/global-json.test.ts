import { describe, expect, it } from 'vitest';
import { configureGlobalJson } from './edit/global-json-edit.js';
import { parseGlobalJson, runnerIn } from './global-json.js';

const contentOf = (text: string | undefined, wish: Parameters<typeof configureGlobalJson>[1]) => {
  const done = configureGlobalJson(text, wish);
  if ('fault' in done) throw new Error(done.fault);
  return done.content;
};

describe('reading', () => {
  it.each([
    ['{"test":{"runner":"Microsoft.Testing.Platform"}}', 'microsoft-testing-platform'],
    ['{"test":{"runner":"microsoft.testing.platform"}}', 'microsoft-testing-platform'],
    ['\ufeff{ // mine\n "test": { /* why */ "runner": "VSTest", }, }', 'vstest'],
    ['{"test":{"runner":"Other"}}', undefined],
    ['{"test":{"runner":1}}', undefined],
    ['{"test":"VSTest"}', undefined],
    ['{"sdk":{}}', undefined],
    ['[]', undefined],
    ['{"test":{"runner":"VSTest"}', undefined],
    ['', undefined],
  ])('%j names %s', (text, runner) => {
    expect(runnerIn(parseGlobalJson(text))).toBe(runner);
  });
});

describe('configuring', () => {
  it('writes a new file where there is none', () => {
    expect(
      configureGlobalJson(undefined, { sdkVersion: '10.0.100', rollForward: 'latestFeature', testRunner: 'VSTest' }),
    ).toEqual({
      created: true,
      content:
        '{\n  "sdk": {\n    "version": "10.0.100",\n    "rollForward": "latestFeature"\n  },\n  "test": {\n    "runner": "VSTest"\n  }\n}\n',
    });
  });

  it('keeps comments, order, indentation, the mark at the beginning and the line ends', () => {
    const text = [
      '\ufeff{',
      '\t// the SDK we build with',
      '\t"msbuild-sdks": { "A": "1" },',
      '\t"sdk": {',
      '\t\t"version": "8.0.100", // for now',
      '\t\t"allowPrerelease": false /* never */ // really',
      '\t}',
      '}',
      '',
    ].join('\r\n');
    expect(
      contentOf(text, { sdkVersion: '10.0.100', rollForward: 'major', testRunner: 'MicrosoftTestingPlatform' }),
    ).toBe(
      [
        '\ufeff{',
        '\t// the SDK we build with',
        '\t"msbuild-sdks": { "A": "1" },',
        '\t"sdk": {',
        '\t\t"version": "10.0.100", // for now',
        '\t\t"allowPrerelease": false, /* never */ // really',
        '\t\t"rollForward": "major"',
        '\t},',
        '\t"test": {',
        '\t\t"runner": "Microsoft.Testing.Platform"',
        '\t}',
        '}',
        '',
      ].join('\r\n'),
    );
  });

  it.each([
    ['{}', '{"sdk": { "version": "1.0.1" }}'],
    ['{ }\n', '{\n  "sdk": {\n    "version": "1.0.1"\n  }\n}\n'],
    ['{"a":1}', '{"a":1, "sdk": { "version": "1.0.1" }}'],
    ['{"sdk":{}}', '{"sdk":{"version": "1.0.1"}}'],
    ['{"sdk":{"version":"1"},}', '{"sdk":{"version":"1.0.1"},}'],
    ['{\n    "a": 1,\n}', '{\n    "a": 1,\n    "sdk": {\n        "version": "1.0.1"\n    }\n}'],
    ['{\n  "sdk": { "rollForward": "major" }\n}', '{\n  "sdk": { "rollForward": "major", "version": "1.0.1" }\n}'],
    ['{\n  "sdk": {\n  }\n}', '{\n  "sdk": {\n    "version": "1.0.1"\n  }\n}'],
    ['{ // c\n}', '{ // c\n  "sdk": {\n    "version": "1.0.1"\n  }\n}'],
  ])('of %j gives %j', (text, expected) => {
    const content = contentOf(text, { sdkVersion: '1.0.1' });
    expect(content).toBe(expected);
    expect(parseGlobalJson(content)).toMatchObject({ sdk: { version: '1.0.1' } });
    expect(contentOf(content, { sdkVersion: '1.0.1' })).toBe(content);
  });

  it.each(['', '[]', '"x"', '{', '{"a" 1}', 'null'])('refuses %j', text => {
    expect(configureGlobalJson(text, { sdkVersion: '1.0.0' })).toEqual({ fault: 'is not a JSON object' });
  });

  it('refuses a section that is no object', () => {
    expect(configureGlobalJson('{"sdk":"8"}', { sdkVersion: '1.0.0' })).toEqual({
      fault: "has a value of 'sdk' that is not an object",
    });
  });
});
