import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ran, type RunOptions, run, runAll, sdk, shellsHere, standInCommand } from '../../test/support/shells.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'concord-roots-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const root = join(folder, 'ro[o]t *');
mkdirSync(join(root, 'sub'), { recursive: true });
mkdirSync(join(folder, 'root x'));
writeFileSync(join(root, 'file'), '');
symlinkSync(folder, join(root, 'out'));
symlinkSync('sub', join(root, 'in'));
symlinkSync(join(folder, 'nowhere'), join(root, 'dangling'));
const roots = { MCP_ROOTS_PATHS: root, MCP_ROOTS_COUNT: '1' };
const command = standInCommand();

/** Scripts and what they print. */
const printing: Readonly<Record<string, readonly [script: string, printed: string, options?: RunOptions]>> = {
  'all arguments': ['mcp_args_raw', '{"a":1}', { args: { a: 1 } }],
  'no arguments': ['mcp_args_raw', '{}', { args: '' }],
  'all of _meta': ['mcp_meta_raw', '{"m":1}', { env: { MCP_TOOL_META_JSON: '{"m":1}' } }],
  'part of _meta': ['mcp_meta_get .m', '1\n', { env: { MCP_TOOL_META_JSON: '{"m":1}' } }],
  'a default for what is missing': [`mcp_args_get '.name' --default World`, 'World\n'],
  'a default for null': ['mcp_args_get .a --default "x  y"', 'x  y\n', { args: { a: null } }],
  'no default for false': ['mcp_args_get .a --default x', 'false\n', { args: { a: false } }],
  'a default for what does not fit': ['mcp_args_get .a.b --default x', 'x\n', { args: { a: 1 } }],
  'what is required': ['mcp_args_require .a', 'v', { args: { a: 'v' } }],
  'the word null': ['mcp_args_require .a', 'null', { args: { a: 'null' } }],
  'a boolean': ['mcp_args_bool .a; mcp_args_bool .b --default true', 'falsetrue', { args: { a: false } }],
  'a default of 1': ['mcp_args_bool .b --default 1; mcp_args_bool .b --default no', 'truefalse'],
  'an integer': ['mcp_args_int .a --min -5 --max 9 --default 1', '-5', { args: { a: -5 } }],
  'the default of an integer': ['mcp_args_int .a --default 7', '7'],
  'the roots': ['mcp_roots_list; mcp_roots_count', `${root}1`, { env: roots }],
  'a path': ['mcp_require_path .p', join(root, 'sub'), { args: { p: join(root, 'in') }, env: roots }],
  'a path that is not there yet': [
    'mcp_require_path .p',
    join(root, 'sub/new/x'),
    { args: { p: `${root}/in/new/./x` }, env: roots },
  ],
  'a file': ['mcp_require_path .p', join(root, 'file'), { args: { p: `${root}/sub/../file` }, env: roots }],
  'a path below the project': [
    'cd "$MCP_ROOTS_PATHS"; mcp_require_path .p',
    join(root, 'sub'),
    { args: { p: 'sub/' }, env: roots },
  ],
  'the only root': ['mcp_require_path .p --default-to-single-root', root, { env: roots }],
  'no path where none is needed': ['mcp_require_path .p --allow-empty', '', { env: roots }],
  'that a call goes on': ['if mcp_is_cancelled; then echo yes; else echo no; fi', 'no\n'],
  'that a call was cancelled': ['touch "$MCP_CANCEL_FILE"; if mcp_is_cancelled; then echo yes; fi', 'yes\n'],
  text: [`mcp_emit_text 'a %s\\n'`, 'a %s\\n'],
  'the length of a text in bytes': [`mcp_byte_length 'é😀'; mcp_byte_length ''`, '6\n0\n'],
  'what a retried command prints': [
    `n=0; try() { n=$((n + 1)); echo "$n"; [ "$n" -eq 3 ] || return 5; }; mcp_with_retry 4 0.01 -- try`,
    '1\n2\n3\n',
  ],
  'that not all failures are retried': [
    'mcp_with_retry 3 0.01 -- sh -c "echo once; exit 2" || echo "status $?"',
    'once\nstatus 2\n',
  ],
  'that a status of a function inside is not taken for its own': [
    'try() { mcp_args_get .a >/dev/null; }; mcp_with_retry 2 0.01 -- try && echo fine',
    'fine\n',
  ],
  'that attempts end': [
    'mcp_with_retry 2 0.01 -- sh -c "echo again; exit 9" || echo "status $?"',
    'again\nagain\nstatus 9\n',
  ],
  'a decline where nobody can be asked': [
    'mcp_elicit_confirm "Sure?"; mcp_elicit_url Go https://x/',
    '{"action":"decline","content":null}'.repeat(2),
  ],
  'a value of the configuration': [
    'mcp_config_get .a.b; mcp_config_get .c --default d; mcp_config_get .f --default x',
    '1dfalse',
    { env: { MCP_CONFIG_JSON: '{"a":{"b":1},"f":false}' } },
  ],
};

