export interface Schema {
  description?: string;
  const?: unknown;
  enum?: readonly unknown[];
  pattern?: string;
  type?: string;
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
}

export interface Suggestion {
  word: string;
  description: string | undefined;
}

type Path = readonly (string | number)[];

export function suggestNames(schema: Schema, value: unknown, path: Path): Suggestion[] {
  const { schemas, value: object } = walk(schema, value, path);
  const has = typeof object === 'object' && object !== null ? Object.keys(object) : [];
  const names = schemas.flatMap(({ properties = {} }) => Object.entries(properties));
  return unique(
    names.filter(([name]) => !has.includes(name)).map(([word, { description }]) => ({ word, description })),
  );
}

export function suggestValues(schema: Schema, value: unknown, path: Path): Suggestion[] {
  const { schemas } = walk(schema, value, path);
  return unique(
    schemas.flatMap((one) =>
      [...(one.enum ?? []), ...(one.const === undefined ? [] : [one.const])].map((word) => ({
        word: String(word),
        description: one.description,
      })),
    ),
  );
}

function walk(schema: Schema, value: unknown, path: Path): { schemas: Schema[]; value: unknown } {
  let at = value;
  let schemas = choose(schema, at, path[0]);
  for (const [index, step] of path.entries()) {
    at = typeof at === 'object' && at !== null ? (Reflect.get(at, step) as unknown) : undefined;
    const next = path[index + 1];
    schemas = schemas.flatMap((one) => {
      const below = typeof step === 'number' ? one.items : one.properties?.[step];
      return below ? choose(below, at, next) : [];
    });
  }
  return { schemas, value: at };
}

/** The schemas whose constants and texts fit the value. Ignores the field being completed, to offer all its words. */
function choose(schema: Schema, value: unknown, asked: string | number | undefined): Schema[] {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (!alternatives) return [schema];
  const all = alternatives.flatMap((one) => choose(one, value, asked));
  if (typeof value !== 'object' || value === null) return all;
  const fitting = all.filter(({ properties = {} }) =>
    Object.entries(properties).every(
      ([name, property]) => name === asked || fits(property, Reflect.get(value, name)),
    ),
  );
  return fitting.length === 0 ? all : fitting;
}

function fits({ const: only, pattern }: Schema, given: unknown): boolean {
  if (given === undefined) return true;
  if (only !== undefined) return only === given;
  return pattern === undefined || typeof given !== 'string' || new RegExp(pattern, 'u').test(given);
}

function unique(suggestions: readonly Suggestion[]): Suggestion[] {
  return [...new Map(suggestions.map((one) => [one.word, one])).values()];
}
