/** The type of the values a JSON Schema describes, as far as it can be read from literals: `unknown` where it cannot. */
export type FromSchema<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly type: readonly (infer Type)[] }
      ? OfType<Type, Schema>
      : Schema extends { readonly type: infer Type }
        ? OfType<Type, Schema>
        : Schema extends { readonly properties: object }
          ? OfProperties<Schema>
          : unknown;

type OfType<Type, Schema> = Type extends 'string'
  ? string
  : Type extends 'number' | 'integer'
    ? number
    : Type extends 'boolean'
      ? boolean
      : Type extends 'null'
        ? null
        : Type extends 'array'
          ? OfItems<Schema>
          : Type extends 'object'
            ? OfProperties<Schema>
            : unknown;

type OfItems<Schema> = Schema extends { readonly items: infer Items } ? FromSchema<Items>[] : unknown[];

type OfProperties<Schema> = Schema extends { readonly properties: infer Properties }
  ? Flat<
      {
        -readonly [Name in keyof Properties as Name extends RequiredOf<Schema> ? Name : never]: FromSchema<
          Properties[Name]
        >;
      } & {
        -readonly [Name in keyof Properties as Name extends RequiredOf<Schema> ? never : Name]?: FromSchema<
          Properties[Name]
        >;
      }
    >
  : Record<string, unknown>;

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never;

type Flat<Type> = { [Name in keyof Type]: Type[Name] };
