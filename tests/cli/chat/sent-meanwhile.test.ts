import { describe, expect, test } from 'vitest';
import { SentMeanwhile } from '../../../cli/chat/sent-meanwhile.js';
import type { Message, SendOptions } from '../../../client/conversation/handle.js';

describe('SentMeanwhile', () => {
  test('one joined, one answered a question, one failed, one waits -> follows the one that waits', async () => {
    const errors: unknown[] = [];
    const sent: unknown[] = [];
    const submit = (text: string | Message, options?: SendOptions) => {
      sent.push([text, options?.whileRunning]);
      if (text === 'away') return Promise.reject(new Error('away'));
      const turnId = text === 'yes' ? 'followed' : String(text);
      return Promise.resolve({ turnId, executionId: `e-${turnId}`, position: 1 });
    };
    const meanwhile = new SentMeanwhile({ submit }, (error) => errors.push(error));
    for (const text of ['joins', 'yes', 'away', 'waits']) void meanwhile.send(text, 'steer');
    void meanwhile.send('now', 'interrupt');
    meanwhile.hear({ type: 'steered', id: '2.1.0', step: 2, messages: [{ turnId: 'joins', text: 'joins' }] });
    expect((await meanwhile.listTurns('followed')).map(({ turnId }) => turnId)).toEqual(['waits', 'now']);
    expect(errors).toEqual([new Error('away')]);
    expect(sent.at(-1)).toEqual(['now', 'interrupt']);
  });
});
