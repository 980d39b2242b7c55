import { describe, expect, test } from 'vitest';
import { planTranscript, type TranscriptInput } from '../../../context/transcript/plan-transcript.js';
import { DEFAULT_CONTEXT_SETTINGS } from '../../../context/plan/settings.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { findCounting } from '../../../models/counting/model-counting.js';

const ROOT = {
  messages: ['one', 'two', 'three', 'four', 'behind it'].map((content, at) => ({
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content,
  })),
  anchor: { message: 4 },
};
const THREAD: TranscriptInput = {
  model: 'gpt-4o',
  messages: [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'What of it?' },
  ],
};

function plan(above: TranscriptInput['above']) {
  return planTranscript(
    { ...THREAD, above },
    { findCounting, lookUpModel, settings: DEFAULT_CONTEXT_SETTINGS },
  );
}

describe('planTranscript of a thread', () => {
  test('parents of a thread -> after the prompt, quoted up to the anchor, and counted', () => {
    const { messages, leftAbove, systemTokens } = plan([ROOT]);
    expect(messages.map(({ role }) => role)).toEqual(['system', 'system', 'system', 'user']);
    expect(messages[0]?.content).toBe('Be kind.');
    expect(messages[1]?.content).toMatch(/^\[Messages 1-3 .*> one\n.*> two\n.*> three$/s);
    expect(messages[2]?.content).toMatch(/^\[Thread anchor: .*> four$/s);
    expect(JSON.stringify(messages)).not.toContain('behind it');
    expect(leftAbove).toEqual([]);
    expect(systemTokens).toBe(
      messages.slice(0, 3).reduce((sum, message) => sum + countMessageTokens(message), 0),
    );
  });

  test('a summary up to the anchor -> its content is sent; one that extends past it -> not used', () => {
    const summary = { text: '[Topic: a] b', coversThrough: 2 };
    expect(plan([{ ...ROOT, summary }]).leftAbove).toMatchObject([
      { depth: 0, first: 1, last: 2, rule: 'covered-by-summary' },
    ]);
    const { messages, leftAbove } = plan([{ ...ROOT, summary: { ...summary, coversThrough: 5 } }]);
    expect(JSON.stringify(messages)).not.toContain('[Topic: a]');
    expect(leftAbove).toEqual([]);
  });

  test('no levels -> the same plan as without; an anchor that does not exist -> a sentence', () => {
    expect(plan(undefined)).not.toHaveProperty('leftAbove', expect.anything());
    expect(() => plan([{ ...ROOT, anchor: { message: 9 } }])).toThrow(
      'Level 0 above does not have message 9',
    );
  });
});
