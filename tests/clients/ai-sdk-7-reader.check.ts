import * as version7 from 'ai-7';
import { describe, expect, test } from 'vitest';
import { chunksOf, testReader } from '../gateway/ui-messages/reader-tests.js';
import { uiReader } from '../gateway/ui-messages/ui-readers.js';

const reader = uiReader(version7);

describe('answerChunks', () => {
  testReader('7', reader, 'both');
  testReader('7, in its own dialect', reader, 'v7');

  test('calls of two nodes while one says its answer -> its text is one part', async () => {
    const work = { id: '10001.1.0', step: 10_001, call: '10001.1', toolCallId: 'c1', name: 'search_web' };
    const chunks = await chunksOf(
      [
        { type: 'text-delta', id: '1.1.3', step: 1, text: 'The ' },
        { type: 'tool-call', ...work, input: {} },
        { type: 'text-delta', id: '1.1.6', step: 1, text: 'end' },
        { type: 'tool-result', ...work, output: 'found', isError: false },
        { type: 'done', id: '1.1.6.end', text: 'The end' },
      ],
      { dialect: 'v7' },
    );
    expect((await reader.read(chunks)).parts).toMatchObject([
      { type: 'step-start' },
      { type: 'text', text: 'The end' },
      { type: 'tool-search_web', state: 'output-available', output: 'found' },
      { type: 'step-start' },
    ]);
  });
});
