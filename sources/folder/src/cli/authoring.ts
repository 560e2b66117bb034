import type { RunContext } from '../call/run-context.js';
import { serverVariables } from '../call/server-variables.js';
import { toolEnvironment } from '../call/tool-environment.js';
import { providerEnvironment, providerMode } from '../programs/provider-environment.js';
import type { Project } from '../project/project.js';
import { BadFolderSetting, type FolderSettings, folderSettings } from '../project/settings.js';
import { moduleMeta } from '../run/module/module-meta.js';
import { readIdentity } from '../scan/identity.js';
import { Scanning } from '../scan/walk/scanning.js';
import type { BuildOptions } from '../snapshot/build.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What commands for authors use to examine a project: the settings and environment that its server would have. */
export interface Authoring {
  readonly project: Project;
  readonly settings: FolderSettings;
  readonly environment: RunContext['environment'];
  /** What is wrong with the settings. */
  readonly faults: readonly { readonly level: 'error' | 'warning'; readonly message: string }[];
  /** The options with which its server would build the project. */
  readonly build: BuildOptions;
}

/** Prepares the examination of a project. Settings with which a server would not start are reported as faults and replaced by defaults. */
export async function authoringOf(project: Project, env: Environment, version: string): Promise<Authoring> {
  const faults: { level: 'error' | 'warning'; message: string }[] = [];
  const settings = folderSettings(env, message => faults.push({ level: 'warning', message }));
  const attempt = <Value>(work: () => Value, otherwise: () => Value): Value => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof BadFolderSetting)) throw error;
      faults.push({ level: 'error', message: error.message });
      return otherwise();
    }
  };
  const { PATH, HOME } = settings.env;
  const identity = await readIdentity(await Scanning.begin(project, {}));
  const environment = {
    ...attempt(
      () => toolEnvironment(settings.env, project.root),
      () => toolEnvironment({ PATH, HOME }, project.root),
    ),
    ...serverVariables(project, identity, settings, { version }),
  };
  const hooks = attempt(
    () => providerEnvironment(settings.env, providerMode(settings.env)),
    () => providerEnvironment({ PATH, HOME }),
  );
  return {
    project,
    settings,
    environment,
    faults,
    build: {
      moduleMeta: file => moduleMeta(file, { project, environment, settings }),
      hookEnvironment: () => hooks,
    },
  };
}
