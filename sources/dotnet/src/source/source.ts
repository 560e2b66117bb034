import { compileRedaction } from '@concord/contract';
import type { Snapshot, Source } from '@concord/engine';
import { tools } from '../actions/index.js';
import { secretsOf } from '../check/secrets.js';
import { childEnvironment, type DotnetOptions, Workshop } from '../context/source-context.js';
import { maskedPrint } from '../perform/masked.js';
import { complete } from '../prompts/completions.js';
import { promptFor, prompts } from '../prompts/prompts.js';
import { readResource, resources, resourceTemplates } from '../resources/resources.js';
import { toolOf } from './tool.js';

/** The .NET SDK's command line as a source. Opening it starts no process and looks at no project. */
export function dotnetSource(options: DotnetOptions): Source {
  const redaction = compileRedaction({ known: secretsOf({}, childEnvironment(options)) });
  const workshop = new Workshop(options, printed => maskedPrint({ isRaw: false, redaction }, printed));
  const snapshot: Snapshot = {
    tools: tools.map(each => toolOf(each, workshop)),
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
    onUpdated: listener => workshop.onUpdated(listener),
    read: (uri, call) => readResource(uri, call, workshop),
    prompt: async (name, args) => promptFor(name, args),
    complete: (request, call) => complete(request, workshop, workshop.directoryFor(call)),
    // Every change is told of; the server knows who wants to hear it.
    watch: () => {},
    unwatch: () => {},
    isBusy: () => workshop.sessions.counts.running > 0,
    close: () => workshop.close(),
  };
}