/** Scripts that fail the call, and the error. */
const failing: Readonly<Record<string, readonly [script: string, error: object, options?: RunOptions]>> = {
  'what is missing': ['name=$(mcp_args_require .name); echo on', { code: -32602, message: '.name is required' }],
  'an empty text': ['mcp_args_require .name "Who?"', { code: -32602, message: 'Who?' }, { args: { name: '' } }],
  'no boolean': [
    'x=$(mcp_args_bool .a); echo on',
    { code: -32602, message: '.a must be true or false' },
    { args: { a: 'maybe' } },
  ],
  'a boolean that is missing': ['mcp_args_bool .a', { code: -32602, message: '.a is required' }],
  'no integer': ['mcp_args_int .a', { code: -32602, message: '.a must be an integer' }, { args: { a: 1.5 } }],
  'an integer that is too small': [
    'mcp_args_int .a --min 2',
    { code: -32602, message: '.a must be >= 2' },
    { args: { a: 1 } },
  ],
  'an integer that is too large': [
    'mcp_args_int .a --max 2',
    { code: -32602, message: '.a must be <= 2' },
    { args: { a: 3 } },
  ],
  'an integer of many digits': [
    'mcp_args_int .a',
    { code: -32602, message: '.a must be an integer' },
    { args: '{"a":99999999999999999999}' },
  ],
  'arguments that are no JSON': ['mcp_args_int .a', { code: -32603 }, { args: '{' }],
  'a path outside': [
    'p=$(mcp_require_path .p); echo on',
    { code: -32602, message: '.p is outside the roots' },
    { args: { p: '/etc/passwd' }, env: roots },
  ],
  'a path that a pattern would let in': [
    'mcp_require_path .p',
    { code: -32602 },
    { args: { p: join(folder, 'root x') }, env: roots },
  ],
  'a link that leads outside': [
    'mcp_require_path .p',
    { code: -32602 },
    { args: { p: join(root, 'out', 'x') }, env: roots },
  ],
  'a link to nothing outside': [
    'mcp_require_path .p',
    { code: -32602 },
    { args: { p: join(root, 'dangling') }, env: roots },
  ],
  'steps up through nothing': [
    'mcp_require_path .p',
    { code: -32602 },
    { args: { p: `${root}/none/../../x` }, env: roots },
  ],
  'a path of two lines': ['mcp_require_path .p', { code: -32602 }, { args: { p: `${root}\n/x` }, env: roots }],
  'a path that is missing': ['mcp_require_path .p', { code: -32602, message: '.p is required' }, { env: roots }],
  'no single root': [
    'mcp_require_path .p --default-to-single-root',
    { code: -32602 },
    { env: { MCP_ROOTS_PATHS: '/a\n/b', MCP_ROOTS_COUNT: '2' } },
  ],
  'an error of its own': [`mcp_fail 42 'say "no"' '{ "a": [1] }'`, { code: 42, message: 'say "no"', data: { a: [1] } }],
  'a code that is none': ['mcp_fail x', { code: -32603, message: 'Tool failed' }],
  'data that are no JSON': [`mcp_fail 1 m 'a "b'`, { code: 1, message: 'm', data: 'a "b' }],
  'invalid arguments': ['mcp_fail_invalid_args', { code: -32602, message: 'Invalid params' }],
  'a flag that is none': ['x=$(mcp_args_int .a --mni 3); echo on', { code: -32603 }],
  'a flag without value': ['mcp_args_bool .a --default', { code: -32603 }],
  'a code that JSON would not take': ['mcp_fail 08 x', { code: -32603, message: 'x' }],
  'the first error': ['set +e; x=$(mcp_fail 1 first); mcp_fail 2 second', { code: 1, message: 'first' }],
};

