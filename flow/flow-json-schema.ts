import { z } from 'zod';
import { FLOW_SCHEMA } from './flow-schema.js';

/** A new object of draft 2020-12, for editors. */
export function flowJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(FLOW_SCHEMA, { target: 'draft-2020-12', io: 'input' });
  return { $schema, title: 'Flow', description: 'A graph of nodes and edges.', ...schema };
}
