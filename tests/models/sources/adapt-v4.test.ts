import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { createModelRegistry } from '../../../models/model-registry.js';
import { readStream } from '../../../models/stream/read-stream.js';
import type { AiSdk7Model } from '../../../models/sources/adapt-v4.js';

const USAGE = {
  inputTokens: { total: 7, noCache: 5, cacheRead: 2, cacheWrite: undefined },
  outputTokens: { total: 3, text: 2, reasoning: 1 },
};
const ANSWER = [
  { type: 'stream-start', warnings: [] },
  { type: 'ping' },
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'New.' },
  { type: 'text-end', id: '1' },
  { type: 'custom', kind: 'house.note' },
];

describe('adaptV4', () => {
  test('a model of the AI SDK 7 -> its answer and usage, without the parts that only it knows', async () => {
    const { answer } = newModel({ unified: 'stop', raw: 'stop' });
    const { content, usage, finishReason } = await answer([]);
    expect(content).toEqual([{ type: 'text', text: 'New.' }]);
    expect(usage).toMatchObject({ inputTokens: 7, outputTokens: 3, cacheReadTokens: 2, reasoningTokens: 1 });
    expect(finishReason).toBe('stop');
  });

  test('a stream that its package reports as interrupted -> never looks complete', async () => {
    const { answer } = newModel({ unified: 'interrupted', raw: 'done' });
    await expect(answer([])).rejects.toThrow('ended before');
  });

  test('files of messages and of tool results -> name the form of their data', async () => {
    const { answer, sent } = newModel({ unified: 'stop', raw: 'stop' });
    const url = new URL('https://example.com/sky.png');
    await answer([
      { role: 'system', content: 'Be kind.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'file', mediaType: 'image/png', data: 'c2t5' },
          { type: 'file', mediaType: 'image/*', data: url },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'look',
            output: {
              type: 'content',
              value: [
                { type: 'text', text: 'Seen.' },
                { type: 'image-data', mediaType: 'image/png', data: 'c2t5' },
              ],
            },
          },
        ],
      },
    ]);
    expect(sent[0]).toMatchObject([
      { role: 'system', content: 'Be kind.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'c2t5' } },
          { type: 'file', mediaType: 'image/*', data: { type: 'url', url } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            output: {
              type: 'content',
              value: [
                { type: 'text', text: 'Seen.' },
                { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'c2t5' } },
              ],
            },
          },
        ],
      },
    ]);
  });
});

function newModel(finishReason: { unified: string; raw: string }) {
  const sent: unknown[] = [];
  const model: AiSdk7Model = {
    specificationVersion: 'v4',
    provider: 'new',
    modelId: 'any',
    supportedUrls: {},
    doStream({ prompt }: { prompt: unknown }) {
      sent.push(prompt);
      const parts = [...ANSWER, { type: 'finish', finishReason, usage: USAGE }];
      return Promise.resolve({ stream: ReadableStream.from(parts) });
    },
  };
  return {
    sent,
    async answer(prompt: LanguageModelV3Prompt) {
      const resolved = await createModelRegistry({ custom: { new: model } }).resolve('new:any');
      return readStream({ model: resolved, options: { prompt } });
    },
  };
}
