import { resolve } from 'node:path';
import { invalidParameter, isJsonObject, type Json, type JsonObject, type Problem, problem } from '@concord/contract';
import { ofTheCall } from '../table/parameters.js';
import { type Action, type Arguments, actionFor, type Parameter, type ToolTable } from '../table/table.js';
import { chooseAction, SHOWN } from './action.js';
import { isInside } from './inside-root.js';
import { requiredMessage } from './messages.js';
import { nearName } from './near-name.js';
import type { Fault } from './rules.js';
import { directoryFault } from './stats.js';
import { present, typeFault } from './types.js';
import { chosen, valueFault } from './values.js';

/** The facts that a check needs besides the arguments. */
export interface CheckContext {
  /** Where relative paths start from when the call does not say. */
  readonly workingDirectory: string;
  /** No path of an argument may lead out of this folder. */
  readonly root?: string;
  readonly forbidUnsafeOutput: boolean;
}

/** Checked arguments, their action, and the names of arguments that the action does not use. */
export interface Checked {
  readonly action: Action;
  readonly args: Arguments;
  readonly ignored: readonly string[];
}

/** Checks the arguments of a call. Gives all problems in the order of the schema, or the checked arguments. */
export function check(
  tool: ToolTable,
  given: unknown,
  context: CheckContext,
): { readonly problems: readonly Problem[] } | Checked {
  if (given !== undefined && !isJsonObject(given))
    return { problems: [invalidParameter('arguments', 'invalid type', "Parameter 'arguments' must be an object")] };
  const action = chooseAction(tool, given?.action);
  if ('kind' in action) return { problems: [action] };
  return new Check(tool, action, given ?? {}, context).result();
}

/** The directory that relative paths of a call start from. One outside the root is refused, and ignored for the other checks. */
function workingDirectoryOf({ workingDirectory: given }: JsonObject, { workingDirectory, root }: CheckContext): string {
  if (typeof given !== 'string' || given.includes('\0')) return workingDirectory;
  if (root !== undefined && !isInside(root, workingDirectory, given)) return workingDirectory;
  return resolve(workingDirectory, given);
}

/** The check of one call: at most one problem for each parameter. */
class Check {
  readonly #problems = new Map<string, Problem>();
  readonly #args: Record<string, Json> = {};
  readonly #ignored: string[] = [];
  readonly #used: ReadonlySet<string>;
  readonly #directory: string;

  constructor(
    readonly tool: ToolTable,
    readonly action: Action,
    readonly given: JsonObject,
    readonly context: CheckContext,
  ) {
    this.#used = new Set([...action.required, ...action.optional, ...ofTheCall]);
    this.#directory = workingDirectoryOf(given, context);
  }

  result(): { readonly problems: readonly Problem[] } | Checked {
    const unknown = this.#unknown();
    for (const parameter of this.tool.parameters) this.#take(parameter);
    for (const name of this.action.required) this.#require(name);
    for (const rule of this.action.between ?? []) if (rule.broken(this.#args)) this.#refuse(rule.parameter, rule);
    this.#aboutTheCall();
    const problems = [...unknown, ...this.#inOrder()];
    if (problems.length > 0) return { problems };
    for (const { name, otherNameOf } of this.tool.parameters) this.#rename(name, otherNameOf);
    return { action: actionFor(this.action, this.#args), args: this.#args, ignored: this.#ignored };
  }

  #unknown(): readonly Problem[] {
    const known = new Set(this.tool.parameters.map(each => each.name));
    if (this.tool.only === undefined) known.add('action');
    const unknown = Object.keys(this.given).filter(name => !known.has(name));
    return unknown.map(name => {
      const didYouMean = nearName(name, known);
      const shown = name.slice(0, SHOWN);
      return invalidParameter(shown, 'unknown', `Parameter '${shown}' is not known for tool '${this.tool.name}'`, {
        ...(didYouMean !== undefined && { details: { didYouMean } }),
      });
    });
  }

  /** The value of a parameter, when it is given, used and good. */
  #take(parameter: Parameter): void {
    const { name } = parameter;
    if (!Object.hasOwn(this.given, name)) return;
    const raw = this.given[name]!;
    const wrongType = typeFault(parameter, raw);
    if (wrongType !== undefined) return this.#refuse(name, wrongType);
    const value = present(parameter, raw);
    if (value === undefined) return;
    if (!this.#used.has(name)) return void this.#ignored.push(name);
    const spelled = chosen(parameter, value);
    if ('reason' in spelled) return this.#refuse(name, spelled);
    if (this.#isOutside(parameter, value)) return this.#refuseOutside(name);
    const place = { parameter: name, action: this.action.name, directory: this.#directory };
    const fault = valueFault(parameter, spelled.value, place);
    if (fault !== undefined) return this.#refuse(name, fault);
    this.#args[name] = spelled.value;
  }

  #require(name: string): void {
    const { otherNameOf = name } = this.tool.parameters.find(each => each.name === name) ?? {};
    if (this.#args[name] !== undefined || this.#args[otherNameOf] !== undefined || this.#problems.has(otherNameOf))
      return;
    this.#refuse(name, { reason: 'required', message: requiredMessage(name) });
  }

  #aboutTheCall(): void {
    if (this.context.forbidUnsafeOutput && this.#args.unsafeOutput === true)
      this.#refuse('unsafeOutput', {
        reason: 'forbidden',
        message: "Parameter 'unsafeOutput' is not allowed by the operator",
      });
    const { workingDirectory } = this.#args;
    if (workingDirectory === undefined) return;
    const fault = directoryFault(this.#directory, String(workingDirectory));
    if (fault !== undefined) this.#refuse('workingDirectory', fault);
  }

  #isOutside({ name, isPath }: Parameter, value: Json): boolean {
    const { root, workingDirectory } = this.context;
    if (!isPath || root === undefined) return false;
    if (name === 'workingDirectory') return !isInside(root, workingDirectory, String(value));
    const paths = (Array.isArray(value) ? value : [value]).map(String);
    // A path with such a character is refused elsewhere, and system calls do not accept it.
    return paths.some(path => !path.includes('\0') && !isInside(root, this.#directory, path));
  }

  #refuseOutside(name: string): void {
    this.#problems.set(
      name,
      problem('invalid_path', `Parameter '${name}' is outside the root directory`, {
        details: { parameter: name, reason: 'outside root' },
      }),
    );
  }

  #refuse(name: string, { reason, message }: Fault): void {
    if (!this.#problems.has(name)) this.#problems.set(name, invalidParameter(name, reason, message));
  }

  #rename(name: string, otherName: string | undefined): void {
    const value = this.#args[name];
    if (otherName === undefined || value === undefined) return;
    this.#args[otherName] ??= value;
    delete this.#args[name];
  }

  #inOrder(): readonly Problem[] {
    return this.tool.parameters.flatMap(each => this.#problems.get(each.name) ?? []);
  }
}
