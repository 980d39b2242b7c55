import { z } from 'zod';
import NODE_KINDS from './kinds/node-kinds.js';

export function configSchemas(): { name: string; schema: unknown }[] {
  return Object.entries(NODE_KINDS).flatMap(([name, { schema }]) => {
    if (!('config' in schema.shape)) return [];
    const { $schema: _dialect, ...config } = z.toJSONSchema(schema.shape.config, {
      target: 'draft-2020-12',
      io: 'input',
      unrepresentable: 'any',
    });
    return [{ name, schema: config }];
  });
}
