import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasJq, run, shellsHere } from '../../test/support/shells.js';

const document = {
  name: 'Ann',
  'a b': 1,
  deep: { list: [10, { text: 'x\n"q" \\ é 😀 / \t end' }], empty: {} },
  nothing: null,
  no: false,
  yes: true,
  word: 'null',
  count: 42,
};

/** Filters, and what they print; a number is the status of one that fails. */
const filters: Readonly<Record<string, string | number>> = {
  '.name': 'Ann',
  '.deep.list[0]': '10',
  '.deep.list[1].text': 'x\n"q" \\ é 😀 / \t end',
  '.deep.list': '[10,{"text":"x\\n\\"q\\" \\\\ é 😀 / \\t end"}]',
  '.deep["list"][0]': '10',
  '."a b"': '1',
  '.["a b"]': '1',
  '.deep.empty': '{}',
  '.nothing': 'null',
  '.missing': 'null',
  '.missing.deeper[3].still': 'null',
  '.deep.list[9]': 'null',
  '.no': 'false',
  '.yes': 'true',
  '.word': 'null',
  '.no // "other"': 'other',
  '.missing // "a // b"': 'a // b',
  '.missing // {"x": [1, 2]}': '{"x":[1,2]}',
  '.name // "other"': 'Ann',
  '.nothing // empty': '',
  '.name.first // "other"': 5,
  '.': JSON.stringify(document),
  '.name.first': 5,
  '.deep.list.name': 5,
};

const others = [
  '.deep | keys',
  '.deep.list[]',
  '.name, .count',
  '.a + .b',
  'name',
  '.deep.list[-1]',
  '.name // .count',
  '.[',
];

