import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { folderOf, projectOf, put, shellTool } from './project.js';
import { codes } from './route.js';
import { it, type Message } from './routed-wire.js';

const textOf = ({ result }: Message) => result?.content?.[0]?.text;
const secret = 'what nobody may read';
const outside = folderOf({
  'note.txt': secret,
  'tool.sh!': `#!/bin/sh\necho "${secret}"\n`,
  'folder/tool.sh!': `#!/bin/sh\necho "${secret}"\n`,
  'folder/note.txt': secret,
});

/** Puts a link to the outside, or what belongs there, in a place; whoever looks there finds the one or the other. */
function placing(root: string, place: string, target: string, own: string) {
  let count = 0;
  const path = join(root, place);
  const aside = () => join(root, `aside-${count++}`);
  return {
    link() {
      const made = aside();
      symlinkSync(join(outside, target), made);
      renameSync(made, path);
    },
    own() {
      const made = aside();
      put(root, { [`${made.slice(root.length + 1)}!`]: own });
      renameSync(made, path);
    },
  };
}

it('lists nothing that lies in a hidden folder or that a link leads out of the project to', async ({ session }) => {
  const root = projectOf({
    ...shellTool('there', 'echo there'),
    'tools/.hidden/tool.sh!': '#!/bin/sh\n',
    'tools/.hidden/tool.meta.json': { description: 'hidden' },
    'tools/alone.meta.json': { description: 'a file link beside its metadata' },
    'resources/there.txt': 'there',
    'resources/.hidden/note.txt': 'hidden',
    'resources/linked.meta.json': { description: 'a file link beside its metadata' },
    'prompts/there.txt': 'there',
    'prompts/.hidden/prompt.txt': 'hidden',
    'resources/inside.txt': 'inside',
  });
  for (const folder of ['tools/linked', 'resources/more', 'prompts/more'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const [target, place] of [
    ['tool.sh', 'tools/linked/tool.sh'],
    ['tool.sh', 'tools/alone'],
    ['folder', 'tools/folder'],
    ['note.txt', 'resources/linked'],
    ['note.txt', 'resources/more/note.txt'],
    ['folder', 'resources/folder'],
    ['note.txt', 'prompts/more/note.txt'],
    ['folder', 'prompts/folder'],
  ] as const)
    symlinkSync(join(outside, target), join(root, place));
  const wire = await session({ source: root });
  const listed = async (method: string, kind: string) =>
    ((await wire.request(method)).result![kind] as { name: string }[]).map(({ name }) => name);
  expect(await listed('tools/list', 'tools')).toEqual(['there']);
  expect(await listed('resources/list', 'resources')).toEqual(['inside', 'there']);
  expect(await listed('prompts/list', 'prompts')).toEqual(['there']);
  for (const name of ['linked', 'alone', 'folder'])
    expect((await wire.call(name)).error).toMatchObject({ code: codes.notFound });
  for (const place of ['resources/linked', 'resources/more/note.txt', 'resources/folder/note.txt'])
    expect((await wire.request('resources/read', { uri: pathToFileURL(join(root, place)).href })).error).toMatchObject({
      code: codes.outside,
    });
});

it('runs no tool whose file became a link to the outside after it was listed, however often', async ({ session }) => {
  const root = projectOf(shellTool('swapped', 'echo own'));
  const file = placing(root, 'tools/swapped/tool.sh', 'tool.sh', '#!/bin/sh\necho own\n');
  const wire = await session({ source: root, env: { MCPBASH_STATIC_REGISTRY: '1' } });
  for (let round = 0; round < 20; round += 1) {
    expect((await wire.request('tools/list')).result?.tools).toMatchObject([{ name: 'swapped' }]);
    file.link();
    const { error, result } = await wire.call('swapped');
    expect([error?.code, result, error?.message]).toEqual([-32603, undefined, expect.stringContaining('link')]);
    file.own();
    expect(textOf(await wire.call('swapped'))).toBe('own\n');
  }
});

it('runs nothing from a folder of tools that became a link to the outside', async ({ session }) => {
  const root = projectOf(shellTool('moved', 'echo own'));
  const wire = await session({ source: root, env: { MCPBASH_STATIC_REGISTRY: '1' } });
  renameSync(join(root, 'tools/moved'), join(root, 'aside'));
  symlinkSync(join(outside, 'folder'), join(root, 'tools/moved'));
  const { error, result } = await wire.call('moved');
  expect([error?.code, result]).toEqual([-32603, undefined]);
});

it('reads no file that is swapped for a link to the outside and back while it is read', async ({ session }) => {
  const root = projectOf({ 'resources/note.txt': 'own' });
  const file = placing(root, 'resources/note.txt', 'note.txt', 'own');
  const folder = placing(root, 'resources/aside.txt', 'note.txt', 'own');
  const wire = await session({ source: root, env: { MCPBASH_STATIC_REGISTRY: '1' } });
  const uri = pathToFileURL(join(root, 'resources/note.txt')).href;
  file.link();
  expect((await wire.request('resources/read', { uri })).error?.code).toBe(codes.outside);
  const answers: Promise<Message>[] = [];
  for (let round = 0; round < 150; round += 1) {
    answers.push(wire.request('resources/read', { uri }));
    for (let swap = 0; swap < 5; swap += 1) {
      file.own();
      folder.link();
      file.link();
      await new Promise(setImmediate);
    }
    file.own();
    if (round % 10 === 0) await answers.at(-1);
  }
  const texts = (await Promise.all(answers)).map(
    ({ result, error }) => (result?.contents as { text: string }[] | undefined)?.[0]?.text ?? error!.code,
  );
  for (const text of texts) expect(['own', codes.outside, codes.notFound]).toContain(text);
  expect(JSON.stringify(wire.messages)).not.toContain(secret);
  expect((await wire.request('resources/read', { uri })).result).toMatchObject({ contents: [{ text: 'own' }] });
});
