import { createHash } from 'node:crypto';
import type { Formula, RuleLanguage } from '../rule.js';
import { expectList, expectMap, expectText, RuleFault, refuseOthers, syntaxFault } from './context.js';
import { type Located, type LocatedFile, plain, readLocated } from './located.js';

/** Reads one part of a taint rule, such as a source. */
export type ReadPart<Part> = (value: Located) => Part;

/** The models that rules may name sets of, by language. */
export type Models = (language: string) => Model | undefined;

export const noModels: Models = () => undefined;

/** Where the sets of a rule come from: its own file, and the models. */
export interface Sets {
  readonly own: Model | undefined;
  readonly models: Models;
}

const DEEPEST = 20;

/**
 * Named sets of parts of taint rules: what comes in from outside, what is dangerous, what makes it harmless. Rules that take in
 * the same set have the same parts, object for object.
 */
export class Model {
  readonly #hash: string;
  /** The models of other languages whose sets its own take in. */
  readonly #others = new Set<Model>();
  readonly #path: string;
  readonly #models: Models;
  readonly #sets = new Map<string, readonly Located[]>();
  readonly #read = new Map<ReadPart<unknown>, Map<string, readonly unknown[]>>();

  /** Throws a RuleFault where `sets` is no mapping of lists. */
  constructor(sets: Located, path: string, models: Models) {
    this.#path = path;
    this.#models = models;
    this.#hash = createHash('sha256')
      .update(JSON.stringify(plain(sets)))
      .digest('base64url');
    for (const [name, items] of expectMap(sets, 'sets').entries) this.#sets.set(name, expectList(items, name));
  }

  /** Changes when what its sets hold does. */
  get hashes(): readonly string[] {
    return [this.#hash, ...[...this.#others].map(other => other.#hash)];
  }

  has(name: string): boolean {
    return this.#sets.has(name);
  }

  /** The parts of a set, those of the sets it takes in among them. */
  parts<Part extends { readonly formula: Formula }>(
    name: string,
    readPart: ReadPart<Part>,
    depth = 0,
  ): readonly Part[] {
    let known = this.#read.get(readPart);
    if (!known) {
      known = new Map();
      this.#read.set(readPart, known);
    }
    let found = known.get(name) as readonly Part[] | undefined;
    if (!found) {
      found = this.#sets.get(name)!.flatMap(item => this.#part(item, readPart, depth));
      known.set(name, found);
    }
    return found;
  }

  #part<Part extends { readonly formula: Formula }>(
    item: Located,
    readPart: ReadPart<Part>,
    depth: number,
  ): readonly Part[] {
    try {
      const other = setName(item);
      if (other !== undefined) {
        if (depth > DEEPEST) throw syntaxFault('sets take each other in', item);
        return this.#set(other, item).parts(other.name, readPart, depth + 1);
      }
      const part = readPart(item);
      return [{ ...part, formula: { kind: 'shared', path: this.#path, of: part.formula } }];
    } catch (error) {
      if (!(error instanceof RuleFault) || error.path !== undefined) throw error;
      throw new RuleFault(error.kind, error.message, error.place, this.#path);
    }
  }

  #set({ language, name }: SetName, item: Located): Model {
    const model = language === undefined ? this : this.#models(language);
    if (!model?.has(name)) throw noSuchSet(name, item);
    if (model !== this) this.#others.add(model);
    return model;
  }
}

/** The sets that one rule takes in. */
export class SetsUsed {
  readonly #sets: Sets;
  readonly #language: RuleLanguage;
  readonly #models = new Set<Model>();

  constructor(sets: Sets, language: RuleLanguage) {
    this.#sets = sets;
    this.#language = language;
  }

  /** They change when a model does. */
  get hashes(): readonly string[] {
    return [...this.#models].flatMap(({ hashes }) => hashes);
  }

  /** The part that stands here, or the parts of the set that is named here. */
  parts<Part extends { readonly formula: Formula }>(value: Located, readPart: ReadPart<Part>): readonly Part[] {
    const named = setName(value);
    if (named === undefined) return [readPart(value)];
    const { own, models } = this.#sets;
    const isOwn = named.language === undefined && own?.has(named.name) === true;
    const model = isOwn ? own : models(named.language ?? this.#language);
    if (!model?.has(named.name)) throw noSuchSet(named.name, value);
    this.#models.add(model);
    return model.parts(named.name, readPart);
  }
}

interface SetName {
  readonly language: string | undefined;
  readonly name: string;
}

/** What `set: request` or `set: javascript/request` names; nothing where there is no such key. */
function setName(value: Located): SetName | undefined {
  const given = value.is === 'map' ? value.entries.get('set') : undefined;
  if (given === undefined || value.is !== 'map') return undefined;
  refuseOthers(value, ['set'], 'a set');
  const { text } = expectText(given, 'set');
  const slash = text.indexOf('/');
  return { language: slash < 0 ? undefined : text.slice(0, slash), name: text.slice(slash + 1) };
}

const noSuchSet = (name: string, at: Located) => syntaxFault(`there is no set '${name.slice(0, 60)}'`, at);

/** Reads the model of a file. Throws a RuleFault where it is none. */
export function readModel(text: string, path: string, models: Models): Model {
  return modelOf(readLocated(text), path, models);
}

/** The model of a file that was parsed already. */
export function modelOf({ documents, faults }: LocatedFile, path: string, models: Models): Model {
  const [fault] = faults;
  if (fault) throw new RuleFault('rule_syntax', fault.message, fault.place, path);
  const sets = documents[0]?.is === 'map' ? documents[0].entries.get('sets') : undefined;
  if (!sets) throw new RuleFault('rule_syntax', "the file has no mapping 'sets'", { line: 1, column: 1 }, path);
  return new Model(sets, path, models);
}
