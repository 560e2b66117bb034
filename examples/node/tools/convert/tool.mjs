import { defineTool, ToolError } from '@concord/folder/tool';

const perMetre = { metre: 1, foot: 1 / 0.3048, mile: 1 / 1609.344 };

export default defineTool({
  name: 'convert',
  description: 'Converts a length from one unit to another',
  inputSchema: {
    type: 'object',
    properties: { length: { type: 'number' }, from: { type: 'string' }, to: { type: 'string' } },
    required: ['length', 'from', 'to'],
    additionalProperties: false,
  },
  outputSchema: { type: 'object', properties: { length: { type: 'number' } }, required: ['length'] },
  annotations: { readOnlyHint: true },
  run({ length, from, to }, context) {
    const unknown = [from, to].find(unit => !Object.hasOwn(perMetre, unit));
    // A JSON-RPC error of our own choice; anything else that is thrown makes a failed result.
    if (unknown !== undefined)
      throw new ToolError(-32602, `Unknown unit: ${unknown}`, { known: Object.keys(perMetre) });
    context.log('debug', `from ${from} to ${to}`);
    return { length: (length / perMetre[from]) * perMetre[to] };
  },
});
