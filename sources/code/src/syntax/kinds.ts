/**
 * What a node is, in the same words for all languages. A language pack says which of its grammar's nodes is which;
 * patterns, rules and data flow know only these. The children of each kind, by role, stand beside it; children
 * without a role named here have the role `None`.
 */
export enum Kind {
  /** Statements. The whole file, or the whole pattern. */
  Program = 1,

  // Names and values
  /** value: the name. Also `this`, `self`, `super`, `base`, and names of built-in types (`int`, `string`). */
  Name,
  /** value: the number as written, without separators. */
  Number,
  /** value: the text between the quotes, escapes as written. Prefixes (`r`, `b`, `@`) and kinds of quotes are not kept. */
  String,
  /** value: the character as written. */
  Char,
  /** value: `true` or `false`. */
  Bool,
  /** `None`, `null`, `nil`, `undefined` is a Name. */
  Null,
  /** value: the pattern between the slashes. Its flags: a String with role Flags. */
  Regex,
  /** A string with interpolated parts, or several strings side by side: String for the text between, expressions as they are. */
  Template,
  /** value: `list`, `tuple`, `set`. Elements. Go and Java initialisers without a type are lists. */
  Collection,
  /** Pair, Spread and Function (methods) in order. */
  Dict,
  /** Key, Value. value: `shorthand` where only a name is written (it stands as key and as value). Computed keys are their expression. */
  Pair,
  /** value: `list`, `set`, `dict`, `generator`. Element (a Pair for dict), then CompFor and CompIf in order. */
  Comprehension,
  /** Target, Iterable. */
  CompFor,
  /** Condition. */
  CompIf,

  // Expressions
  /** Object, Property (a Name; a computed or private one as written). value: `.`; optional chaining is the same. */
  Member,
  /** Object, then each index with role Index. */
  Index,
  /** Low, High, Step, as far as they are there. */
  Slice,
  /** Callee, TypeParameters (the types given between `<` and `>`), Arguments. value: `tagged` for a tagged template, whose template is the argument.
   * Python's print statement, C#'s nameof and the like are calls too. */
  Call,
  /** Callee (the type, TypeApply where types are given to it), Arguments (may be missing), Body (ClassBody of an anonymous class, Dict or Collection of an initialiser). */
  New,
  /** In order: expressions, Keyword, Spread. */
  Arguments,
  /** Name, Value. A keyword or named argument, or an element of an annotation. */
  Keyword,
  /** value: `*` or `**` or `...`. One child. */
  Spread,
  /** value: the operator; `!` for every language's negation; `post++` and `post--` behind their operand. One child. */
  Unary,
  /** value: the operator, with `&&` and `||` for every language's conjunction. Left, Right. Also `in`, `not in`, `is`, `is not`, `instanceof`. */
  Binary,
  /** value: `=`, `:=`, `+=` and so on. Left, Right. Several targets: a tuple on the left; Python's `a = b = c` is nested to the right. */
  Assign,
  /** Condition, Then, Else. */
  Ternary,
  /** Type, Value. A conversion in the language's own syntax: `(T) x`, `x as T`, `x.(T)`. */
  Cast,
  /** One child. */
  Await,
  /** value: `yield` or `yield*`. At most one child. */
  Yield,
  /** The comma operator. */
  Sequence,
  /** Name (none for a fragment), then Attribute and Spread with role Attribute, then the children. An expression in braces is that expression. */
  Element,
  /** Name (a Name), Value (a String or an expression; missing when only the name is written). */
  Attribute,
  /** value: text between elements. */
  Text,

  // Types, where they are not simply names
  /** Base, then each argument with role Argument. */
  TypeApply,
  /** One child. */
  ArrayType,
  /** One child. value: `*`, `&`, `?`. */
  PointerType,
  /** value: `|` or `&`. The alternatives. */
  UnionType,