describe.each(shellsHere)('JSON in %s', shell => {
  // What jq makes of a filter is the same in every shell, and takes its time.
  it.each([false, ...(hasJq && shell === shellsHere[0] ? [true] : [])])(
    'finds what a filter asks for (with jq: %s)',
    jq => {
      const script = Object.keys(filters).map(
        filter => `status=0; mcp_args_get '${filter}' || status=$?; printf '\\036%s\\035' "$status"`,
      );
      const parts = run(shell, script.join('\n').replaceAll('status', 'answer'), { jq, args: document })
        .stdout.split('\u001d')
        .slice(0, -1);
      const found = parts.map(part => part.split('\u001e') as [string, string]);
      const expected = Object.values(filters).map(each =>
        typeof each === 'number' ? ['', String(each)] : [each === '' ? '' : `${each}\n`, '0'],
      );
      expect(Object.fromEntries(Object.keys(filters).map((filter, at) => [filter, found[at]]))).toEqual(
        Object.fromEntries(Object.keys(filters).map((filter, at) => [filter, expected[at]])),
      );
    },
  );

  it('refuses any other filter without jq, in a sentence that names it', () => {
    for (const filter of others) {
      const { status, stdout, stderr } = run(shell, `mcp_args_get '${filter}'`, { args: document });
      expect({ filter, status, stdout }).toEqual({ filter, status: 3, stdout: '' });
      expect(stderr).toMatch(/^The filter .{1,40} needs jq/s);
    }
  });

  it.runIf(hasJq)('leaves any other filter to jq', () => {
    expect(
      run(shell, `mcp_args_get '.deep | keys'; mcp_args_get '.deep.list[0,1] | type'`, { jq: true, args: document })
        .stdout,
    ).toBe('["empty","list"]\nnumber\nobject\n');
  });

  it('takes the last of members with one name', () => {
    const args = '{"a":{"b":1},"a":{},"\\u0063":1,"c":2}';
    expect(run(shell, 'mcp_args_get .a.b; mcp_args_get .c', { args }).stdout).toBe('null\n2\n');
  });

  it('writes any string as JSON', () => {
    const hostile = [
      '',
      '"',
      '\\',
      '\\"',
      '\\\\n',
      '$(id)',
      '`id`',
      '%s%n',
      "it's",
      '-n',
      '--',
      '\n',
      '\n\n',
      'a\n',
      '\r\n',
      '\u001b[0m\u007f',
      Array.from({ length: 31 }, (_, at) => String.fromCharCode(at + 1)).join(''),
      'é😀\u2028',
      '&\\&',
      '*',
      '~',
      '=x',
      'tab\tend',
      ' x ',
      'x'.repeat(70_000),
      '\\u0041',
      '\u0001',
      '\u0002\u0003\u0004',
      '{"a":1}',
    ];
    const random = fc.sample(fc.string({ unit: 'grapheme', maxLength: 40 }), { numRuns: 30, seed: 1 });
    const words = [...hostile, ...random.map(each => each.replaceAll('\0', ''))];
    const { stdout } = run(
      shell,
      `for word in "$@"; do mcp_json_escape "$word"; printf '\\n'; done; mcp_json_arr "$@"`,
      { words },
    );
    const lines = stdout.split('\n');
    expect(lines.slice(0, -1).map(line => JSON.parse(line) as string)).toEqual(words);
    expect(JSON.parse(lines.at(-1)!)).toEqual(words);
  });

  it('builds objects of strings, and refuses a key without a value', () => {
    expect(JSON.parse(run(shell, `mcp_json_obj a 1 'k"' 'v\n'`).stdout)).toEqual({ a: '1', 'k"': 'v\n' });
    const { status, stderr } = run(shell, 'mcp_json_obj a 1 b; echo on');
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('a key has no value') });
  });

  it('knows what is one JSON value, as a parser does', () => {
    const values = fc.sample(fc.json({ maxDepth: 4 }), { numRuns: 15, seed: 2 });
    const broken = values.flatMap((text, at) => [
      text.slice(0, text.length / 2),
      `${text}${values[at + 1] ?? ','}`,
      text.replace(/[,:\]}]/, ''),
    ]);
    const odd = [
      '',
      ' ',
      '01',
      '-',
      '1.',
      '.5',
      '1e5',
      '-0',
      '+1',
      '1E+2',
      'nul',
      'True',
      '"\t"',
      '"\\x"',
      '"\\u12g4"',
      '"\\ud800"',
      "'a'",
      '[1,]',
      '{"a":1,}',
      '{"a"}',
      '{a:1}',
      '[1 2]',
      '"a" "b"',
      '"a',
      'a"',
      '{"a":1}}',
      ']',
      '{]',
      '[}',
      ' [ 1 , 2 ]\n',
      '"\\"',
      '"\\\\"',
      '1 2',
      '[,1]',
      '{,}',
      '"a":1',
      '\u000b1',
      'null,',
      '{"a":{"b":[{}]}}',
      'NaN',
      'Infinity',
      '//',
      '\ufeff1',
      '[["]"]]',
      '{"]":"{"}',
    ];
    const words = [...values, ...broken, ...odd].filter(each => !each.includes('\0'));
    const { stdout } = run(
      shell,
      'for word in "$@"; do if mcp_is_valid_json "$word"; then echo yes; else echo no; fi; done',
      { words },
    );
    const told = stdout.trim().split('\n');
    expect(Object.fromEntries(words.map((word, at) => [word, told[at]]))).toEqual(
      Object.fromEntries(words.map(word => [word, isJson(word) ? 'yes' : 'no'])),
    );
  });

  it('prints JSON without spaces, and nothing else of it changed', () => {
    const values = fc.sample(fc.jsonValue({ maxDepth: 4 }), { numRuns: 20, seed: 3 });
    const words = values.map(value => JSON.stringify(value, null, 1).replaceAll('\\u0000', ''));
    const { stdout } = run(shell, `for word in "$@"; do mcp_emit_json "$word"; printf '\\n'; done`, { words });
    expect(stdout.trimEnd().split('\n')).toEqual(words.map(word => JSON.stringify(JSON.parse(word))));
  });

  it('reads and writes large texts', () => {
    const text = 'line "x"\\ \n'.repeat(10_000);
    const args = JSON.stringify({ text, list: Array.from({ length: 10_000 }, (_, at) => at) });
    const script = `mcp_args_get .text | wc -c; mcp_args_get '.list[9999]'; mcp_json_escape "$(mcp_args_get .text)" | wc -c`;
    const { stdout } = run(shell, script, { spilled: args });
    expect(stdout.trim().split(/\s+/).map(Number)).toEqual([
      text.length,
      9_999,
      JSON.stringify(text.slice(0, -1)).length,
    ]);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
