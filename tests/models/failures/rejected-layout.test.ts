import { APICallError } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import type { LayoutFacts } from '../../../models/failures/rejected-layout.js';
import { toModelFailure } from '../../../models/failures/to-model-failure.js';

const JINJA = 'While executing CallExpression at line 85, column 32 in source: Error: Jinja Exception: ';

describe('toModelFailure, for rejections by a chat template', () => {
  test.each<[server: string, status: number, message: string, layout: LayoutFacts]>([
    ['llama.cpp', 500, `${JINJA}System message must be at the beginning.`, { systemMessages: 'first' }],
    ['llama.cpp', 400, 'Unable to generate parser for this template.', { systemMessages: 'first' }],
    ['vLLM', 400, 'System message must be at the beginning.', { systemMessages: 'first' }],
    ['MiniMax', 400, 'only one system message is allowed', { systemMessages: 'first' }],
    ['Gemma', 500, `${JINJA}System role not supported`, { systemMessages: 'none', roles: 'alternate' }],
    [
      'Mistral',
      400,
      'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...',
      { roles: 'alternate' },
    ],
    [
      'Mistral',
      500,
      `${JINJA}Tool call IDs should be alphanumeric strings with length 9!`,
      { toolCallIds: 'nine-characters' },
    ],
    ['Ollama', 400, 'registry.ollama.ai/library/gemma2 does not support tools', { tools: false }],
    ['llama.cpp', 500, 'tools param requires --jinja flag', { tools: false }],
    [
      'vLLM',
      400,
      'The last message must be from the user: the model does not support assistant prefill.',
      { lastMessage: 'user' },
    ],
  ])('%s, %i: %s -> not tried again, with what it shows', (_server, statusCode, message, layout) => {
    const failure = toModelFailure(toError({ statusCode, message }));
    expect(failure).toMatchObject({ type: 'Model.LayoutRejected', nonRetryable: true, message });
    expect(failure.details).toEqual([{ status: statusCode, layout }]);
  });

  test('500 with an error of a template that nobody knows -> an invalid request, not tried again', () => {
    const failure = toModelFailure(toError({ statusCode: 500, message: `${JINJA}No such filter` }));
    expect(failure).toMatchObject({ type: 'Model.InvalidRequest', nonRetryable: true });
  });

  test('the same words with 503 or 429 -> the status decides', () => {
    const message = 'System message must be at the beginning.';
    expect(toModelFailure(toError({ statusCode: 503, message })).type).toBe('Model.Unavailable');
    expect(toModelFailure(toError({ statusCode: 429, message })).type).toBe('Model.RateLimited');
  });
});

function toError({ statusCode, message }: { statusCode: number; message: string }): APICallError {
  return new APICallError({
    message,
    url: 'http://127.0.0.1/v1/chat/completions',
    requestBodyValues: {},
    statusCode,
    responseBody: JSON.stringify({ error: { message } }),
  });
}
