import { describe, expect, test } from 'vitest';
import { missingRule } from '../../../flow/settings/missing-rule.js';
import type { Missing } from '../../../flow/templates/missing.js';
import { flowOf, NODES } from '../validation/flows.js';
import { validateFlow } from '../../../flow/validation/validate-flow.js';

describe('missingRule', () => {
  test.each<[Missing | undefined, Missing | undefined, Missing]>([
    [undefined, undefined, 'fail'],
    ['keep', undefined, 'keep'],
    ['keep', 'empty', 'empty'],
    [undefined, 'keep', 'keep'],
    ['empty', 'fail', 'fail'],
  ])('flow %s, node %s -> %s', (flow, node, rule) => {
    const { definition } = validateFlow(
      flowOf({
        missing: flow,
        nodes: [{ ...NODES.done, config: { text: 'x', missing: node } }],
        edges: ['chat done'],
      }),
    );
    expect(missingRule(definition!, 'done')).toBe(rule);
    expect(missingRule(definition!, 'chat')).toBe(flow ?? 'fail');
  });
});
