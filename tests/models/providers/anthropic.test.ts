import { describe, expect, test } from 'vitest';
import { reasoningOptions } from '../../../models/providers/reasoning-options.js';

describe('reasoningOptions of anthropic', () => {
  test.each([
    ['claude-3-5-haiku-20241022', 'high', {}],
    ['claude-3-7-sonnet-20250219', 'low', {}],
    ['claude-sonnet-4-20250514', 'medium', {}],
    ['claude-sonnet-4-5', 'none', {}],
    ['claude-haiku-4-5-20251001', 'minimal', {}],
    ['claude-opus-4-1', 'max', {}],
    ['claude-opus-4-5', 'medium', { effort: 'medium' }],
    ['claude-opus-4-5', 'max', { effort: 'high' }],
    ['claude-sonnet-4-6', 'xhigh', { effort: 'high' }],
    ['claude-sonnet-4-6', 'max', { effort: 'max' }],
    ['claude-opus-4-7', 'xhigh', { effort: 'xhigh' }],
    ['claude-sonnet-5', 'none', { thinking: { type: 'disabled' } }],
    ['claude-sonnet-5', 'minimal', { effort: 'low' }],
  ] as const)('%s, %s -> %j', (model, effort, anthropic) => {
    expect(reasoningOptions(`anthropic:${model}`, effort)).toEqual({ anthropic });
  });
});
