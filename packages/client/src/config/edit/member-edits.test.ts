import { applyEdits } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { parseJsonc } from '../read/document.js';
import { memberEdits } from './member-edits.js';

const layout = { unit: '  ', eol: '\n' };
const set = (text: string, name: string, value?: { command: string; args?: string[] }) =>
  applyEdits(text, memberEdits(text, ['mcpServers', name], value, layout));
const entry = { command: 'x', args: ['1'] };

const inline = `{ // mine
  "mcpServers": {
    "one": {"command":"a", "env": {"A":"1"}}, // of one
    /* before */ "two": {"command":"b"} // of two
    // the end
  }
}
`;

/** Documents of every layout. */
const documents = [
  inline,
  '',
  '{}\n',
  '{"mcpServers":{}}',
  '{"mcpServers":{"one":{"command":"a"}}}',
  '{"mcpServers":{"one":{"command":"a"},"two":{"command":"b"}}}\n',
  '{\n  "discover": false\n}\n',
  '{\n  "discover": {"a":1}, // why\n}\n',
  '{\n  "mcpServers": {\n    "one": {"command":"a"},\n  }\n}\n',
  '{\n  "mcpServers": {\n    // nobody yet\n  }\n}\n',
  '{\r\n\t"mcpServers": {\r\n\t\t"one": {"command":"a"}\r\n\t}\r\n}\r\n',
  '{"mcpServers": {"two": {"command":"b"}, /* one */ "one": {"command":"a"} /* end */}}',
];

describe.each(documents)('a member of %j', text => {
  const before = () => (parseJsonc(text || '{}', { strict: true }) as { value: { mcpServers?: object } }).value;

  it.each(['one', 'two', 'three'])('%s is set and taken out, and the rest is as it was', name => {
    const added = set(text, name, entry);
    const read = parseJsonc(added, { strict: true });
    expect(read).toMatchObject({ value: { ...before(), mcpServers: { ...before().mcpServers, [name]: entry } } });
    const removed = parseJsonc(set(added, name), { strict: true });
    const { [name]: _, ...others } = (before().mcpServers ?? {}) as Record<string, object>;
    expect(removed).toMatchObject({ value: { ...before(), mcpServers: others } });
    expect((removed as unknown as { value: { mcpServers: object } }).value.mcpServers).not.toHaveProperty(name);
  });
});

it('leaves every other line as it is', () => {
  const lines = inline.split('\n');
  const added = set(inline, 'three', { command: 'x' }).split('\n');
  expect(added.slice(0, 3)).toEqual(lines.slice(0, 3));
  expect(added[3]).toBe('    /* before */ "two": {"command":"b"}, // of two');
  expect(added.slice(4, 7)).toEqual(['    "three": {', '      "command": "x"', '    }']);
  expect(added.slice(7)).toEqual(lines.slice(4));
  expect(set(added.join('\n'), 'three')).toBe(inline);
  expect(set(inline, 'one').split('\n')).toEqual(lines.toSpliced(2, 1));
  expect(set(inline, 'two').split('\n')[2]).toBe('    "one": {"command":"a", "env": {"A":"1"}} // of one');
});
