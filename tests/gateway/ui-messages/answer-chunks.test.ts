import * as version6 from 'ai';
import { describe, expect, test } from 'vitest';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { chunksOf, testReader } from './reader-tests.js';
import { uiReader } from './ui-readers.js';

const reader = uiReader(version6);

describe('answerChunks', () => {
  testReader('6', reader, 'both');

  test("a failed turn -> our own sentence, without the provider's text", async () => {
    const failed: TurnEvent = {
      type: 'failed',
      id: '1.1.0.end',
      errorType: 'Model.Unavailable',
      message: 'connect ECONNREFUSED 10.0.0.1:443',
    };
    const chunks = await chunksOf([failed], { dialect: 'both' });
    expect(chunks.at(-1)).toEqual({ type: 'error', errorText: 'The model is unavailable' });
    expect(JSON.stringify(chunks)).not.toContain('ECONNREFUSED');
  });

  test('a question of a node -> a separate question, since the page has no call for it', async () => {
    const chunks = await chunksOf(
      [
        {
          type: 'approval',
          id: '0.0.0',
          name: 'ask',
          executionId: 'e',
          nodeId: 'ask',
          iteration: '',
          call: null,
          toolCallId: null,
          toolName: null,
          wantsOutput: false,
          prompt: 'Send it?',
          approvers: null,
          expiresAt: null,
        },
      ],
      { dialect: 'both', isHanging: true },
    );
    const page = await reader.read(chunks);
    expect(page.parts).toMatchObject([{ type: 'data-question', data: { name: 'ask', prompt: 'Send it?' } }]);
    expect(chunks.at(-1)).toMatchObject({ type: 'finish' });
  });
});
