import { z } from 'zod';
import { FLOW_SCHEMA } from './flow-schema.js';

/** The JSON Schema (draft 2020-12) of a definition, for editors; a new object at each call. */
export function flowJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(FLOW_SCHEMA, { target: 'draft-2020-12', io: 'input' });
  return { $schema, title: 'Flow', description: 'A graph of nodes and edges.', ...schema };
}
