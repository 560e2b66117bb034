// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are what these texts are about
import { symlinkSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeProject, prompt } from '../../test/support/resource-project.js';
import { fillPrompt } from './prompt.js';

const made = makeProject();
const { project, write } = made;
afterAll(() => made.remove());

let count = 0;
const itemOf = (text: string, names: readonly string[] = []) =>
  prompt('greet', write(`prompts/${count++}.txt`, text), names);
const textOf = async (text: string, names: readonly string[], args: Record<string, unknown>) =>
  (await fillPrompt(itemOf(text, names), args, project)).messages[0]?.content.text;
const problemOf = (item: ReturnType<typeof itemOf>, args: Record<string, unknown> = {}) =>
  fillPrompt(item, args, project).then(
    () => ({ kind: 'given' }),
    error => error.problem ?? error,
  );

describe('a prompt', () => {
  it('has its arguments in both kinds of placeholders, byte for byte around them', async () => {
    const text = 'Hi ${name}, {{name}} is {{age}}: {{ok}}.\n\n';
    expect(await textOf(text, ['name!', 'age', 'ok'], { name: 'Ada', age: 36, ok: true })).toBe(
      'Hi Ada, Ada is 36: true.\n\n',
    );
  });

  it('keeps placeholders of what is not declared, and empties those of what is missing', async () => {
    const text = '${PATH} {{other}} $name {name} {{ name }} ${} {{}} {{{name}}} [${opt}{{opt}}]';
    const args = { name: 'x', other: 'not declared' };
    expect(await textOf(text, ['name', 'opt'], args)).toBe('${PATH} {{other}} $name {name} {{ name }} ${} {{}} {x} []');
  });

  it('does not look into the values', async () => {
    const args = { a: '{{b}} ${b} $& $1 $$ {{a}}', b: 'B' };
    expect(await textOf('{{a}}|${b}', ['a', 'b'], args)).toBe('{{b}} ${b} $& $1 $$ {{a}}|B');
    expect(await textOf('{{a}}{b}}', ['a', 'b'], { a: '{', b: 'B' })).toBe('{{b}}');
    expect(await textOf('{{constructor}} ${__proto__}', ['name'], {})).toBe('{{constructor}} ${__proto__}');
  });

  it('has the role and description of its metadata', async () => {
    const item = { ...itemOf('x'), role: 'assistant' as const, description: 'says x' };
    expect(await fillPrompt(item, {}, project)).toEqual({
      description: 'says x',
      messages: [{ role: 'assistant', content: { type: 'text', text: 'x' } }],
    });
  });

  it('leaves out the line its metadata stands in, unless that stands in a file of its own', async () => {
    const header = '<!-- mcp: {"name": "greet"} -->\n';
    expect(await textOf(`# Title\n${header}Hello {{a}}\n`, ['a'], { a: 'you' })).toBe('# Title\nHello you\n');
    expect(await textOf('mcp: {not json}\n', [], {})).toBe('mcp: {not json}\n');
    const file = write('prompts/described.md', header);
    write('prompts/described.meta.json', '{}');
    expect((await fillPrompt(prompt('described', file, []), {}, project)).messages[0]?.content.text).toBe(header);
  });

  it('refuses a missing required argument and a value that is no text, by name', async () => {
    const item = itemOf('{{a}} {{b}}', ['a!', 'b!', 'c']);
    expect(await problemOf(item, { b: '' })).toMatchObject({
      kind: 'invalid_params',
      message: 'Missing required argument: a',
    });
    expect(await problemOf(item, {})).toMatchObject({ message: 'Missing required argument: a, b' });
    for (const c of [null, [], {}]) {
      expect(await problemOf(item, { a: '', b: '', c })).toMatchObject({
        kind: 'invalid_params',
        message: expect.stringContaining('c'),
      });
    }
  });

  it('fails when its file has gone, is another now, or is too large', async () => {
    const gone = itemOf('x');
    unlinkSync(gone.file);
    expect(await problemOf(gone)).toMatchObject({ kind: 'io', message: expect.stringContaining('greet') });
    writeFileSync(join(project.root, 'secret'), 'secret');
    symlinkSync(join(project.root, 'secret'), gone.file);
    expect(await problemOf(gone)).toMatchObject({ kind: 'io' });
    const large = itemOf('x');
    truncateSync(large.file, 10_485_761);
    expect(await problemOf(large)).toMatchObject({ kind: 'io', message: expect.stringContaining('larger') });
  });

  it('is not given from a file that others may write', async () => {
    const file = write('prompts/open.txt', 'x', 0o666);
    expect(await problemOf(prompt('open', file, []))).toMatchObject({ kind: 'forbidden' });
  });

  it('takes time by length alone', async () => {
    const text = `${'{{'.repeat(200_000)}${'${'.repeat(200_000)}`;
    expect(await textOf(text, ['a'], { a: 'x' })).toBe(text);
  });
});
