import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Change, type Edited, editFile } from './edit.js';
import { addItem, removeItem } from './edit-item.js';
import { removeProperty, setProperty } from './edit-property.js';

const lines = (...all: string[]) => all.join('\n');
const textOf = (edited: Edited | { fault: string }) => {
  if ('fault' in edited) throw new Error(edited.fault);
  return edited.text;
};

const template = lines(
  '<Project Sdk="Microsoft.NET.Sdk">',
  '',
  "  <PropertyGroup Condition=\"'$(Configuration)' == 'Debug'\">",
  '    <Nullable>disable</Nullable>',
  '  </PropertyGroup>',
  '',
  '  <PropertyGroup>',
  '    <TargetFramework>net8.0</TargetFramework> <!-- for now -->',
  "    <Nullable Condition=\"'$(Strict)' == 'true'\">enable</Nullable>",
  '  </PropertyGroup>',
  '',
  '  <ItemGroup>',
  '    <PackageReference Include="A" Version="1" />',
  '    <!-- the last one -->',
  '  </ItemGroup>',
  '',
  '</Project>',
  '',
);

describe('setting a property', () => {
  it('replaces the last definition that counts always, and nothing else', () => {
    const changed = textOf(setProperty(template, 'targetframework', 'net10.0'));
    expect(changed).toBe(template.replace('net8.0', 'net10.0'));
    const twice = '<Project><PropertyGroup><A>1</A><A>2</A></PropertyGroup></Project>';
    expect(textOf(setProperty(twice, 'A', '3'))).toBe(twice.replace('2', '3'));
  });

  it('adds to the first group that counts always when all definitions have conditions', () => {
    expect(textOf(setProperty(template, 'Nullable', 'enable'))).toBe(
      template.replace('>enable</Nullable>\n', '>enable</Nullable>\n    <Nullable>enable</Nullable>\n'),
    );
  });

  it('makes a group as the first child when there is none', () => {
    const bare = lines('<Project>', '', '\t<ItemGroup>', '\t\t<A Include="b" />', '\t</ItemGroup>', '', '</Project>');
    expect(textOf(setProperty(bare, 'A', 'b'))).toBe(
      lines('<Project>', '', '\t<PropertyGroup>', '\t\t<A>b</A>', '\t</PropertyGroup>', ...bare.split('\n').slice(1)),
    );
    expect(textOf(setProperty('<Project Sdk="x" />', 'A', 'b'))).toBe(
      lines('<Project Sdk="x">', '  <PropertyGroup>', '    <A>b</A>', '  </PropertyGroup>', '</Project>'),
    );
    expect(textOf(setProperty('<Project></Project>', 'A', 'b'))).toBe(
      '<Project><PropertyGroup><A>b</A></PropertyGroup></Project>',
    );
  });

  it('escapes, and replaces CDATA, comments and empty elements', () => {
    const of = (inner: string) => `<Project><PropertyGroup>${inner}</PropertyGroup></Project>`;
    expect(textOf(setProperty(of('<A><![CDATA[x]]><!-- y --></A>'), 'A', 'a<b>&"c"'))).toBe(
      of('<A>a&lt;b&gt;&amp;"c"</A>'),
    );
    expect(textOf(setProperty(of('<A Label="l" />'), 'A', 'x'))).toBe(of('<A Label="l">x</A>'));
    expect(setProperty(of('<A />'), 'A', '')).toEqual({ text: of('<A />'), changed: false });
    expect(textOf(setProperty(of('<A>x</A>'), 'A', ''))).toBe(of('<A></A>'));
  });

  it('looks at nothing inside of targets and choices', () => {
    const inner = '<Target Name="t"><PropertyGroup><A>1</A></PropertyGroup></Target>';
    const choose = '<Choose><When Condition="true"><PropertyGroup><A>1</A></PropertyGroup></When></Choose>';
    const text = `<Project>${inner}${choose}</Project>`;
    expect(textOf(setProperty(text, 'A', '2'))).toBe(
      `<Project><PropertyGroup><A>2</A></PropertyGroup>${inner}${choose}</Project>`,
    );
  });

  it('is no change when it has that value', () => {
    expect(setProperty(template, 'TargetFramework', 'net8.0')).toEqual({ text: template, changed: false });
  });
});

