import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Code to scan, in a folder of its own. */
export interface Corpus {
  /** Python that people wrote, where there is one: its standard library. */
  readonly library: string | undefined;
  /** A folder with so many small modules. */
  readonly modules: (count: number) => string;
  readonly root: string;
  readonly remove: () => void;
}

const LARGEST = 1_048_576;

export function corpus(): Corpus {
  const root = mkdtempSync(join(tmpdir(), 'concord-bench-'));
  const made = new Map<number, string>();
  return {
    root,
    library: libraryIn(join(root, 'library')),
    modules: count => {
      const known = made.get(count);
      if (known) return known;
      const folder = join(root, `modules-${count}`);
      for (let index = 0; index < count; index++) {
        const inside = join(folder, `part${Math.floor(index / 100)}`);
        if (index % 100 === 0) mkdirSync(inside, { recursive: true });
        writeFileSync(join(inside, `module${index}.py`), moduleText(index));
      }
      made.set(count, folder);
      return folder;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Only the modules of the library: every subject shall see the same files. */
function libraryIn(folder: string): string | undefined {
  let from: string;
  try {
    const program = 'import sysconfig; print(sysconfig.get_path("stdlib"))';
    from = execFileSync('python3', ['-c', program], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
  cpSync(from, folder, {
    recursive: true,
    filter: (path, target) =>
      !/__pycache__|site-packages|dist-packages|lib-dynload/.test(target) &&
      (!/\.[^/]*$/.test(target) || target.endsWith('.py')) &&
      isSmall(path),
  });
  return folder;
}

function isSmall(path: string): boolean {
  const facts = statSync(path);
  return facts.isDirectory() || facts.size <= LARGEST;
}

function moduleText(index: number): string {
  const methods = Array.from(
    { length: 4 },
    (_, at) => `    def method_${at}(self, request, value${at}):
        name = request.args["name${index}"]
        if value${at} > ${index} and name:
            return os.path.join(name, str(value${at}), "x${index}")
        for each in range(value${at}):
            print(each, name)
        return None
`,
  );
  const last = index % 50 === 0 ? 'os.system("ls " + input())\n' : '';
  return `import os\n\n\nclass Service${index}:\n${methods.join('\n')}\n\n${last}`;
}
