import { describe, expect, test } from 'vitest';
import { reasoningOptions } from '../../../models/providers/reasoning-options.js';

describe('reasoningOptions of anthropic', () => {
  test.each([
    ['claude-3-5-haiku-20241022', 'high', {}],
    ['claude-3-7-sonnet-20250219', 'low', { thinking: { type: 'enabled', budgetTokens: 1_024 } }],
    ['claude-sonnet-4-20250514', 'medium', { thinking: { type: 'enabled', budgetTokens: 8_192 } }],
    ['claude-sonnet-4-5', 'none', { thinking: { type: 'disabled' } }],
    ['claude-sonnet-4-5', 'max', { thinking: { type: 'enabled', budgetTokens: 24_576 } }],
    ['claude-haiku-4-5-20251001', 'minimal', { thinking: { type: 'enabled', budgetTokens: 1_024 } }],
    ['claude-opus-4-1', 'high', { thinking: { type: 'enabled', budgetTokens: 24_576 } }],
    ['claude-opus-4-5', 'xhigh', { effort: 'high', thinking: { type: 'enabled', budgetTokens: 24_576 } }],
    ['claude-sonnet-4-6', 'xhigh', { effort: 'high', thinking: { type: 'adaptive' } }],
    ['claude-sonnet-4-6', 'max', { effort: 'max', thinking: { type: 'adaptive' } }],
    ['claude-opus-4-7', 'xhigh', { effort: 'xhigh', thinking: { type: 'adaptive' } }],
    ['claude-sonnet-5', 'minimal', { effort: 'low', thinking: { type: 'adaptive' } }],
  ] as const)('%s, %s -> %j', (model, effort, anthropic) => {
    expect(reasoningOptions(`anthropic:${model}`, effort)).toEqual({ anthropic });
  });
});
