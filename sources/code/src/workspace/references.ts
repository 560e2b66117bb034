import { type Callees, calleesOf } from '../flow/callees.js';
import type { Entity } from '../names/scopes.js';
import { typeOfExpression } from '../names/types.js';
import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenAs, NONE } from '../syntax/tree.js';
import { type FileFacts, hasWord, type Imported, Imports, wordHash } from './facts.js';
import { type CodeSymbol, modifiersOf, plainName } from './outline.js';
import type { SourceFile } from './source-file.js';
import type { Project, Workspace } from './workspace.js';

/** How sure it is that a name means the symbol: by scope and imports, by the type of what it is a member of, or by its spelling alone. */
export type Confidence = 'exact' | 'likely' | 'name_only';

export interface Reference {
  readonly file: SourceFile;
  /** The node of the name. */
  readonly node: number;
  readonly kind: 'definition' | 'import' | 'call' | 'write' | 'read';
  readonly confidence: Confidence;
}

export interface Definition {
  readonly file: SourceFile;
  readonly symbol: CodeSymbol;
}

const MOST_REEXPORTS = 6;

/** Every place of a project that means a symbol, or may. */
export async function referencesTo(
  workspace: Workspace,
  project: Project,
  definition: Definition,
  onFile?: () => void,
): Promise<Reference[]> {
  const hash = wordHash(plainName(definition.symbol.name));
  const search = new Search(project, definition);
  const found = search.inOwnFile();
  for (const facts of project.files) {
    if (facts.absolute === definition.file.absolute || facts.language !== definition.file.language.id) {
      if (!isScriptOf(facts, definition.file)) continue;
      if (facts.absolute === definition.file.absolute) continue;
    }
    if (!hasWord(facts, hash)) continue;
    onFile?.();
    found.push(...search.inOtherFile(facts, await workspace.fileAt(facts)));
  }
  return found;
}

/** JavaScript and TypeScript use each other's names. */
function isScriptOf({ language }: FileFacts, file: SourceFile): boolean {
  const isScript = (name: string) => name === 'javascript' || name === 'typescript';
  return isScript(language) && isScript(file.language.id);
}

class Search {
  readonly #name: string;
  /** The whole name of the symbol, without the number of a second one. */
  readonly #path: string;
  readonly #ownerName: string;
  readonly #entity: Entity | undefined;
  readonly #isMember: boolean;

  constructor(
    readonly project: Project,
    readonly definition: Definition,
  ) {
    const { file, symbol } = definition;
    this.#path = symbol.name.replace(/~\d{1,6}/g, '');
    this.#name = plainName(symbol.name);
    this.#ownerName = this.#path.slice(0, Math.max(0, this.#path.lastIndexOf('.')));
    this.#entity = symbol.nameNode === NONE ? undefined : file.names.symbolOf[symbol.nameNode];
    const owner = symbol.above === NONE ? undefined : file.symbols[symbol.above];
    this.#isMember =
      symbol.kind === 'method' ||
      (owner !== undefined && owner.kind !== 'function' && owner.kind !== 'method' && owner.kind !== 'module');
  }

  inOwnFile(): Reference[] {
    const { file, symbol } = this.definition;
    const { tree } = file;
    const callees = calleesOf(tree, file.names);
    const found: Reference[] = [];
    for (let node = 1; node < tree.size; node++) {
      if (tree.kind[node] !== Kind.Name || tree.value[node] !== this.#name) continue;
      const confidence = this.#inOwn(file, callees, node, symbol);
      if (confidence) found.push({ file, node, kind: kindOf(file, node, node === symbol.nameNode), confidence });
    }
    return found;
  }

  #inOwn(file: SourceFile, callees: Callees, node: number, symbol: CodeSymbol): Confidence | undefined {
    if (node === symbol.nameNode) return 'exact';
    const { tree, names } = file;
    const entity = names.symbolOf[node];
    if (entity) return entity === this.#entity ? 'exact' : undefined;
    const other = file.symbols.find(each => each.nameNode === node);
    if (other)
      return this.#isOverload(other) ? 'exact' : this.#isMember && other.kind === 'method' ? 'name_only' : undefined;
    if (tree.role[node] !== Role.Property) return undefined;
    return this.#asMember(file, callees, node);
  }

