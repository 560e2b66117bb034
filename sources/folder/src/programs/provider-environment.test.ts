import { describe, expect, it } from 'vitest';
import { BadFolderSetting } from '../project/settings.js';
import { checkProviderMode, providerEnvironment, secretsIn } from './provider-environment.js';

const server = {
  PATH: '/bin',
  HOME: '/home/me',
  LC_TIME: 'C',
  https_proxy: 'http://proxy',
  NO_PROXY: '*',
  FOO: 'foo',
  BAR: 'bar',
  MCP_ANY: 'any',
  MCPBASH_HOME: '/sdk',
  MCPBASH_GIT_TIMEOUT: '3',
  MCPBASH_HTTPS_TIMEOUT: '4',
  MCPBASH_TOOL_ALLOWLIST: 'x',
  MCPBASH_REMOTE_TOKEN: 'secret',
  CONCORD_HTTP_TOKEN: 'secret',
  MCP_REGISTRY_TOKEN: 'secret',
  MCPBASH_HTTPS_PASSWORD: 'secret',
  GIT_ASKPASS: '/askpass',
  SSL_CERT_FILE: '/certificates',
};
const inherit = { MCPBASH_PROVIDER_ENV_MODE: 'inherit', MCPBASH_PROVIDER_ENV_INHERIT_ALLOW: 'true' };

describe('the environment of providers', () => {
  it('has the listed variables and no others when isolated', () => {
    expect(providerEnvironment(server)).toEqual({
      PATH: '/bin',
      HOME: '/home/me',
      LC_TIME: 'C',
      https_proxy: 'http://proxy',
      NO_PROXY: '*',
      MCP_ANY: 'any',
      MCPBASH_HOME: '/sdk',
      MCPBASH_GIT_TIMEOUT: '3',
      MCPBASH_HTTPS_TIMEOUT: '4',
    });
  });

  it('adds what git and https need, each for itself', () => {
    expect(providerEnvironment(server, undefined, 'git')).toMatchObject({ GIT_ASKPASS: '/askpass' });
    expect(providerEnvironment(server, undefined, 'git')).not.toHaveProperty('SSL_CERT_FILE');
    expect(providerEnvironment(server, undefined, 'https')).toMatchObject({ SSL_CERT_FILE: '/certificates' });
  });

  it('adds the names of the allow-list, by commas or spaces, and only in that mode', () => {
    const list = { MCPBASH_PROVIDER_ENV_ALLOWLIST: 'BAR, QUX MCPBASH_REMOTE_TOKEN' };
    const allowed = providerEnvironment({ ...server, ...list, MCPBASH_PROVIDER_ENV_MODE: 'allowlist' });
    expect(allowed).toMatchObject({ BAR: 'bar' });
    expect(allowed).not.toHaveProperty('FOO');
    expect(providerEnvironment({ ...server, ...list })).not.toHaveProperty('BAR');
    expect(Object.values(allowed)).not.toContain('secret');
  });

  it('has everything but tokens when inherited', () => {
    const all = providerEnvironment({ ...server, ...inherit });
    expect(all).toMatchObject({ FOO: 'foo', MCPBASH_TOOL_ALLOWLIST: 'x' });
    expect(Object.values(all)).not.toContain('secret');
  });

  it('always has a PATH', () => {
    expect(providerEnvironment({})).toEqual({ PATH: '/usr/bin:/bin' });
  });

  it('refuses to inherit without permission, and a mode there is not, naming both variables', () => {
    for (const mode of ['inherit', 'Everything']) {
      const check = () => checkProviderMode({ MCPBASH_PROVIDER_ENV_MODE: mode });
      expect(check).toThrow(BadFolderSetting);
      expect(check).toThrow(/MCPBASH_PROVIDER_ENV_MODE.*MCPBASH_PROVIDER_ENV_INHERIT_ALLOW/);
    }
    expect(() => checkProviderMode(inherit)).not.toThrow();
    expect(() => checkProviderMode({ MCPBASH_PROVIDER_ENV_MODE: '' })).not.toThrow();
  });

  it('knows which of its values are secrets', () => {
    expect(secretsIn({ GITHUB_TOKEN: 'a', DB_PASSWORD: 'b', PATH: 'c', EMPTY_SECRET: '' })).toEqual(['a', 'b']);
  });
});