describe('removing a property', () => {
  it('removes every definition that counts always', () => {
    const text = lines(
      '<Project>',
      '  <PropertyGroup>',
      '    <A>1</A>',
      '    <B>2</B>',
      '    <a>3</a>',
      '  </PropertyGroup>',
      '  <PropertyGroup>',
      '    <A>4</A>',
      '  </PropertyGroup>',
      '  <PropertyGroup Label="mine">',
      '    <A>5</A>',
      '  </PropertyGroup>',
      '</Project>',
    );
    expect(textOf(removeProperty(text, 'A'))).toBe(
      lines(
        '<Project>',
        '  <PropertyGroup>',
        '    <B>2</B>',
        '  </PropertyGroup>',
        '  <PropertyGroup Label="mine">',
        '  </PropertyGroup>',
        '</Project>',
      ),
    );
  });

  it('leaves a comment on the line where it is, and conditions alone', () => {
    expect(textOf(removeProperty(template, 'TargetFramework'))).toBe(
      template.replace('<TargetFramework>net8.0</TargetFramework>', ''),
    );
    expect(removeProperty(template, 'Nullable')).toEqual({ text: template, changed: false });
  });
});

describe('items', () => {
  it('are added after the last of their kind, comments included', () => {
    expect(textOf(addItem(template, 'PackageReference', 'B & "C"'))).toBe(
      template.replace(
        '<!-- the last one -->\n',
        '<!-- the last one -->\n    <PackageReference Include="B &amp; &quot;C&quot;" />\n',
      ),
    );
  });

  it('are added in a group of their own at the end when there are none', () => {
    expect(textOf(addItem(template, 'Using', 'System'))).toBe(
      template.replace(
        '  </ItemGroup>\n\n</Project>',
        '  </ItemGroup>\n\n  <ItemGroup>\n    <Using Include="System" />\n  </ItemGroup>\n\n</Project>',
      ),
    );
  });

  it('are not added twice, whatever the separators and the case', () => {
    const text = '<Project><ItemGroup><ProjectReference Include="..\\Lib\\Lib.csproj" /></ItemGroup></Project>';
    expect(addItem(text, 'projectreference', '../lib/LIB.csproj')).toEqual({ text, changed: false });
    expect(textOf(removeItem(text, 'ProjectReference', '../lib/lib.csproj'))).toBe('<Project></Project>');
  });

  it('with a condition count neither way', () => {
    const text = '<Project><ItemGroup><A Include="x" Condition="c" /></ItemGroup></Project>';
    expect(removeItem(text, 'A', 'x')).toEqual({ text, changed: false });
    expect(textOf(addItem(text, 'A', 'x'))).toBe(text.replace('</Item', '<A Include="x" /></Item'));
  });

  it('are removed one at a time', () => {
    const text = '<Project><ItemGroup><A Include="x" /><A Include="X"><M>1</M></A></ItemGroup></Project>';
    const once = textOf(removeItem(text, 'A', 'x'));
    expect(once).toBe('<Project><ItemGroup><A Include="X"><M>1</M></A></ItemGroup></Project>');
    expect(textOf(removeItem(once, 'A', 'x'))).toBe('<Project></Project>');
  });
});

it.each(['', 'text', '<Solution />', '<Project>', '<Project><A></Project>', '<project/>'])('refuses %j', text => {
  for (const edit of [
    setProperty(text, 'A', 'b'),
    removeProperty(text, 'A'),
    addItem(text, 'A', 'b'),
    removeItem(text, 'A', 'b'),
  ])
    expect(edit).toHaveProperty('fault');
});

