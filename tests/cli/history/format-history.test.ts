import { describe, expect, test } from 'vitest';
import { createStyle } from '../../../cli/format/style.js';
import { formatHistory } from '../../../cli/history/format-history.js';
import type { HistoryMessage } from '../../../views/conversation.js';

const said: HistoryMessage = {
  seq: 1,
  role: 'user',
  text: 'a bicycle',
  tokenCount: 3,
  turnId: 't',
  joined: null,
  whileRunning: null,
  isPartial: false,
  omitted: null,
  failure: null,
  finishReason: null,
  executionId: null,
  createdAt: new Date('2026-01-02T03:04:05Z'),
};

describe('formatHistory', () => {
  test('question, answer and a message that joined -> each with its own label, oldest first', () => {
    const messages: HistoryMessage[] = [
      { ...said, seq: 4, text: 'a red one', joined: { step: 2, turnId: 'j' } },
      { ...said, seq: 3, text: 'yes', joined: { step: 0, turnId: 'a', approval: 'answer' } },
      { ...said, seq: 2, role: 'assistant', text: 'Buy it?', joined: { step: 0, approval: 'question' } },
      said,
    ];
    const at = '2026-01-02T03:04:05.000Z';
    expect(formatHistory(messages, createStyle(false)).split('\n\n')).toEqual([
      `user #1 ${at}\na bicycle`,
      `assistant #2 ${at} asked for approval\nBuy it?`,
      `user #3 ${at} answered a question\nyes`,
      `user #4 ${at} beside its turn, at step 2\na red one`,
    ]);
  });
});
