import { describe, expect, it } from 'vitest';
import { growth } from '../../../../test/support/growth.js';
import { matchTemplate } from './match-template.js';

describe('templates', () => {
  it.each([
    ['app://{id}', 'app://7', { id: '7' }],
    ['app://{id}/log', 'app://a%20b/log', { id: 'a b' }],
    ['app://{a}-{b}', 'app://x-y-z', { a: 'x-y', b: 'z' }],
    ['app://{+path}', 'app://a/b?c=d', { path: 'a/b?c=d' }],
    ['app://{+path}/{name}', 'app://a/b/c', { path: 'a/b', name: 'c' }],
    ['{+a}x{b}', '1x/2x3', { a: '1x/2', b: '3' }],
    ['app://{a}/{a}', 'app://1/1', { a: '1' }],
    ['app://{__proto__}', 'app://1', JSON.parse('{"__proto__": "1"}')],
    ['app://{a}%{b}', 'app://1%2', { a: '1', b: '2' }],
  ])('finds the variables of %s in %s', (template, uri, variables) => {
    expect(matchTemplate(template, uri)).toEqual(variables);
  });

  it.each([
    ['app://{id}', 'app://'],
    ['app://{id}', 'app://a/b'],
    ['app://{id}', 'app://a?b'],
    ['app://{id}/log', 'app://1/logs'],
    ['app://{id}', 'APP://1'],
    ['app://{a}/{a}', 'app://1/2'],
    ['app://{id}', 'app://%zz'],
    ['app://{id}', 'app://%ff'],
    ['app://{?q}', 'app://?q=1'],
    ['app://{a,b}', 'app://1,2'],
    ['app://{a*}', 'app://1'],
    ['app://{a:3}', 'app://1'],
    ['app://{}', 'app://1'],
    ['app://{a', 'app://1'],
    ['app://a}', 'app://a}'],
    ['app://}a{', 'app://1'],
    ['app://{{a}}', 'app://1'],
    ['app://{a}', `app://${'a'.repeat(10_000)}`],
    [`app://{a}${'a'.repeat(3_000)}`, 'app://1'],
  ])('does not match %s with %s', (template, uri) => {
    expect(matchTemplate(template, uri)).toBeUndefined();
  });

  it('takes time by length alone where a pattern would go back and forth', () => {
    const hostile = Array.from({ length: 60 }, (_, index) => `{+v${index}}a`).join('');
    const match = (length: number) => expect(matchTemplate(hostile, `${'a'.repeat(length)}!`)).toBeUndefined();
    expect(growth(match, 1_000, 8)).toBeLessThan(40);
  });
});
