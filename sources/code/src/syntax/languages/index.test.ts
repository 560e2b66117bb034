import { describe, expect, it } from 'vitest';
import { languageIds } from '../language.js';
import { languageForPath, languageOf, languages } from './index.js';

describe('the languages', () => {
  it('are all there, each once', () => {
    expect(languages.map(language => language.id)).toEqual([...languageIds]);
  });

  it.each([
    ['py', 'python'],
    ['JS', 'javascript'],
    ['ts', 'typescript'],
    ['golang', 'go'],
    ['C#', 'csharp'],
    ['cobol', undefined],
  ])('know %s by its name', (name, id) => {
    expect(languageOf(name)?.id).toBe(id);
  });

  it.each([
    ['a/b.py', 'python'],
    ['a.test.tsx', 'typescript'],
    ['A.JAVA', 'java'],
    ['a.mjs', 'javascript'],
    ['a.b/c', undefined],
    ['.go', 'go'],
  ])('know the file %s by its ending', (path, id) => {
    expect(languageForPath(path)?.id).toBe(id);
  });

  it('have a place for the pattern in every frame, and for the dots in every form', () => {
    for (const { patterns } of languages) {
      for (const frame of patterns.frames) expect(frame.text).toContain('PATTERN');
      for (const form of patterns.dots) expect(form).toContain('DOTS');
    }
  });
});
