import { compileRedaction } from '@concord/contract';
import type { Snapshot, Source } from '@concord/engine';
import { tools } from '../actions/index.js';
import { secretsOf } from '../check/secrets.js';
import { childEnvironment, type DotnetOptions, SourceContext } from '../context/source-context.js';
import { maskedPrint } from '../perform/masked.js';
import { complete } from '../prompts/completions.js';
import { promptFor, prompts } from '../prompts/prompts.js';
import { readResource, resources, resourceTemplates } from '../resources/resources.js';
import { toolOf } from './tool.js';

/** The .NET SDK's command line as a source. Opening it starts no process and looks at no project. */
export function dotnetSource(options: DotnetOptions): Source {
  const redaction = compileRedaction({ known: secretsOf({}, childEnvironment(options)) });
  const context = new SourceContext(options, printed => maskedPrint({ isRaw: false, redaction }, printed));
  const snapshot: Snapshot = {
    tools: tools.map(each => toolOf(each, context)),
    resources,
    resourceTemplates,
    prompts,
    builtAt: new Date().toISOString(),
  };
  return {
    identity: {
      name: 'dotnet',
      version: options.version,
      title: '.NET SDK',
      description: 'Builds, tests, runs and packs .NET projects, with answers in place of logs',
    },
    kinds: ['tools', 'resources', 'prompts', 'completions'],
    keepsOrder: true,
    open: async () => {},
    snapshot: () => snapshot,
    onChange: () => () => {},
    onUpdated: listener => context.onUpdated(listener),
    read: (uri, call) => readResource(uri, call, context),
    prompt: async (name, args) => promptFor(name, args),
    complete: (request, call) => complete(request, context, context.directoryFor(call)),
    // Every change is reported; the server knows the subscriptions.
    watch: () => {},
    unwatch: () => {},
    isBusy: () => context.sessions.counts.running > 0,
    close: () => context.close(),
  };
}
