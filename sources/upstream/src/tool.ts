import type { Connection } from '@concord/client';
import { isJsonObject, type JsonObject } from '@concord/contract';
import type { Annotations, Call, LogLevel, Tool } from '@concord/engine';
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
    isCheckedElsewhere: true,
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
          client: call.client,
          meta: call.handedOn(),
          onAsked: (method, params) => askedOf(call, method, params),
          onLog: ({ level, data, logger }) => call.log(level as LogLevel, data ?? null, loggerOf(logger)),
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

/** Puts a question of the server to whoever called its tool. Throws where that came to no answer. */
async function askedOf(call: Call, method: string, params: JsonObject): Promise<JsonObject> {
  const { question } = await call.ask({ question: { method, params } });
  const isAnswered = method === 'elicitation/create' ? question?.action !== 'error' : question?.action === undefined;
  if (question !== undefined && isAnswered) return question;
  throw new Error(`The client gave no answer to ${method}`);
}

const loggerOf = (logger: unknown) => (typeof logger === 'string' ? logger : undefined);
