import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  contentsWith,
  makeProject,
  resource,
  settingsOf,
  type TestProject,
} from '../../../test/support/resource-project.js';
import { WatchedResources } from './watched-resources.js';

let made: TestProject;
let watched: WatchedResources;
let told: string[];
let waiting: (() => void)[];

beforeEach(() => {
  made = makeProject();
  made.write('resources/a.txt', 'a');
  made.write('data', 'd');
  made.script('providers/app', 'echo run >> runs; cat data 2>/dev/null || { echo gone >&2; exit 3; }');
  open(0.2);
});
afterEach(async () => {
  await watched.close();
  made.remove();
});

function open(resourcePollSecs: number): void {
  const contents = contentsWith({ resources: [resource('a', 'file://./resources/a.txt')] });
  watched = new WatchedResources(() => contents, made.project, { ...settingsOf(), resourcePollSecs });
  [told, waiting] = [[], []];
  watched.onUpdated(uri => {
    told.push(uri);
    for (const wake of waiting.splice(0)) wake();
  });
}

/** Waits until that many updates have been told. */
async function updates(count: number): Promise<readonly string[]> {
  while (told.length < count) await new Promise<void>(resolve => waiting.push(resolve));
  return told;
}

const path = (name: string): string => join(made.project.resources, name);
/** Long enough for a watch to have told, were there something to tell. */
const quiet = () => new Promise(resolve => setTimeout(resolve, 300));

describe('watching a file', () => {
  const uri = 'file://./resources/a.txt';

  it('tells each change once, however it is made', async () => {
    watched.watch(uri);
    watched.watch(uri);
    // The very next moment: nothing was read yet.
    writeFileSync(path('a.txt'), 'b');
    expect(await updates(1)).toEqual([uri]);
    writeFileSync(path('new'), 'c');
    renameSync(path('new'), path('a.txt'));
    expect(await updates(2)).toEqual([uri, uri]);
    unlinkSync(path('a.txt'));
    await updates(3);
    writeFileSync(path('a.txt'), 'd');
    await updates(4);
    await quiet();
    expect(told).toHaveLength(4);
  });

  it('tells nothing of a touch, of a neighbour, and after the end', async () => {
    watched.watch(uri);
    // Once a change was told the content is known.
    writeFileSync(path('a.txt'), 'known');
    await updates(1);
    utimesSync(path('a.txt'), 1, 1);
    writeFileSync(path('b.txt'), 'b');
    await quiet();
    watched.unwatch(uri);
    watched.unwatch(uri);
    writeFileSync(path('a.txt'), 'b');
    await quiet();
    expect(told).toEqual([uri]);
  });

  it('goes on when the folder is replaced, and for a file that is not there yet', async () => {
    const later = pathToFileURL(path('later/x.txt')).href;
    watched.watch(uri);
    watched.watch(later);
    await quiet();
    renameSync(made.project.resources, `${made.project.resources}.old`);
    mkdirSync(made.project.resources);
    await updates(1);
    writeFileSync(path('a.txt'), 'other');
    await updates(2);
    made.write('resources/later/x.txt', 'x');
    expect((await updates(3)).at(-1)).toBe(later);
    rmSync(`${made.project.resources}.old`, { recursive: true });
  });

  it('needs no polling', async () => {
    await watched.close();
    open(0);
    watched.watch('a');
    writeFileSync(path('a.txt'), 'b');
    expect(await updates(1)).toEqual(['a']);
  });
});

describe('watching what a provider gives', () => {
  const count = (): number => {
    const file = join(made.project.root, 'runs');
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
  };
  const runs = async (wanted: number): Promise<void> => {
    while (count() < wanted) await new Promise(resolve => setTimeout(resolve, 20));
  };

  it('tells a change of the content and of the error, each once', async () => {
    watched.watch('app:x');
    await runs(1);
    await quiet();
    writeFileSync(join(made.project.root, 'data'), 'e');
    expect(await updates(1)).toEqual(['app:x']);
    unlinkSync(join(made.project.root, 'data'));
    await updates(2);
    await runs(5);
    expect(told).toHaveLength(2);
  });

  it('ends with the watch, and kills what is running', async () => {
    made.script('providers/app', 'echo $$ > pid; echo run >> runs; exec sleep 600');
    watched.watch('app:x');
    await runs(1);
    await watched.close();
    const pid = Number(readFileSync(join(made.project.root, 'pid'), 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    watched.watch('app:y');
    await quiet();
    expect(told).toEqual([]);
  });

  it('asks nobody when polling is off', async () => {
    await watched.close();
    open(0);
    watched.watch('app:x');
    await quiet();
    expect(count()).toBe(0);
  });
});