  /** Another declaration of the same function, with other parameters. */
  #isOverload(other: CodeSymbol): boolean {
    return other.name.replace(/~\d{1,6}/g, '') === this.#path;
  }

  /** A name behind a dot. */
  #asMember(file: SourceFile, callees: Callees, node: number): Confidence | undefined {
    const { tree, names } = file;
    const member = tree.parent[node]!;
    if (tree.kind[member] !== Kind.Member) return undefined;
    const object = childAs(tree, member, Role.Object);
    if (!this.#isMember) {
      // `exports.f` in the file that declares it.
      return file === this.definition.file && isExports(file, object) ? 'exact' : undefined;
    }
    const owner = callees.ownerOf(object, member);
    if (owner !== NONE) {
      const homes = [owner, ...callees.basesOf(owner)];
      if (file === this.definition.file) {
        const own =
          this.definition.symbol.above === NONE
            ? NONE
            : this.definition.file.symbols[this.definition.symbol.above]!.node;
        if (homes.includes(own)) return /^(?:this|self|cls)$/.test(tree.value[object] ?? '') ? 'exact' : 'likely';
        return homes.some(home => this.#hasForeignBase(file, home)) ? 'name_only' : undefined;
      }
      return homes.some(home => this.#hasForeignBase(file, home)) ? 'likely' : undefined;
    }
    const type = typeOfExpression(tree, names, object);
    if (!type) return 'name_only';
    if (!('node' in type)) return undefined;
    let at = type.node;
    while (tree.kind[at] === Kind.PointerType || tree.kind[at] === Kind.TypeApply) at = tree.first[at]!;
    return this.#isOwner(file, at) ? 'likely' : undefined;
  }

  /** Whether a class is made from the one the symbol belongs to, which is in another file. */
  #hasForeignBase(file: SourceFile, home: number): boolean {
    return childrenAs(file.tree, home, Role.Super).some(base => this.#isOwner(file, base));
  }

  /** Whether a name stands for the class the symbol belongs to. */
  #isOwner(file: SourceFile, node: number): boolean {
    const facts = this.project.files.find(each => each.absolute === file.absolute);
    const { tree } = file;
    const text = tree.value[node];
    if (file.absolute === this.definition.file.absolute) return text === plainName(this.#ownerName || '');
    if (!facts) return false;
    const imported = new Imports(file).of(node);
    if (imported) return this.#leadsTo(facts, imported, this.#ownerName);
    return tree.kind[node] === Kind.Name && text === plainName(this.#ownerName || '') && this.#isBeside(facts);
  }

  #isBeside(facts: FileFacts): boolean {
    const { absolute } = this.definition.file;
    if (this.project.modules.besides(facts).some(file => file.absolute === absolute)) return true;
    return facts.imports.some(
      ({ module, names }) =>
        (names.includes('*') || names.length === 0) &&
        (
          this.project.modules.find(facts, { module, names: [plainName(this.#ownerName || this.#name)] })?.files ?? []
        ).some(file => file.absolute === absolute),
    );
  }

  /** Whether an import means the symbol, perhaps through files that only pass it on. */
  #leadsTo(from: FileFacts, imported: Imported, path: string, depth = 0): boolean {
    const found = this.project.modules.find(from, imported);
    if (!found || depth > MOST_REEXPORTS) return false;
    const { absolute } = this.definition.file;
    for (const file of found.files) {
      if (file.absolute === absolute) {
        const way = found.names.join('.');
        if (way === path || this.#isDefault(found.names, path)) return true;
        continue;
      }
      const [first, ...rest] = found.names;
      if (first === undefined) continue;
      for (const { module, names } of file.imports)
        if (
          (names.includes(first) || names.includes('*')) &&
          this.#leadsTo(file, { module, names: [first, ...rest] }, path, depth + 1)
        )
          return true;
    }
    return false;
  }

  /** `import d from` and `require` of a file that exports the symbol itself. */
  #isDefault(names: readonly string[], path: string): boolean {
    const { file } = this.definition;
    if (file.language.importCall === undefined) return false;
    const [first, ...rest] = names;
    const below = first === 'default' ? rest : names;
    const top = path.split('.', 1)[0]!;
    if (below.join('.') !== path.slice(top.length + 1)) return false;
    const { tree } = file;
    const symbol = file.symbols.find(({ name }) => name === top);
    if (!symbol) return false;
    if (modifiersOf(tree, symbol.node).includes('default')) return true;
    const entity = file.names.symbolOf[symbol.nameNode];
    for (let node = 1; node < tree.size; node++) {
      const kind = tree.kind[node];
      const isExport =
        kind === Kind.Export || (kind === Kind.Assign && isExports(file, childAs(tree, node, Role.Left)));
      if (!isExport) continue;
      const value = childAs(tree, node, kind === Kind.Export ? Role.Value : Role.Right);
      if (value !== NONE && entity !== undefined && file.names.symbolOf[value] === entity) return true;
    }
    return false;
  }

  inOtherFile(facts: FileFacts, file: SourceFile): Reference[] {
    const { tree, names } = file;
    const imports = new Imports(file);
    const callees = calleesOf(tree, names);
    const bound = new Map<Entity, boolean>();
    const isBeside = this.#isBeside(facts);
    const found: Reference[] = [];
    for (let node = 1; node < tree.size; node++) {
      if (tree.kind[node] !== Kind.Name) continue;
      const isNamed = tree.value[node] === this.#name;
      const entity = names.symbolOf[node];
      let confidence: Confidence | undefined;
      if (entity) {
        if (!isNamed && bound.get(entity) !== true && entity.imported === undefined) continue;
        let means = bound.get(entity);
        if (means === undefined) {
          const imported = imports.of(node);
          means = imported !== undefined && this.#leadsTo(facts, imported, this.#path);
          bound.set(entity, means);
        }
        if (means) confidence = 'exact';
      } else if (isNamed) confidence = this.#inOther(file, facts, imports, callees, node, isBeside);
      if (confidence) found.push({ file, node, kind: kindOf(file, node, false), confidence });
    }
    return found;
  }

  #inOther(
    file: SourceFile,
    facts: FileFacts,
    imports: Imports,
    callees: Callees,
    node: number,
    isBeside: boolean,
  ): Confidence | undefined {
    const { tree } = file;
    const above = tree.parent[node]!;
    if (tree.kind[above] === Kind.ImportName && tree.role[node] === Role.Name) {
      const holder = tree.parent[above]!;
      const imported = { module: tree.value[holder] ?? '', names: [this.#name] };
      return this.#leadsTo(facts, imported, this.#path) ? 'exact' : undefined;
    }
    if (tree.role[node] === Role.Property && tree.kind[above] === Kind.Member) {
      const imported = imports.of(above);
      if (imported) return this.#leadsTo(facts, imported, this.#path) ? 'exact' : undefined;
      const object = childAs(tree, above, Role.Object);
      if (this.#isMember && isBeside && tree.kind[object] === Kind.Name && this.#isOwner(file, object)) return 'exact';
      return this.#isMember ? this.#asMember(file, callees, node) : undefined;
    }
    if (
      tree.role[node] === Role.Key &&
      tree.kind[above] === Kind.Pair &&
      tree.kind[tree.parent[above]!] === Kind.Dict
    ) {
      return undefined;
    }
    const declares = file.symbols.some(({ nameNode }) => nameNode === node);
    if (declares || this.#isMember || !isBeside) return undefined;
    return file.language.id === 'csharp' ? 'likely' : 'exact';
  }
}

/** `exports` and `module.exports`. */
function isExports({ tree }: SourceFile, node: number): boolean {
  if (node === NONE) return false;
  if (tree.kind[node] === Kind.Name) return tree.value[node] === 'exports';
  return (
    tree.kind[node] === Kind.Member &&
    tree.value[childAs(tree, node, Role.Object)] === 'module' &&
    tree.value[childAs(tree, node, Role.Property)] === 'exports'
  );
}

/** What a name is there for. */
function kindOf({ tree }: SourceFile, node: number, isDefinition: boolean): Reference['kind'] {
  if (isDefinition) return 'definition';
  let at = node;
  if (tree.role[at] === Role.Property && tree.kind[tree.parent[at]!] === Kind.Member) at = tree.parent[at]!;
  const above = tree.parent[at]!;
  const kind = tree.kind[above];
  if (kind === Kind.ImportName || kind === Kind.Import) return 'import';
  if (tree.role[at] === Role.Callee && (kind === Kind.Call || kind === Kind.New || kind === Kind.Decorator))
    return 'call';
  if (kind === Kind.Assign && tree.role[at] === Role.Left) return 'write';
  return kind === Kind.Unary && /\+\+|--/.test(tree.value[above] ?? '') ? 'write' : 'read';
}