it.each([
  ['on one line', ''],
  ['on lines of their own', '\n'],
])('takes time in proportion to the file, %s', (_, line) => {
  const of = (count: number) =>
    `<Project>${line}${`<PropertyGroup>${line}<A>1</A>${line}</PropertyGroup>${line}`.repeat(count)}</Project>`;
  const cost = (text: string) =>
    Math.min(
      ...Array.from({ length: 3 }, () => {
        const before = process.cpuUsage();
        removeProperty(textOf(setProperty(text, 'B', 'c')), 'A');
        addItem(text, 'C', 'd');
        return process.cpuUsage(before).user;
      }),
    );
  const [small, large] = [of(500), of(8_000)];
  expect(cost(large) / Math.max(cost(small), 1_000)).toBeLessThan(16 * 8);
});

describe('a thousand random edits', () => {
  const name = fc.constantFrom('Alpha', 'Beta', 'Gamma', 'TargetFramework');
  const value = fc.string({
    unit: fc.constantFrom('a', 'ü', '&', '<', '>', '"', ' ', ';', '$(X)', '\u{1F600}'),
    maxLength: 8,
  });
  const layout = fc.record({
    newline: fc.constantFrom('\n', '\r\n'),
    step: fc.constantFrom('  ', '\t', '    '),
    mark: fc.constantFrom('', '\ufeff'),
    blank: fc.boolean(),
    oneLine: fc.boolean(),
    end: fc.boolean(),
    declaration: fc.boolean(),
  });
  const child = fc.oneof(
    fc.tuple(name, value).map(([each, inner]) => `<${each}Kept>${inner.replace(/[&<>]/g, '')}</${each}Kept>`),
    fc.constant("<Alpha Condition=\"'$(A)' == 'b'\">x</Alpha>"),
    fc.constant('<!-- <Alpha>1</Alpha> -->'),
    fc.constant('<Text><![CDATA[</PropertyGroup>]]></Text>'),
  );
  const group = fc.record({
    kind: fc.constantFrom('PropertyGroup', 'ItemGroup', 'Target Name="t"'),
    condition: fc.boolean(),
    children: fc.array(child, { minLength: 1, maxLength: 3 }),
  });

  /** A project in some layout. */
  const project = fc.tuple(layout, fc.array(group, { maxLength: 4 })).map(([style, groups]) => {
    const { newline, step, mark, blank, oneLine, end, declaration } = style;
    const line = oneLine ? '' : newline;
    const indent = (depth: number) => (oneLine ? '' : step.repeat(depth));
    const body = groups.map(({ kind, condition, children }) => {
      const [tag] = kind.split(' ');
      // An empty item group would be one that had just been emptied.
      const inner = (tag === 'ItemGroup' ? ['<Compile Include="a.cs" />'] : []).concat(
        children.filter(each => tag !== 'ItemGroup' || each.startsWith('<!--')),
      );
      const open = `<${kind}${condition ? ` Condition="'$(C)' == ''"` : ''}>`;
      return `${indent(1)}${open}${line}${inner.map(each => `${indent(2)}${each}${line}`).join('')}${indent(1)}</${tag}>`;
    });
    const gap = blank && !oneLine ? newline : '';
    const head = declaration ? `<?xml version="1.0" encoding="utf-8"?>${newline}` : '';
    const inside = `${line}${gap}${body.map(each => `${each}${line}${gap}`).join('')}`;
    return `${mark}${head}<Project Sdk="Microsoft.NET.Sdk">${inside}</Project>${end ? newline : ''}`;
  });

  type Step = {
    readonly apply: (text: string) => Edited | { fault: string };
    readonly undo: (text: string) => Edited | { fault: string };
  };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.tuple(name, value).map(([each, text]) => ({
      apply: (given: string) => setProperty(given, each, text),
      undo: (given: string) => removeProperty(given, each),
    })),
    fc.tuple(name, value, value).map(([each, first, second]) => ({
      apply: (given: string) => setProperty(textOf(setProperty(given, each, first)), each, second),
      undo: (given: string) => removeProperty(textOf(setProperty(given, each, first)), each),
    })),
    fc.tuple(fc.constantFrom('Using', 'Compile', 'PackageReference'), value).map(([type, text]) => ({
      apply: (given: string) => addItem(given, type, `${text}x`),
      undo: (given: string) => removeItem(given, type, `${text}x`),
    })),
  );

  it('and their undo restore every byte', () => {
    fc.assert(
      fc.property(project, fc.array(step, { minLength: 1, maxLength: 4 }), (text, steps) => {
        let now = text;
        const done: (Step & { readonly before: string })[] = [];
        for (const each of steps) {
          const edited = each.apply(now);
          if ('fault' in edited) throw new Error(edited.fault);
          // What is there already is not this step's to undo.
          if (!edited.changed || textOf(each.undo(now)) !== now) continue;
          done.push({ ...each, before: now });
          now = edited.text;
        }
        for (const each of done.reverse()) {
          now = textOf(each.undo(now));
          expect(now).toBe(each.before);
        }
        expect(Buffer.from(now).equals(Buffer.from(text))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('leave all lines but those meant', () => {
    fc.assert(
      fc.property(project, name, value, (text, each, written) => {
        const edited = textOf(setProperty(text, each, written));
        const removed = textOf(removeProperty(edited, each));
        const kept = (all: string) => all.split(/\r?\n/).filter(line => line.includes('Kept') || line.includes('<!--'));
        if (text.includes('\n', text.indexOf('<Project'))) expect(kept(removed)).toEqual(kept(text));
        expect(removeProperty(removed, each)).toEqual({ text: removed, changed: false });
      }),
    );
  });
});

describe('a file', () => {
  let folder: string;
  const change: Change = text => setProperty(text, 'A', 'b');
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'project-edit-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is replaced whole, with its permissions, and nothing is left beside it', async () => {
    const path = join(folder, 'App.csproj');
    await writeFile(path, `\ufeff${template.replaceAll('\n', '\r\n')}`);
    await chmod(path, 0o640);
    expect(await editFile(path, change)).toEqual({ changed: true });
    expect(await readFile(path, 'utf8')).toBe(
      `\ufeff${textOf(setProperty(template, 'A', 'b')).replaceAll('\n', '\r\n')}`,
    );
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    expect((await readdir(folder)).filter(name => name.startsWith('App'))).toEqual(['App.csproj']);
    const { ino } = await stat(path);
    expect(await editFile(path, change)).toEqual({ changed: false });
    expect((await stat(path)).ino).toBe(ino);
    await rm(path);
  });

  it('behind a link is changed, and the link stays', async () => {
    await writeFile(join(folder, 'real.csproj'), '<Project />');
    await symlink('real.csproj', join(folder, 'link.csproj'));
    expect(await editFile(join(folder, 'link.csproj'), change)).toEqual({ changed: true });
    expect((await lstat(join(folder, 'link.csproj'))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(folder, 'real.csproj'), 'utf8')).toContain('<A>b</A>');
  });

  it.each([
    ['missing', undefined, 'not found', 'Project file not found: X.csproj'],
    ['too large', `<Project>${' '.repeat(4_194_304)}</Project>`, 'invalid format', 'is larger than 4 MiB'],
    ['not UTF-8', Buffer.from([0x3c, 0x61, 0xff, 0x3e]), 'invalid format', 'is not encoded in UTF-8'],
    ['no XML', 'Microsoft Visual Studio Solution File', 'invalid format', 'is not an MSBuild project: line 1'],
    ['another document', '<Solution />', 'invalid format', 'its root element is <Solution>'],
  ])('is refused when it is %s', async (_, content, reason, message) => {
    const path = join(folder, 'X.csproj');
    if (content !== undefined) await writeFile(path, content);
    expect(await editFile(path, change, 'X.csproj')).toEqual({ reason, message: expect.stringContaining(message) });
    if (content !== undefined) expect((await readFile(path)).equals(Buffer.from(content))).toBe(true);
    await rm(path, { force: true });
  });

  it('is refused when it is a folder', async () => {
    expect(await editFile(folder, change, '.')).toMatchObject({ reason: 'invalid format' });
  });
});
