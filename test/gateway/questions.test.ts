import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { expect, it } from 'vitest';
import { demo } from '../cli/mcp.js';
import { gatewayOver, httpGatewayOver, upstream } from './serving.js';

/** A client that answers questions under its name, when `answering` lets it. */
function clientNamed(name: string, answers: () => Promise<unknown> = async () => {}): Client {
  const capabilities = { elicitation: {}, sampling: {} };
  const client = new Client({ name, version: '1' }, { capabilities });
  client.setRequestHandler(ElicitRequestSchema, async () => {
    await answers();
    return { action: 'accept' as const, content: { name } };
  });
  client.setRequestHandler(CreateMessageRequestSchema, async () => ({
    model: 'm',
    role: 'assistant' as const,
    content: { type: 'text' as const, text: `sampled by ${name}` },
  }));
  return client;
}

const answerOf = (result: object) => JSON.parse((result as { content: { text: string }[] }).content[0]!.text);

it('puts the questions of a server to the client whose call it works on', async () => {
  const { client } = await gatewayOver({ upstream, demo }, { client: clientNamed('Ada') });
  const elicited = answerOf(await client.callTool({ name: 'upstream__ask' }));
  expect(elicited.result).toEqual({ action: 'accept', content: { name: 'Ada' } });
  const sampled = answerOf(await client.callTool({ name: 'upstream__sample' }));
  expect(sampled.result.content).toEqual({ type: 'text', text: 'sampled by Ada' });
});

it('declines for a client that cannot be asked, and says so where there is no way to decline', async () => {
  const { client } = await gatewayOver({ upstream });
  expect(answerOf(await client.callTool({ name: 'ask' })).result).toEqual({ action: 'decline' });
  const { error } = answerOf(await client.callTool({ name: 'sample' }));
  expect(error.message).toMatch(/cannot be asked for sampling/);
});

it('keeps the questions of two clients apart over HTTP, also while both are being asked', async () => {
  const { connect } = await httpGatewayOver({ upstream });
  let answer = () => {};
  let tellAsked = () => {};
  const answering = new Promise<void>(resolve => {
    answer = resolve;
  });
  const asked = new Promise<void>(resolve => {
    tellAsked = resolve;
  });
  const answers = () => {
    tellAsked();
    return answering;
  };
  const clients = [clientNamed('Ada', answers), clientNamed('Bob', answers)];
  for (const client of clients) await connect(client);
  const [ada, bob] = clients as [Client, Client];
  const first = ada.callTool({ name: 'ask' });
  await asked;
  expect(answerOf(await bob.callTool({ name: 'sample' })).result.content.text).toBe('sampled by Bob');
  const second = bob.callTool({ name: 'ask' });
  answer();
  const given = [answerOf(await first), answerOf(await second)];
  expect(given.map(({ result }) => result.content.name)).toEqual(['Ada', 'Bob']);
  expect(given[0].pid).not.toBe(given[1].pid);
});

it('passes log lines of a server on to the client whose call it works on', async () => {
  const client = clientNamed('Ada');
  const lines: unknown[] = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    if (params.logger === 'own') lines.push(params);
  });
  await gatewayOver({ upstream, demo }, { client });
  await client.callTool({ name: 'upstream__log', arguments: { text: 'halfway' } });
  await expect.poll(() => lines).toEqual([{ level: 'warning', logger: 'own', data: 'halfway' }]);
});

it('tells the instructions of servers under their names, with the published names of their tools, unless they are switched off', async () => {
  const { client } = await gatewayOver({ upstream, demo });
  expect(client.getInstructions()).toContain(
    'From upstream, whose tools are published as upstream__<tool>:\nUse `upstream__meet` to meet others, as often as you meet them.',
  );
  const without = await gatewayOver({ upstream, demo }, { env: { CONCORD_UPSTREAM_INSTRUCTIONS: '0' } });
  expect(without.client.getInstructions() ?? '').not.toContain('to meet others');
});
