import { failure, type Outcome, problem } from '@concord/contract';
import { type Call, changedSnapshot, delegatingSource, type Source, type Tool } from '@concord/engine';

/** A further connection that nobody has used for so long is closed. */
const IDLE_MS = 60_000;
/** The most connections to one server. */
const MOST_CONNECTIONS = 32;

/** Makes a source over a connection of its own. `onQuestion` is called when its server asks its client something. */
export type MakeSource = (onQuestion: () => void) => Source;

/**
 * A server as one source for all clients. From its first question on, each of its connections serves one client at a time, because a question
 * says not which call it is about; further connections are made as they are needed. What is listed is what the first connection lists.
 */
export function oneClientAtATime(make: MakeSource): Source {
  let asks = false;
  const onQuestion = () => {
    asks = true;
  };
  const open = (): ServedConnection => ({ source: make(onQuestion), client: undefined, calls: 0, usedAt: 0 });
  const first = open();
  const connections = [first];
  const closeIdle = () => {
    const since = performance.now() - IDLE_MS;
    for (const each of connections.filter(other => other !== first && other.calls === 0 && other.usedAt < since)) {
      connections.splice(connections.indexOf(each), 1);
      void each.source.close();
    }
  };
  const sweeper = setInterval(closeIdle, IDLE_MS).unref();
  const connectionFor = ({ client }: Call): ServedConnection => {
    const usable = connections.find(each => each.calls === 0 || each.client === client);
    if (!asks || (usable === undefined && connections.length >= MOST_CONNECTIONS)) return first;
    if (usable !== undefined) return usable;
    const made = open();
    connections.push(made);
    return made;
  };
  const run = async (tool: Tool, args: Parameters<Tool['run']>[0], call: Call): Promise<Outcome> => {
    const connection = connectionFor(call);
    connection.client = call.client;
    connection.calls++;
    try {
      if (connection === first) return await tool.run(args, call);
      await connection.source.open();
      return await toolOver(connection.source, tool).run(args, call);
    } finally {
      connection.calls--;
      connection.usedAt = performance.now();
    }
  };
  const overOne = (tool: Tool): Tool => ({ ...tool, run: (args, call) => run(tool, args, call) });
  return delegatingSource(() => first.source, {
    snapshot: changedSnapshot(first.source, snapshot => ({ ...snapshot, tools: snapshot.tools.map(overOne) })),
    close: async () => {
      clearInterval(sweeper);
      await Promise.all(connections.map(({ source }) => source.close()));
    },
  });
}

/** A connection, the client it serves at the moment, and how many calls of that are under way. */
interface ServedConnection {
  readonly source: Source;
  client: object | undefined;
  calls: number;
  usedAt: number;
}

/** The tool of the same name over another connection. */
function toolOver(source: Source, { name }: Tool): Pick<Tool, 'run'> {
  const missing = async (): Promise<Outcome> =>
    failure(problem('not_found', `The server has no tool '${name}' any more`));
  return source.snapshot().tools.find(each => each.name === name) ?? { run: missing };
}
