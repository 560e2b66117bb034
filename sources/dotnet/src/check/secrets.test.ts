import { describe, expect, it } from 'vitest';
import { secretsOf } from './secrets.js';

describe('the secrets of a call', () => {
  it.each([
    [{ password: 'p' }, ['p']],
    [{ key: 'k', value: 'v' }, ['v']],
    [{ connection: 'Server=a;Password=x y ;User=b' }, ['Server=a;Password=x y ;User=b', 'x y']],
    [{ connection: 'PWD="a;b""c";User Password=\'d\';' }, ['PWD="a;b""c";User Password=\'d\';', 'a;b"c', 'd']],
    [
      { connection: 'AccountName=n;AccountKey=abc==;SharedAccessKey=s' },
      ['AccountName=n;AccountKey=abc==;SharedAccessKey=s', 'abc==', 's'],
    ],
    [{ connection: ';;Password=x' }, [';;Password=x', 'x']],
    [{ properties: { ApiKey: 'a', Version: '1', MY_TOKEN: 't' } }, ['a', 't']],
    [{ propertyName: 'NuGetPassword', propertyValue: 'x' }, ['x']],
    [{ propertyName: 'Version', propertyValue: 'x' }, []],
    [{ appArgs: '--api-key abc --name x' }, ['abc']],
    [{ appArgs: '--Section:ApiKey=abc /password:x --Section:Token "y z" host:80' }, ['abc', 'x', 'y z']],
    [{ args: '--token=a=b' }, ['a=b']],
    [{ appArgs: '--password "unclosed' }, ['"unclosed']],
    [{ source: 'https://user:p%40ss@host/v3/index.json' }, ['user:p%40ss', 'user:p@ss', 'user', 'p%40ss', 'p@ss']],
    [{ nugetSource: 'https://token@host' }, ['token']],
    [{ source: 'https://host/a@b' }, []],
    [{ password: 3, connection: null, properties: [], appArgs: {} }, []],
  ])('%j', (args, expected) => {
    expect(secretsOf(args as never, {})).toEqual(expected);
  });

  it('are in the environment under names that say so', () => {
    const env = {
      DB_PASSWORD: 'a',
      CLIENT_SECRET: 'b',
      GH_TOKEN: 'c',
      Api_Key: 'd',
      AWS_CREDENTIALS: 'e',
      PATH: 'f',
      KEYS: 'g',
      X_KEY: '',
      Y_KEY: undefined,
    };
    expect(secretsOf({}, env)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
