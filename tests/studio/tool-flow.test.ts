import { describe, expect, test } from 'vitest';
import { validateFlow } from '../../flow/validation/validate-flow.js';
import { toolFlow } from '../../packages/studio/tools/tool-flow.js';

describe('toolFlow', () => {
  test('a tool and its input -> a valid flow', () => {
    expect(validateFlow(toolFlow('refund', { amount: 90 }))).toMatchObject({ problems: [] });
  });
});
