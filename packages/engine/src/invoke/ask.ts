import { failure, type Json, type Outcome, problem, success } from '@concord/contract';
import type { Stages } from '../call/call-state.js';
import type { Call, CallRequest, Operation } from '../call/tool.js';
import { readCompletion, readContents, readPrompt } from '../source/answers.js';
import { secretsWith } from '../source/secrets.js';
import type { CompletionRequest, Source, SourceKind } from '../source/source.js';
import { admitQuestion } from '../stages/admit.js';
import { correlate } from '../stages/correlate.js';
import { run } from '../stages/run.js';
import { type Invocation, passStages } from './pass-stages.js';

/** What a Source can be asked besides running its tools, each under the method of the protocol that asks it. */
export type SourceQuestion =
  | { readonly method: 'resources/read'; readonly uri: string }
  | { readonly method: 'prompts/get'; readonly name: string; readonly args: Readonly<Record<string, string>> }
  | { readonly method: 'completion/complete'; readonly request: CompletionRequest };

/** How one kind of question is put. */
interface Asking<Question extends SourceQuestion> {
  /** The member of the Source that answers. */
  readonly member: 'read' | 'prompt' | 'complete';
  /** What a Source without that member has none of. */
  readonly items: SourceKind;
  /** What is asked for, as the record names it. */
  target(question: Question): string;
  /** Asks, and reads the answer. The Source has the member. */
  answer(source: Source, question: Question, call: Call): Promise<unknown>;
}

const askings: { readonly [Method in SourceQuestion['method']]: Asking<SourceQuestion & { method: Method }> } = {
  'resources/read': {
    member: 'read',
    items: 'resources',
    target: ({ uri }) => uri,
    answer: async (source, { uri }, call) => readContents(await source.read!(uri, call)),
  },
  'prompts/get': {
    member: 'prompt',
    items: 'prompts',
    target: ({ name }) => name,
    answer: async (source, { name, args }, call) => readPrompt(await source.prompt!(name, args, call)),
  },
  'completion/complete': {
    member: 'complete',
    items: 'completions',
    target: ({ request: { ref, argument } }) => `${ref.type === 'ref/prompt' ? ref.name : ref.uri} ${argument.name}`,
    answer: async (source, { request }, call) => readCompletion(await source.complete!(request, call), request),
  },
};

const stages: Stages<Operation> = [
  ['correlate', correlate],
  ['admit', admitQuestion],
  ['run', run],
];

/**
 * The only way a Source is asked for a resource, a prompt or a completion. Resolves as `invoke` does; the `data` of a success is the
 * answer: the list of contents, the prompt, or a CompletionPage. What the Source names as its secrets is masked.
 */
export async function ask(source: Source, question: SourceQuestion, request: CallRequest = {}): Promise<Invocation> {
  const knownSecrets = secretsWith(source, request.knownSecrets);
  const server = request.server ?? source.identity.name;
  return passStages(stages, operationOf(source, server, question), question, { ...request, knownSecrets });
}

function operationOf(source: Source, server: string, question: SourceQuestion): Operation {
  const { method } = question;
  const asking = askings[method] as Asking<SourceQuestion>;
  return {
    name: method,
    target: asking.target(question),
    logger: method.slice(0, method.indexOf('/')),
    // A Source that has not answered in time is not waited for any longer.
    limits: { timeoutGraceMs: 0 },
    run: async (_, call) =>
      source[asking.member] === undefined
        ? failure(problem('not_found', `'${server}' has no ${asking.items}`))
        : answerTo(asking, source, question, call),
  };
}

async function answerTo(
  asking: Asking<SourceQuestion>,
  source: Source,
  question: SourceQuestion,
  call: Call,
): Promise<Outcome> {
  try {
    return success({ data: (await asking.answer(source, question, call)) as Json });
  } finally {
    // Tokens may be renewed while a question is under way.
    for (const secret of source.secrets?.() ?? []) call.secret(secret);
  }
}
