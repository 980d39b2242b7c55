import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineNode } from '../../../extend/nodes/define-node.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { loop, manual, reply } from '../../../flow/kinds/node-kinds.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

/** Two of these exceed the 268,435,455 bytes of a jsonb array. */
const CHARACTERS = 150_000_000;

const FLOW = defineFlow({
  slug: 'collect',
  name: 'Collect',
  nodes: {
    start: manual(),
    each: loop({ over: '{{ [0, 1, 2] }}' }),
    fetch: { kind: 'custom:fetch', config: {} },
    show: reply({ text: 'Collected' }),
    excuse: reply({ text: '{{ each.error }}' }),
  },
  edges: [
    ['start', 'each'],
    ['each', 'fetch', { on: 'item' }],
    ['fetch', 'each', { on: 'next' }],
    ['each', 'show'],
    ['each', 'excuse', { on: 'error' }],
  ],
});

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [FLOW],
    nodes: [
      defineNode({
        kind: 'custom:fetch',
        config: z.object({}),
        async execute() {
          await sql`update node_output set output = to_jsonb(repeat('x', ${CHARACTERS}::integer))
            where node_id = 'fetch' and status = 'success' and pg_column_size(output) < 1000`.execute(
            system.db,
          );
          return { output: 'small' };
        },
      }),
    ],
  });
});
afterAll(() => system?.stop());

describe('a loop', () => {
  test('its results exceed what Postgres stores -> fails once, with the reason, and its error edge is followed', async () => {
    const { result } = await system.client.executions.start({ flow: 'collect', text: 'go' });
    expect(await result()).toMatch(/^The output of node 'each' is too large to store: /);
  });
});
