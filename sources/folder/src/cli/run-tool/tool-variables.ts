import { compileRedaction, type JsonObject } from '@concord/contract';
import { type Call, openPrivateFolder, removePrivateFolder } from '@concord/engine';
import { CallFiles } from '../../call/call-files.js';
import { callVariables } from '../../call/call-variables.js';
import type { fallbackRoots } from '../../call/roots.js';
import type { RunContext } from '../../call/run-context.js';
import { allowedSecrets } from '../../call/tool-environment.js';
import type { ToolItem } from '../../project/items.js';
import type { Authoring } from '../authoring.js';

const secretName = /(?:TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|API_?KEY|PRIVATE_?KEY)$/i;

/** The variables a tool would get for a call, secrets masked. Nothing is started, and the files they name are not there. */
export function toolVariables(
  item: ToolItem,
  args: JsonObject,
  { project, settings, environment }: Authoring,
  roots: ReturnType<typeof fallbackRoots>,
): Readonly<Record<string, string>> {
  const folder = openPrivateFolder(settings.temporaryRoot);
  try {
    const secrets = allowedSecrets(settings.env);
    const context: RunContext = {
      project,
      settings,
      folder,
      pipes: undefined,
      environment,
      secrets,
      roots,
      report: () => {},
    };
    const call = { meta: {}, requestId: '', wantsProgress: false, canElicit: false } as unknown as Call;
    const own = callVariables(item, args, JSON.stringify(args), call, roots, new CallFiles(folder), context);
    return masked({ ...environment, ...own }, secrets);
  } finally {
    removePrivateFolder(folder);
  }
}

function masked(variables: Readonly<Record<string, string>>, known: readonly string[]) {
  const redaction = compileRedaction({ known });
  const shown = Object.entries(variables).map(([name, value]) => [
    name,
    value !== '' && secretName.test(name) ? '[REDACTED]' : redaction.text(value).text,
  ]);
  return Object.fromEntries(shown.sort(([a], [b]) => (a! < b! ? -1 : 1))) as Record<string, string>;
}
