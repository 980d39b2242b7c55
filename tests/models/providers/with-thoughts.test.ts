import type { ServerResponse } from 'node:http';
import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { createModelRegistry } from '../../../models/model-registry.js';
import { readStream } from '../../../models/stream/read-stream.js';
import { sendChunks, startModelServer } from '../fixtures/model-server.js';

const USER = { role: 'user' as const, content: [{ type: 'text' as const, text: 'hi' }] };
const CALL = { type: 'tool-call' as const, toolCallId: 'c1', toolName: 'look_up', input: {} };
const RESULT = {
  role: 'tool' as const,
  content: [
    {
      type: 'tool-result' as const,
      toolCallId: 'c1',
      toolName: 'look_up',
      output: { type: 'text' as const, value: 'found' },
    },
  ],
};

describe('thoughts of an endpoint with OpenAI’s interface', () => {
  test('sent as `reasoning_content` -> marked with the model; sent back with the tool call', async () => {
    const { content, sent } = await talk({ reasoning_content: 'hm' }, [
      USER,
      { role: 'assistant', content: [thought('hm', 'local:m'), CALL] },
      RESULT,
    ]);
    expect(content).toEqual([
      {
        type: 'reasoning',
        text: 'hm',
        providerOptions: { openaiCompatible: { reasoningContent: 'local:m' } },
      },
    ]);
    expect(sent[1]).toMatchObject({ role: 'assistant', reasoning_content: 'hm' });
  });

  test('sent as `reasoning` -> not marked, so that they are not sent back', async () => {
    const { content } = await talk({ reasoning: 'hm' }, [USER]);
    expect(content).toEqual([{ type: 'reasoning', text: 'hm' }]);
  });

  test('thoughts of another model -> not sent', async () => {
    const { sent } = await talk({ content: 'Hi' }, [
      USER,
      { role: 'assistant', content: [thought('hm', 'other:m'), CALL] },
      RESULT,
    ]);
    expect(sent[1]).not.toHaveProperty('reasoning_content');
  });

  test('a tool call without a thought beside one with a thought -> an empty thought', async () => {
    const { sent } = await talk({ content: 'Hi' }, [
      USER,
      { role: 'assistant', content: [CALL] },
      RESULT,
      { role: 'assistant', content: [thought('hm', 'local:m'), { ...CALL, toolCallId: 'c2' }] },
      { ...RESULT, content: [{ ...RESULT.content[0]!, toolCallId: 'c2' }] },
    ]);
    expect(sent.map((message) => message['reasoning_content'])).toEqual([
      undefined,
      '',
      undefined,
      'hm',
      undefined,
    ]);
  });
});

function thought(text: string, model: string) {
  return {
    type: 'reasoning' as const,
    text,
    providerOptions: { openaiCompatible: { reasoningContent: model } },
  };
}

async function talk(delta: object, prompt: LanguageModelV3Prompt) {
  const server = await startModelServer((response: ServerResponse) => sendChunks(response, [delta], 'stop'));
  const registry = createModelRegistry({ custom: { local: { baseUrl: server.baseUrl } } });
  const { content } = await readStream({ model: await registry.resolve('local:m'), options: { prompt } });
  const { messages } = JSON.parse(server.requests[0]!.body) as { messages: Record<string, unknown>[] };
  return { content, sent: messages };
}
