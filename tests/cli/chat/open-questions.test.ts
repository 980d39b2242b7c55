import { describe, expect, test } from 'vitest';
import { OpenQuestions } from '../../../cli/chat/open-questions.js';

const asked = {
  type: 'approval' as const,
  id: '0.0.0',
  name: 'ask',
  executionId: 'e',
  nodeId: 'ask',
  iteration: '',
  call: null,
  toolCallId: null,
  toolName: null,
  wantsOutput: false,
  prompt: 'Sure?',
  approvers: null,
  expiresAt: null,
};
const receipt = { turnId: 't', executionId: 'e', position: 0 };

describe('OpenQuestions', () => {
  test('a line before a question, one after, one more -> only the second answers it', () => {
    const sent: unknown[] = [];
    const send = async (text: unknown) => (sent.push(text), receipt);
    const questions = new OpenQuestions({ send });
    expect(questions.take('too early')).toBe(false);
    questions.hear(asked);
    expect([questions.take('yes'), questions.take('more')]).toEqual([true, false]);
    expect(sent).toEqual(['yes']);
  });
  test('an answer that cannot be sent -> the question stays open', async () => {
    const questions = new OpenQuestions({ send: () => Promise.resolve(undefined) });
    questions.hear(asked);
    questions.take('yes');
    await new Promise(setImmediate);
    expect(questions.take('yes')).toBe(true);
  });
});
