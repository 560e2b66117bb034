import type { Json, JsonObject } from '@concord/contract';
import type { Limits } from '@concord/engine';
import { visible } from '../print/text.js';
import { type Field, fieldsOf, labelOf, readField, shown } from './field.js';

/** Shows a text on the terminal and gives the line that was typed; undefined when the person declined. */
export type Ask = (text: string) => Promise<string | undefined>;

const MOST_FIELDS = 50;
const MOST_CHOICES = 200;
const MOST_CHARACTERS = 4_000;

/**
 * Puts the question of a server, the parameters of `elicitation/create`, to the person at the terminal and gives the protocol's answer. All
 * of its text is foreign: it is shown as one that cannot steer the terminal, under the name of who asks.
 */
export async function askPerson(asker: string, params: JsonObject, limits: Limits, ask: Ask): Promise<JsonObject> {
  const say: Ask = text => ask(visible(text, true));
  const { message, mode, url, requestedSchema } = params;
  const words = typeof message === 'string' ? indented(message.slice(0, MOST_CHARACTERS)) : '';
  const heading = `${asker} asks: ${words}\n`;
  if (mode === 'url') return askToVisit(heading, url, say);
  const fields = fieldsOf(requestedSchema);
  if (fields.length === 0) return confirmed(heading, 'Accept?', say);
  if (fields.length > MOST_FIELDS) return { action: 'decline' };
  const content: Record<string, Json> = {};
  let above = `${heading}(Esc declines)\n`;
  for (const field of fields) {
    const read = await askField(field, above, limits, say);
    if (read === undefined) return { action: 'decline' };
    if ('value' in read) content[field.name] = read.value as Json;
    above = '';
  }
  return { action: 'accept', content };
}

/** Asks until what is typed will do; undefined when the person declined. */
async function askField(field: Field, above: string, limits: Limits, say: Ask) {
  let text = `${above}${aboutField(field)}${promptOf(field)}`;
  for (;;) {
    const line = await say(text);
    if (line === undefined) return undefined;
    const read = readField(field, line, limits);
    if (!('fault' in read)) return read;
    text = `${read.fault}.\n${promptOf(field)}`;
  }
}

/** What a field is about and what there is to choose from, each on a line of its own. */
function aboutField({ description, choices = [] }: Field): string {
  const lines = choices.slice(0, MOST_CHOICES).map(({ label }, at) => `  ${at + 1}  ${label}\n`);
  const more = choices.length > MOST_CHOICES ? `  and ${choices.length - MOST_CHOICES} more\n` : '';
  return [description === undefined ? '' : `${description}\n`, ...lines, more].join('');
}

function promptOf(field: Field): string {
  const { label, schema, choices, takesSeveral, isRequired } = field;
  const { default: preset, type } = schema;
  const isYesOrNo = type === 'boolean' && choices === undefined;
  const yesOrNo = preset === true ? 'Y/n' : preset === false ? 'y/N' : 'y/n';
  const range = choices ? `1-${choices.length}${takesSeveral ? ', several with commas' : ''}` : undefined;
  const taken = preset === undefined ? [] : [`Enter for ${labelsOf(field, preset)}`];
  const hints = isYesOrNo ? [yesOrNo] : [...(range === undefined ? [] : [range]), ...taken];
  if (!isRequired && preset === undefined) hints.push('may be left empty');
  return `${label}${hints.length > 0 ? ` [${hints.join('; ')}]` : ''}: `;
}

function labelsOf(field: Field, preset: Json): string {
  return (Array.isArray(preset) ? preset : [preset]).map(each => labelOf(field, each) || shown(each)).join(', ');
}

/** Shows an address that the server wants to be visited. Nothing is opened: the person does that, or not. */
async function askToVisit(heading: string, url: Json | undefined, say: Ask): Promise<JsonObject> {
  const address = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol)) return { action: 'decline' };
  return confirmed(
    `${heading}  ${address.href}\n`,
    `Open this address of ${address.host} in a browser. Done?`,
    say,
    {},
  );
}

async function confirmed(heading: string, question: string, say: Ask, more: JsonObject = { content: {} }) {
  const line = await say(`${heading}${question} [y/N] `);
  return /^\s{0,9}y(?:es)?\s{0,9}$/i.test(line ?? '') ? { action: 'accept', ...more } : { action: 'decline' };
}

const indented = (text: string) => text.trimEnd().replaceAll('\n', '\n  ');
