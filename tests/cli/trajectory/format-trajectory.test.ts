import { describe, expect, test } from 'vitest';
import { createStyle } from '../../../cli/format/style.js';
import { formatMessages, formatTrajectory } from '../../../cli/trajectory/format-trajectory.js';
import { edge, node } from '../../trajectory/render/views.js';

describe('formatTrajectory', () => {
  test('the question of an agent, of its sub-execution and of the flow -> files once, no figures without a model call', () => {
    const query = node('Query', 'q', {
      attributes: { query: 'Which doors?\n[file 1: "doors.csv", text/csv. Its text follows.]' },
    });
    const action = node('Action', 'a', { attributes: { action: 'stock', success: true } });
    const view = {
      nodes: [query, action],
      edges: [edge(query, action, 'triggers')],
      pointers: [action.id],
      root: query.id,
      ends: [action.id],
      rounds: [1],
    };
    const agents = ['agent', 'weather/1/tell', '@flow'].map((subAgent) => ({
      subAgent,
      view,
      rounds: [
        {
          round: 1,
          question: 'Which doors?',
          messages: [],
          usage: { input: subAgent === '@flow' ? 0 : 40, cachedInput: 0, output: 0 },
          cacheHitPercent: 0,
          elapsedSeconds: 0,
        },
      ],
    }));
    const lines = formatTrajectory(agents, createStyle(false)).split('\n');
    expect(lines.filter((line) => line.includes('attached: "doors.csv"'))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('Round'))).toEqual([
      'Round 1  40 tokens · 0.0 % from cache · 0.0 s',
      'Round 1  40 tokens · 0.0 % from cache · 0.0 s',
      'Round 1',
    ]);
  });
});

describe('formatMessages', () => {
  test('a tool result with control characters -> without them', () => {
    const text = 'row\u001b]0;title\u0007\u001b[2J';
    const messages = [{ role: 'tool' as const, toolCallId: 'one', toolName: 'read', text }];
    const round = { round: 1, question: '', messages, cacheHitPercent: 0, elapsedSeconds: 0 };
    const usage = { input: 0, cachedInput: 0, output: 0 };
    expect(formatMessages([{ rounds: [{ ...round, usage }] }])).toBe('```read\nrow]0;title[2J\n```');
  });
});
