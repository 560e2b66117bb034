import type { Connection } from '@concord/client';
import { isJsonObject, type JsonObject } from '@concord/contract';
import type { Annotations, Tool } from '@concord/engine';
import { outcomeOf } from './outcome.js';
import { failureOf } from './problem.js';

/** A tool of an upstream server as a Tool: checked, redacted, bounded and recorded like every other. */
export function upstreamTool(
  listed: JsonObject,
  connection: Connection,
  onSent?: (isRepeatable: boolean) => void,
): Tool {
  const name = String(listed.name);
  const { title, outputSchema, annotations, icons, _meta } = listed;
  const version = connection.facts.serverInfo.version;
  const hints = isJsonObject(annotations) ? annotations : {};
  const isRepeatable = hints.readOnlyHint === true || hints.idempotentHint === true;
  return {
    name,
    ...(typeof version === 'string' && { version }),
    ...(typeof title === 'string' && { title }),
    description: typeof listed.description === 'string' ? listed.description : '',
    inputSchema: isJsonObject(listed.inputSchema) ? listed.inputSchema : { type: 'object' },
    ...(isJsonObject(outputSchema) && { outputSchema }),
    ...(isJsonObject(annotations) && { annotations: annotations as Annotations }),
    ...(Array.isArray(icons) && { icons: icons as JsonObject[] }),
    ...(isJsonObject(_meta) && { meta: _meta }),
    dialect: 'text',
    limits: { overflow: 'headAndTail' },
    secrets: () => connection.secrets ?? [],
    run: async (args, call) => {
      // Tokens may be renewed during a call, and must be masked in what follows.
      const known = new Set(connection.secrets);
      const learn = () => {
        for (const secret of connection.secrets ?? []) if (!known.has(secret)) call.secret(secret);
      };
      try {
        const result = await connection.call(name, args, {
          tool: listed,
          signal: call.signal,
          timeoutMs: call.remainingMs(),
          client: call.client,
          ...(onSent && { onSent: () => onSent(isRepeatable) }),
          onProgress: ({ progress, total, message }) => {
            learn();
            call.progress(Number(progress), total as number | undefined, message as string | undefined);
          },
        });
        learn();
        return outcomeOf(result);
      } catch (error) {
        learn();
        return failureOf(error);
      }
    },
  };
}
