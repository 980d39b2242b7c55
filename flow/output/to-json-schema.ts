import { z } from 'zod';
import type { JsonSchema } from '../../protocol/json-schema.js';

export type OutputSchema = JsonSchema | z.ZodType;

type CheckSchema = NonNullable<z.core.ToJSONSchemaParams['override']>;

export type WithSchema<Config> = Omit<Config, 'output'> & { output?: OutputSchema };

/** Throws for what nothing would check, such as `refine`. */
export function withJsonSchema<Config extends { output?: JsonSchema }>(given: WithSchema<Config>): Config {
  const { output } = given;
  return (output ? { ...given, output: toJsonSchema(output, refuseOwnRule) } : given) as Config;
}

/** Throws for what JSON Schema lacks, such as a transform. */
export function toJsonSchema(schema: OutputSchema, check?: CheckSchema): JsonSchema {
  if (!isZod(schema)) return schema;
  const { $schema: _draft, ...json } = z.toJSONSchema(schema, { io: 'output', override: check });
  // Drops zod's non-enumerable properties.
  return JSON.parse(JSON.stringify(json)) as JsonSchema;
}

function refuseOwnRule({ zodSchema, path }: Parameters<CheckSchema>[0]): void {
  const checks: readonly z.core.$ZodCheck[] = zodSchema._zod.def.checks ?? [];
  if (!checks.some((one) => one._zod.def.check === 'custom')) return;
  const place = path.filter((step) => step !== 'properties').join('.');
  throw new Error(
    `The output${place === '' ? '' : ` at '${place}'`} has a rule that JSON Schema cannot express ('refine'): check it in the next node, or request the object with 'ask'`,
  );
}

/** A project may have its own copy of zod 4. */
function isZod(schema: OutputSchema): schema is z.ZodType {
  return '_zod' in schema;
}