  // Definitions
  /** Modifier and Decorator with role Modifier, Name, Type, Value. value: `var`, `let`, `const`, `field`, or empty. One node for each declared name;
   * destructuring has a Dict, Collection or tuple as Name. Go's `:=` is an Assign. A Python assignment is a Var only where it has a type. */
  Var,
  /** Modifiers, Receiver (a Parameter, Go), Name (none for lambdas), TypeParameters, Parameters, Type (of the result), Body (Block, or the expression of
   * an arrow function; none where it is only declared). value: `function`, `method`, `constructor`, `lambda`, `getter`, `setter`. */
  Function,
  /** Parameter in order. */
  Parameters,
  /** Modifiers, Name (or a pattern), Type, Value (its default). value: `*`, `**`, `...` for those that take the rest; `/` alone is dropped. */
  Parameter,
  /** Names, or whatever is written. */
  TypeParameters,
  /** Modifiers, Name, TypeParameters, Super for each base and interface (expressions; Keyword for Python's), Parameters (records, primary constructors), Body.
   * value: `class`, `interface`, `enum`, `struct`, `record`, `type` (an alias: Value). */
  Class,
  /** Members: Var, Function, Class, statements of an initialiser as Block; enum members are Var. */
  ClassBody,
  /** value: the keyword: `public`, `static`, `?` (TypeScript's optional), `*` (generators), `throws` and `permits` (Java, with their types), `async`, `final`, `abstract`, `readonly`, `export`, `default` and so on. */
  Modifier,
  /** A decorator, annotation or attribute. Callee, Arguments (missing when none are written). */
  Decorator,

  // Statements
  /** Statements. */
  Block,
  /** One expression. */
  ExprStmt,
  /** Init (Go), Condition, Then, Else (a Block, or an If for `else if` and `elif`). Then and Else are always Blocks but for `else if`. */
  If,
  /** Condition, Body, Else (Python). */
  While,
  /** Body, Condition. */
  DoWhile,
  /** Init, Condition, Update, Body. Go's `for {}` and `for c {}` are While. */
  For,
  /** Target, Iterable, Body, Else. value: `in`, `of`, `range`. A declared target is a Var; several are a tuple. */
  ForEach,
  /** At most one expression; several are a tuple. */
  Return,
  /** At most one expression. Python's `raise`; its cause (`from`) is Value. */
  Throw,
  /** Resource (Var or expression), Body, Catch, Else, Finally. */
  Try,
  /** Type (a tuple for several), Name, Condition (a filter), Body. */
  Catch,
  /** Subject, Init (Go), then Case. value: `switch`, `match`, `select`, `type`. */
  Switch,
  /** Each pattern with role Test (none for the default), Guard as Condition, Body. */
  Case,
  /** Python's `with`, C#'s `using` (…), `lock` and Java's `synchronized`. value: the keyword. Item, Body. */
  With,
  /** Value, Name (what it is bound to). Also `case a as b` in Python. */
  WithItem,
  /** value: `break`, `continue`, `goto`. Name, where there is a label. */
  Jump,
  /** Name, Body. */
  Labeled,
  /** One expression, and what is said of it. */
  Assert,
  /** What is deleted. */
  Delete,
  /** value: `global` or `nonlocal`. Names. */
  Global,
  /** value: `defer` or `go`. One call. */
  Spawn,
  /** Module (Name or Member as dotted, String in JavaScript and Go; none where relative dots only), then ImportName; Alias (a Name) where the module itself
   * gets a name. value: the module as text, dots and slashes as written. */
  Import,
  /** Name (`*` for all, `default`), Alias (where it gets another name here). */
  ImportName,
  /** `package` and `namespace` lines. Name, Body where it has one. */
  Package,
  /** Nothing: `pass` is one, `;` alone is left out. */
  Empty,
  /** Whatever has no word of its own. value: the grammar's name of it, and its tokens between the children. Children in order. */
  Other,

  // Only in patterns
  /** value: `$X`. */
  Metavariable,
  /** value: `$...X`. */
  Metavariables,
  /** `...`: any number of neighbours. */
  Dots,
  /** `<... e ...>`. One child. */
  Deep,
  /** value: `$X`. Type. `($X : T)`, `(T $X)`. */
  TypedMetavariable,

  /** An export that declares nothing: Modifier `default` and Value; or Module and ImportName for each name (`*` for all). value: the module as text. A
   * declaration that is exported has the Modifier `export` itself. */
  Export,
}

/** What a node is to its parent. */
export enum Role {
  None = 0,
  Name,
  Value,
  Type,
  Key,
  Left,
  Right,
  Object,
  Property,
  Index,
  Low,
  High,
  Step,
  Callee,
  Arguments,
  Argument,
  Base,
  Body,
  Condition,
  Then,
  Else,
  Init,
  Update,
  Target,
  Iterable,
  Element,
  Attribute,
  Modifier,
  Receiver,
  TypeParameters,
  Parameters,
  Super,
  Resource,
  Catch,
  Finally,
  Subject,
  Case,
  Test,
  Item,
  Module,
  Alias,
  Flags,
}
