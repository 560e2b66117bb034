import type { Project } from '../project/project.js';
import { percentDecoded } from '../read/percent.js';
import { readFailure } from '../read/read-failure.js';
import type { Content, Provider, ReadRequest } from '../read/request.js';
import { readFile } from './file.js';
import { readGit } from './network/git.js';
import { readHttps } from './network/https.js';
import { providerFile } from './provider-file.js';
import { type builtInNames, providerNames } from './provider-names.js';
import { runProvider } from './run-provider.js';

const builtIn: Readonly<Record<(typeof builtInNames)[number], Provider>> = {
  file: readFile,
  https: request => readHttps(request),
  git: request => readGit(request),
  echo: readEcho,
};

/** The provider of a URI. */
export interface FoundProvider {
  readonly read: Provider;
  /** Whether it reads a file of this machine, which can be watched. */
  readonly isFile: boolean;
}

/** The provider that metadata names, else that of the scheme. A provider of the project wins over a built-in one. */
export function findProvider(uri: string, named: string | undefined, project: Project): FoundProvider | undefined {
  const names = named ? [named] : providerNames(uri);
  for (const name of names) {
    const file = providerFile(name, project);
    if (file !== undefined) return { read: request => runProvider(file, name, request), isFile: false };
    if (isBuiltIn(name)) return { read: builtIn[name], isFile: name === 'file' };
  }
  return undefined;
}

function isBuiltIn(name: string): name is keyof typeof builtIn {
  return Object.hasOwn(builtIn, name);
}

/** The content of an `echo:` resource: the text after `echo://`. */
async function readEcho({ uri, settings }: ReadRequest): Promise<Content> {
  const text = /^echo:\/\/(.*)$/is.exec(uri)?.[1];
  if (text === undefined) throw readFailure(4, 'An echo resource has a URI of the form echo://text');
  const plain = percentDecoded(text);
  if (plain === undefined) throw readFailure(4, 'The text of an echo URI has a % that encodes no character');
  const bytes = Buffer.from(plain);
  if (bytes.length > settings.maxResourceBytes) {
    throw readFailure(6, `The resource is larger than ${settings.maxResourceBytes} bytes`);
  }
  return { bytes };
}
