import { dirname, resolve } from 'node:path';

const MOST_REFERENCES = 2_000;

/** The files that a project or solution file references. Entries with MSBuild expressions are left out. */
export function namedFiles(path: string, text: string): readonly string[] {
  const names = namesIn(path.slice(path.lastIndexOf('.')).toLowerCase(), text);
  const literal = names.filter(name => name !== '' && !/\$\(|[*?]/.test(name));
  return literal.slice(0, MOST_REFERENCES).map(name => resolve(dirname(path), name.replaceAll('\\', '/')));
}

function namesIn(extension: string, text: string): readonly string[] {
  switch (extension) {
    case '.sln':
      return matches(
        text,
        /^Project\("[^"\n]{0,100}"\)\s{0,10}=\s{0,10}"[^"\n]{0,500}",\s{0,10}"([^"\n]{1,4096})"/gm,
      ).filter(isProject);
    case '.slnx':
      return matches(withoutComments(text), /<Project\s[^>]{0,500}?\bPath\s{0,10}=\s{0,10}["']([^"'<>]{1,4096})["']/g);
    case '.slnf':
      return ofFilter(text);
    default:
      return matches(
        withoutComments(text),
        /<ProjectReference\s[^>]{0,500}?\bInclude\s{0,10}=\s{0,10}["']([^"'<>]{1,4096})["']/g,
      ).flatMap(each => each.split(';').map(name => name.trim()));
  }
}

/** Whether an entry is a project: solution folders are written like projects. */
const isProject = (name: string) => /\.[a-z]{0,10}proj$/i.test(name);

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(found => unescaped(found[1]!));
}

/** Removes comments in linear time. A comment without an end hides the rest. */
function withoutComments(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('<!--', at);
    if (start === -1) break;
    pieces.push(text.slice(at, start));
    const end = text.indexOf('-->', start + 4);
    at = end === -1 ? text.length : end + 3;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.includes('&') ? text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name]!) : text;
}

/** A filter names its solution, whose folder the projects are relative to, and some of its projects. */
function ofFilter(text: string): readonly string[] {
  try {
    const { solution } = JSON.parse(text) as { solution?: { path?: unknown; projects?: unknown } };
    const path = typeof solution?.path === 'string' ? solution.path.replaceAll('\\', '/') : '';
    const projects = Array.isArray(solution?.projects) ? solution.projects : [];
    return projects.filter(each => typeof each === 'string').map(each => `${dirname(path)}/${each}`);
  } catch {
    return [];
  }
}