const success = (result: unknown) => ({ structuredContent: { success: true, result }, isError: false });
const failed = (error: object, text: string) => ({
  content: [{ type: 'text', text }],
  structuredContent: { success: false, error },
  isError: true,
});

/** Scripts that print a result. */
const resulting: Readonly<Record<string, readonly [script: string, result: object, options?: RunOptions]>> = {
  'a success': [
    `mcp_result_success '{"a": "b c"}'`,
    { ...success({ a: 'b c' }), content: [{ type: 'text', text: '{"success":true,"result":{"a":"b c"}}' }] },
  ],
  'a list that is too long': [
    `mcp_result_success '[1, 2, 3]' 10`,
    { ...success([1, 2, 3]), content: [{ type: 'text', text: 'Success: array with 3 items' }] },
  ],
  'an object that is too long': [
    `mcp_result_success '{"a":{"b":1}}'`,
    { content: [{ type: 'text', text: 'Success: object with 1 keys' }] },
    { env: { MCPBASH_MAX_TEXT_BYTES: '5' } },
  ],
  'what is no JSON': [
    'mcp_result_success "1 2"',
    { isError: true, structuredContent: { success: false, error: { type: 'internal_error' } } },
  ],
  'an error': [
    `mcp_result_error '{"type":"not_found","message":"m","path":"p"}'`,
    failed({ type: 'not_found', message: 'm', path: 'p' }, 'm'),
  ],
  'an error without message': [
    `mcp_result_error '{"message":null}'`,
    failed({ type: 'internal_error', message: 'Unknown error' }, 'Unknown error'),
  ],
  'an empty error': [
    `mcp_result_error '{}'`,
    failed({ type: 'internal_error', message: 'Unknown error' }, 'Unknown error'),
  ],
  'an error that is a text': [
    `mcp_result_error 'a "b'`,
    failed({ type: 'internal_error', message: 'The error is not JSON', raw: 'a "b' }, 'The error is not JSON'),
  ],
  'an error with all there is': [
    `mcp_error validation_error 'no "x"' --hint 'try y' --data '{"a": 1}'`,
    failed({ type: 'validation_error', message: 'no "x"', hint: 'try y', data: { a: 1 } }, 'no "x"'),
  ],
  'an error with data that are no JSON': [
    'mcp_error a b --data zz',
    failed({ type: 'a', message: 'b', data: { _invalid_json: 'zz' } }, 'b'),
  ],
};

