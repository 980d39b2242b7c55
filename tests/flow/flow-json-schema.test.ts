import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { flowJsonSchema } from '../../flow/flow-json-schema.js';
import { NODES, one } from './validation/flows.js';

describe('flowJsonSchema', () => {
  const schema = z.fromJSONSchema(flowJsonSchema() as Parameters<typeof z.fromJSONSchema>[0]);

  test('the published schema -> draft 2020-12, and plain JSON', () => {
    expect(flowJsonSchema()['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(JSON.parse(JSON.stringify(flowJsonSchema()))).toEqual(flowJsonSchema());
  });

  test.each(Object.values(NODES).map((node) => [node.kind, node] as const))(
    'the smallest node of kind %s -> accepted, with an unknown field refused',
    (_kind, node) => {
      expect(schema.safeParse(one(node)).success).toBe(true);
      expect(schema.safeParse(one({ ...node, colour: 'red' })).success).toBe(false);
    },
  );

  test('every field of every object -> described', () => {
    expect(undescribed(flowJsonSchema(), '')).toEqual([]);
  });
});

function undescribed(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const properties = 'properties' in schema ? Object.entries(schema.properties as object) : [];
  return [
    ...properties
      .filter(([, field]) => !('description' in (field as object)))
      .map(([name]) => `${path}/${name}`),
    ...Object.entries(schema).flatMap(([name, inner]) => undescribed(inner, `${path}/${name}`)),
  ];
}
