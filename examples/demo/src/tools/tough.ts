import { setTimeout as sleep } from 'node:timers/promises';
import { failure, problem, success } from '@concord/contract';
import type { Tool } from '@concord/engine';

/** Put together here so that nothing in the repository looks like a credential. */
const planted = ['ghp', '_', 'a1B2'.repeat(9)].join('');

/** Tools that take long, say much, tell secrets, ask back or change the list they stand in. */
export function toughTools(change: () => boolean, touch: (uri: string) => void): readonly Tool[] {
  return [
    {
      name: 'slow',
      version: '1.0.0',
      description: 'Works in steps and reports progress and a log line for each',
      inputSchema: {
        type: 'object',
        properties: {
          steps: { type: 'integer', minimum: 1, maximum: 10_000 },
          stepMs: { type: 'integer', minimum: 0 },
        },
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
      dialect: 'text',
      run: async ({ steps = 3, stepMs = 100 }, call) => {
        for (let step = 1; step <= (steps as number); step++) {
          if (call.signal.aborted)
            return failure(problem('cancelled', 'Stopped half-way'), { text: `${step - 1} steps done` });
          await sleep(stepMs as number, undefined, { signal: call.signal }).catch(() => {});
          call.progress(step, steps as number, `step ${step}`);
          call.log('info', `step ${step} of ${steps}`);
        }
        return success({ text: `${steps} steps done` });
      },
    },
    {
      name: 'huge',
      version: '1.0.0',
      description: 'Gives as much text as asked for',
      inputSchema: { type: 'object', properties: { bytes: { type: 'integer', minimum: 0, maximum: 100_000_000 } } },
      annotations: { readOnlyHint: true, openWorldHint: false },
      dialect: 'text',
      run: async ({ bytes = 20_000_000 }) =>
        success({ text: 'all work and no play\n'.repeat(Math.ceil((bytes as number) / 21)) }),
    },
    {
      name: 'leak',
      version: '1.0.0',
      description: 'Tells a secret in its text, its data, its progress and its log: none of it arrives',
      inputSchema: { type: 'object', additionalProperties: false },
      annotations: { readOnlyHint: true, openWorldHint: false },
      dialect: 'text',
      run: async (_, call) => {
        call.progress(1, 1, `signed in with ${planted}`);
        call.log('info', { token: planted });
        console.log(`stray output with ${planted}`);
        return success({ text: `the token is ${planted}`, data: { token: planted, nested: [planted] } });
      },
    },
    {
      name: 'build',
      version: '1.0.0',
      description: 'Holds the lock of a project for a while, as a build does',
      inputSchema: {
        type: 'object',
        properties: {
          project: { type: 'string' },
          ms: { type: 'integer', minimum: 0 },
          waitMs: { type: 'integer', minimum: 0 },
        },
        required: ['project'],
      },
      dialect: 'contract-v1',
      lockKey: ({ project, waitMs = 0 }) => ({
        keys: [{ key: `demo:${project}`, mode: 'write' }],
        operation: 'build',
        target: String(project),
        waitMs: waitMs as number,
      }),
      run: async ({ project, ms = 100 }, call) => {
        await sleep(ms as number, undefined, { signal: call.signal }).catch(() => {});
        return success({ text: `${project} is built`, command: `demo build ${project}` });
      },
    },
    {
      name: 'ask_name',
      version: '1.0.0',
      description: 'Asks the person at the other end for a name and greets it',
      inputSchema: { type: 'object', additionalProperties: false },
      annotations: { readOnlyHint: true, openWorldHint: false },
      dialect: 'text',
      run: async (_, call) => {
        const { name } = await call.ask({
          name: {
            method: 'elicitation/create',
            params: {
              mode: 'form',
              message: 'What is your name?',
              requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
            },
          },
        });
        const content = name?.content as { name?: string } | undefined;
        return success({ text: content?.name ? `Hello, ${content.name}!` : `No name: ${name?.action}` });
      },
    },
    {
      name: 'change_tools',
      version: '1.0.0',
      description: 'Adds a tool to this list, or takes it away again',
      inputSchema: { type: 'object', additionalProperties: false },
      dialect: 'text',
      run: async () => success({ text: change() ? 'now_you_see_me is there' : 'now_you_see_me is gone' }),
    },
    {
      name: 'touch',
      version: '1.0.0',
      description: 'Says that a resource has changed',
      inputSchema: { type: 'object', properties: { uri: { type: 'string' } }, required: ['uri'] },
      dialect: 'text',
      run: async ({ uri }) => {
        touch(uri as string);
        return success({ text: `touched ${uri}` });
      },
    },
  ];
}
