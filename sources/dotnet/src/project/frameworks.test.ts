import { describe, expect, it } from 'vitest';
import { endedSupport, frameworkInfo, frameworkLists, hasNewerLts } from './frameworks.js';

const kinds = (framework: string) => {
  const { isLts, isModernNet, isNetCore, isNetStandard, isNetFramework } = frameworkInfo(framework)!;
  return Object.entries({ isLts, isModernNet, isNetCore, isNetStandard, isNetFramework }).flatMap(([name, is]) =>
    is ? [name] : [],
  );
};

describe('a framework', () => {
  it.each([
    ['net10.0', '.NET 10.0 (long-term support)', ['isLts', 'isModernNet']],
    ['NET10.0-Windows10.0.19041.0', '.NET 10.0 for Windows (long-term support)', ['isLts', 'isModernNet']],
    ['net9.0', '.NET 9.0', ['isModernNet']],
    ['net11.0', '.NET 11.0', ['isModernNet']],
    ['net6.0', '.NET 6.0 (long-term support)', ['isLts', 'isModernNet']],
    ['netcoreapp3.1', '.NET Core 3.1 (long-term support)', ['isLts', 'isNetCore']],
    ['netcoreapp1.0', '.NET Core 1.0', ['isNetCore']],
    ['netstandard2.0', '.NET Standard 2.0', ['isNetStandard']],
    ['net48', '.NET Framework 4.8', ['isNetFramework']],
    ['net472', '.NET Framework 4.7.2', ['isNetFramework']],
  ])('%s is %s', (framework, description, is) => {
    expect(frameworkInfo(framework)).toMatchObject({ framework, description });
    expect(kinds(framework)).toEqual(is);
  });

  it.each(['', 'net', 'netfoo', 'net4.8', 'net10', 'net10.0-', 'netstandard', '$(Tfm)'])('%j is none', framework => {
    expect(frameworkInfo(framework)).toBeUndefined();
  });

  it('is out of support the day after the last one', () => {
    const on = (day: string) => new Date(`${day}T12:00:00Z`);
    expect(endedSupport('net8.0', on('2026-11-10'))).toBeUndefined();
    expect(endedSupport('net8.0', on('2026-11-11'))).toBe('2026-11-10');
    expect(endedSupport('net6.0-android', on('2026-01-01'))).toBe('2024-11-12');
    expect(endedSupport('netcoreapp1.1', on('2026-01-01'))).toBe('2019-06-27');
    expect(endedSupport('net461', on('2026-01-01'))).toBe('2022-04-26');
    for (const framework of ['net10.0', 'net48', 'netstandard1.0', 'net11.0', 'nonsense'])
      expect(endedSupport(framework, on('2026-01-01')), framework).toBeUndefined();
  });

  it('has a newer one with long-term support', () => {
    expect(['net9.0', 'net5.0', 'netcoreapp3.1', 'net8.0-ios'].every(hasNewerLts)).toBe(true);
    expect(['net10.0', 'net11.0', 'netstandard2.0', 'net48', 'x'].some(hasNewerLts)).toBe(false);
  });
});

describe('the lists', () => {
  const lists = frameworkLists();

  it('go from the newest to the oldest', () => {
    expect(lists.modern.map(each => each.tfm)).toEqual(['net10.0', 'net9.0', 'net8.0', 'net7.0', 'net6.0', 'net5.0']);
    expect(lists.netCore.map(each => each.version)).toEqual(['3.1', '3.0', '2.2', '2.1', '2.0']);
    expect(lists.netStandard.map(each => each.tfm).at(0)).toBe('netstandard2.1');
    expect(lists.netStandard.map(each => each.tfm).at(-1)).toBe('netstandard1.0');
    expect(lists).toMatchObject({ latestRecommended: 'net10.0', latestLts: 'net10.0' });
    expect(lists.modern[0]).toEqual({
      tfm: 'net10.0',
      description: '.NET 10.0 (long-term support)',
      isLts: true,
      version: '10.0',
    });
  });

  it('say which have long-term support', () => {
    const all = [...lists.modern, ...lists.netCore, ...lists.netStandard];
    expect(all.filter(each => each.isLts).map(each => each.tfm)).toEqual([
      'net10.0',
      'net8.0',
      'net6.0',
      'netcoreapp3.1',
      'netcoreapp2.1',
    ]);
  });

  it('have the next one when an SDK for it is installed', () => {
    expect(frameworkLists(['10.0.401', '11.0.100-preview.1']).modern[0]?.tfm).toBe('net11.0');
    expect(frameworkLists(['10.0.401']).modern[0]?.tfm).toBe('net10.0');
  });
});
