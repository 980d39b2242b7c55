import { z } from 'zod';
import type { JsonSchema } from '../../protocol/asked-output.js';

/** The schema of an output as whoever writes a flow gives it. */
export type OutputSchema = JsonSchema | z.ZodType;

/** Looks at each part of a zod schema while it is converted. */
type CheckSchema = NonNullable<z.core.ToJSONSchemaParams['override']>;

/** A node's configuration as whoever writes a flow gives it. */
export type WithSchema<Config> = Omit<Config, 'output'> & { output?: OutputSchema };

/**
 * The configuration with its output's schema as plain JSON. Throws for a rule that JSON Schema cannot say, such as `refine`: a
 * flow is data, so nothing would check it.
 */
export function withJsonSchema<Config extends { output?: JsonSchema }>(given: WithSchema<Config>): Config {
  const { output } = given;
  // Only the one field has another type.
  return (output === undefined ? given : { ...given, output: toJsonSchema(output, refuseOwnRule) }) as Config;
}

/**
 * The plain JSON Schema of an output: a definition is data. Of a zod schema it is the one of what it gives out, because
 * nothing parses the object again. Throws for what JSON Schema cannot say, such as a transform.
 */
export function toJsonSchema(schema: OutputSchema, check?: CheckSchema): JsonSchema {
  if (!isZod(schema)) return schema;
  const { $schema: _draft, ...json } = z.toJSONSchema(schema, { io: 'output', override: check });
  // What it makes for other tools than JSON Schema's is not enumerable, and would be no plain JSON.
  return JSON.parse(JSON.stringify(json)) as JsonSchema;
}

function refuseOwnRule({ zodSchema, path }: Parameters<CheckSchema>[0]): void {
  const checks: readonly z.core.$ZodCheck[] = zodSchema._zod.def.checks ?? [];
  if (!checks.some((one) => one._zod.def.check === 'custom')) return;
  const place = path.filter((step) => step !== 'properties').join('.');
  throw new Error(
    `The output${place === '' ? '' : ` at '${place}'`} has a rule that a flow cannot hold ('refine'): check it in the node behind, or ask for the object with 'ask'`,
  );
}

/** Of any copy of zod 4, because a project may have its own. */
function isZod(schema: OutputSchema): schema is z.ZodType {
  return '_zod' in schema;
}
