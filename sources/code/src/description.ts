import { resolve } from 'node:path';
import { isOn, isTerminalVariable, type SourceDescription, SourceRefusal, stateFolder } from '@concord/engine';

/** Code in six languages, and tools that read, follow, check and change it. */
export const description: SourceDescription = {
  name: 'code',
  worksInCallersFolder: true,
  keptVariables: () => name => !isTerminalVariable(name),
  create: async ({ env: given, entryEnv, root, cwd, mayWrite = false, tier, advisories }) => {
    const { codeSource, tierInForce, tiers } = await import('./source.js');
    const env = { ...given, ...entryEnv };
    const asked = tier ?? env.CONCORD_TIER;
    if (asked !== undefined && asked !== '' && !(tiers as readonly string[]).includes(asked))
      throw new SourceRefusal(`There is no tier '${asked.slice(0, 40)}': community, pro or enterprise`, 2);
    const state = stateFolder(env);
    const folder = advisories ?? env.CONCORD_ADVISORIES;
    return codeSource({
      cwd,
      ...(root !== undefined && { root: resolve(cwd, root) }),
      mayWrite: mayWrite || isOn(env.CONCORD_CODE_WRITE),
      ...(state !== undefined && { journal: `${state}/code` }),
      tier: () =>
        tierInForce({
          ...(asked && { asked: tiers.find(each => each === asked)! }),
          ...(env.CONCORD_LICENSE_PUBLIC_KEY && { publicKey: env.CONCORD_LICENSE_PUBLIC_KEY }),
          ...(env.CONCORD_LICENSE && { licence: env.CONCORD_LICENSE }),
          ...(env.CONCORD_LICENSE_PATH && { licenceFile: env.CONCORD_LICENSE_PATH }),
          ...(env.CONCORD_LICENSE_ISSUER && { issuer: env.CONCORD_LICENSE_ISSUER }),
          ...(env.CONCORD_LICENSE_AUDIENCE && { audience: env.CONCORD_LICENSE_AUDIENCE }),
          revoked: (env.CONCORD_LICENSE_REVOKED ?? '')
            .split(',')
            .map(each => each.trim())
            .filter(Boolean),
        }),
      answers: {
        ...(folder && { advisories: resolve(cwd, folder) }),
        ...(env.CONCORD_MANIFEST_SECRET && { manifestSecret: env.CONCORD_MANIFEST_SECRET }),
      },
    });
  },
};