describe.each(shellsHere)('a tool in %s', shell => {
  const table = {
    ...prefixed('prints', printing),
    ...prefixed('fails with', failing),
    ...prefixed('gives', resulting),
  };
  let ran: Readonly<Record<string, Ran>>;
  beforeAll(() => {
    const all = runAll(
      shell,
      Object.values(table).map(([script, , options]) => [script, options] as const),
    );
    ran = Object.fromEntries(Object.keys(table).map((name, at) => [name, all[at]!]));
  });

  it.each(Object.keys(printing))('prints %s', name => {
    expect(ran[`prints ${name}`]).toMatchObject({ stdout: printing[name]![1], status: 0 });
  });

  it.each(Object.keys(failing))('fails with %s', name => {
    const { stdout, status, read } = ran[`fails with ${name}`]!;
    expect(JSON.parse(read('error'))).toMatchObject(failing[name]![1]);
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
  });

  it.each(Object.keys(resulting))('gives %s', name => {
    expect(JSON.parse(ran[`gives ${name}`]!.stdout)).toMatchObject(resulting[name]![1]);
  });

  it('reports progress and log lines, one a line', () => {
    const ran = run(
      shell,
      `mcp_progress 5 'half "way"
' 10; mcp_progress 1.50 x; mcp_progress none y z
       mcp_log WARN me '{ "a":
 1 }'; mcp_log odd me 'no json'; mcp_log_debug d 'a "b'; mcp_log_info i x; mcp_log_warn w x; mcp_log_error e x`,
    );
    const lines = (name: 'progress' | 'log') =>
      ran
        .read(name)
        .trimEnd()
        .split('\n')
        .map(line => (JSON.parse(line) as { params: object }).params);
    const progressToken = 'token "1"';
    expect(lines('progress')).toEqual([
      { progressToken, progress: 5, total: 10, message: 'half "way"\n' },
      { progressToken, progress: 1.5, message: 'x' },
      { progressToken, progress: 0, message: 'y' },
    ]);
    expect(lines('log')).toEqual([
      { level: 'warning', logger: 'me', data: { a: 1 } },
      { level: 'info', logger: 'me', data: 'no json' },
      { level: 'debug', logger: 'd', data: 'a "b' },
      { level: 'info', logger: 'i', data: 'x' },
      { level: 'warning', logger: 'w', data: 'x' },
      { level: 'error', logger: 'e', data: 'x' },
    ]);
    expect(run(shell, 'mcp_progress 1 x', { env: { MCP_PROGRESS_TOKEN: '' } }).read('progress')).toBe('');
    expect(
      run(shell, 'mcp_debug a b; cat "$MCPBASH_DEBUG_LOG"', { env: { MCPBASH_DEBUG_LOG: 'debug' } }).stdout,
    ).toMatch(/^\[\d\d:\d\d:\d\d\] a b\n$/);
  });

  it('puts files beside its result', () => {
    const ran = run(
      shell,
      `echo x >a; echo y >'b "c'; mcp_result_text_with_resource 'plain text' --path a --path missing --uri none:u --path 'b "c' --mime text/plain --uri 'x:y'`,
    );
    expect(JSON.parse(ran.stdout)).toMatchObject(success('plain text'));
    expect(JSON.parse(ran.read('resources'))).toEqual([
      { path: 'a' },
      { path: 'b "c', mimeType: 'text/plain', uri: 'x:y' },
    ]);
    expect(ran.read('log')).toContain('missing');
  });

  it('asks, and waits for the answer', () => {
    const answering = `MCPBASH_ELICITATION_TIMEOUT=5
      ask() { { until [ -e "$MCP_ELICIT_REQUEST_FILE" ]; do sleep 0.01; done; cat "$MCP_ELICIT_REQUEST_FILE" >&2; echo >&2; rm "$MCP_ELICIT_REQUEST_FILE"
        printf '{"action":"accept","content":{"n":%s}}' "$1" >part; mv part "$MCP_ELICIT_RESPONSE_FILE"; } >/dev/null & shift; "$@"; wait; }
      ask 1 mcp_elicit_string 'Your "name"?' na"\\""me; ask 2 mcp_elicit_choice Which 'a b' c; ask 3 mcp_elicit_titled_choice W hi:High:er lo
      ask 4 mcp_elicit_multi_choice W a b; ask 5 mcp_elicit_titled_multi_choice W a:A; ask 6 mcp_elicit_url Go 'https://x/?a="b"'; ask 7 mcp_elicit_confirm Sure`;
    const { stdout, stderr } = run(shell, answering, { env: { MCP_ELICIT_SUPPORTED: '1' } });
    expect(stdout).toBe([1, 2, 3, 4, 5, 6, 7].map(n => `{"action":"accept","content":{"n":${n}}}`).join(''));
    const form = (message: string, field: string, schema: object) => ({
      message,
      schema: { type: 'object', properties: { [field]: schema }, required: [field] },
      mode: 'form',
    });
    expect(
      stderr
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as object),
    ).toEqual([
      form('Your "name"?', 'na"me', { type: 'string' }),
      form('Which', 'choice', { type: 'string', enum: ['a b', 'c'] }),
      form('W', 'choice', {
        type: 'string',
        oneOf: [
          { const: 'hi', title: 'High:er' },
          { const: 'lo', title: 'lo' },
        ],
      }),
      form('W', 'choices', { type: 'array', items: { type: 'string', enum: ['a', 'b'] } }),
      form('W', 'choices', { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } }),
      { message: 'Go', url: 'https://x/?a="b"', mode: 'url' },
      form('Sure', 'confirmed', { type: 'boolean' }),
    ]);
  });

  it('stops asking when the call is cancelled', () => {
    const script = 'touch "$MCP_CANCEL_FILE"; mcp_elicit_confirm Sure; [ ! -e "$MCP_ELICIT_REQUEST_FILE" ]';
    const ran = run(shell, script, { env: { MCP_ELICIT_SUPPORTED: '1' } });
    expect(ran).toMatchObject({ stdout: '{"action":"cancel","content":null}', status: 0 });
  });

  it('says what it needs where the command is not there', () => {
    for (const name of [
      'mcp_json_truncate 1',
      'mcp_extract_cli_error a b 1',
      'mcp_download_safe --url x',
      'mcp_run_with_progress --pattern x -- true',
      'mcp_config_load',
    ]) {
      const { status, stderr } = run(shell, name);
      expect({ name, status, stderr }).toEqual({
        name,
        status: 1,
        stderr: expect.stringContaining(`${name.split(' ')[0]} needs the mcp command`),
      });
    }
  });

  it('leaves the rest to the command', () => {
    const script = `
      mcp_json_truncate '[1, 2, 3]' 5
      mcp_extract_cli_error '{"error":{"message":"say \\"no\\""}}' err 3; echo
      printf '{"b":2,"s":"x"}' >file
      MINE='{"a": {"c": 3}}' && mcp_config_load --env MINE --file file --example none --defaults '{"a":1,"d":4}'
      mcp_config_get .a.c; mcp_config_get .b; mcp_config_get .d; echo
      sh -c 'printf %s "$MCP_CONFIG_JSON"'; echo
      path=$(mcp_download_safe_or_fail --url https://localhost/ --out o --allow localhost)`;
    const ran = run(shell, script.replaceAll('path=', 'where='), { env: { CONCORD_MCP: command } });
    expect(ran.stdout.trim().split('\n')).toEqual([
      '{"result":[1,2],"truncated":true,"kept":2,"total":3}',
      'say "no"',
      '324',
      '{"a":{"c":3},"d":4,"b":2,"s":"x"}',
    ]);
    expect(JSON.parse(ran.read('error'))).toMatchObject({
      code: -32602,
      message: expect.stringContaining('(host_blocked)'),
    });
  });

  it('passes on the progress of a command', () => {
    const script = `
      work() { echo 'step [1/4]' >&2; echo out; printf 'noise\\n[2/4] x\\r[4/4] y\\r' >&2; return 7; }
      mcp_run_with_progress --pattern '\\[([0-9]+)/([[:digit:]]+)\\]' --extract ratio -- work || echo "status $?"
      mcp_run_with_progress --pattern '^\\{' --stdout kept --stderr-file rest --quiet -- sh -c 'echo in; echo other >&2; echo "{\\"progress\\": 30, \\"message\\": \\"m\\"}" >&2'
      cat kept rest
      mcp_run_with_progress --pattern '([0-9.]+)' --extract match1 --total 8 --dry-run -- sh -c 'echo 2 >&2'
      mcp_run_with_progress --pattern x --extract odd -- true || echo refused`;
    const ran = run(shell, script, { env: { CONCORD_MCP: command } });
    const told = ran
      .read('progress')
      .trim()
      .split('\n')
      .map(line => (JSON.parse(line) as { params: object }).params);
    expect(told).toMatchObject([
      { progress: 25, message: 'step [1/4]' },
      { progress: 50, message: '[2/4] x' },
      { progress: 100, message: '[4/4] y' },
      { progress: 30, message: 'm' },
    ]);
    expect(ran.stdout).toBe('out\nstatus 7\nin\nother\nrefused\n');
    expect(ran.stderr).toContain('noise\n{"progress":25,"message":"2"}\n');
  });
});

function prefixed<Value>(prefix: string, table: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [`${prefix} ${name}`, value]));
}

it('has at most 500 lines', async () => {
  const { readFile } = await import('node:fs/promises');
  expect((await readFile(join(sdk, 'tool-sdk.sh'), 'utf8')).split('\n').length).toBeLessThanOrEqual(501);
});
