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
    ["Mistral's API", 400, "Unexpected role 'user' after role 'tool'", { roles: 'alternate' }],
    ['Ollama', 400, 'registry.ollama.ai/library/gemma2 does not support tools', { tools: false }],
    ['llama.cpp', 500, 'tools param requires --jinja flag', { tools: false }],
    [
      'vLLM',
      400,
      'The last message must be from the user: the model does not support assistant prefill.',
      { lastMessage: 'user' },
    ],
    [
      "Mistral's API",
      400,
      'Tool call id was call_abc123 but must be a-z, A-Z, 0-9, with a length of 9.',
      { toolCallIds: 'nine-characters' },
    ],
    [
      "Mistral's API",
      400,
      'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
      { lastMessage: 'user' },
    ],
    ["Mistral's API", 400, "Unexpected role 'system' after role 'user'", { systemMessages: 'first' }],
    [
      'vLLM',
      400,
      '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      { tools: false },
    ],
    ['Groq', 400, '`tool calling` is not supported with this model', { tools: false }],
    ['Bedrock', 400, "This model doesn't support tool use.", { tools: false }],
    ['Bedrock', 400, "This model doesn't support tool use in streaming mode.", { tools: false }],
    ['Gemini', 400, 'Function calling is not enabled for models/gemma-3-27b-it', { tools: false }],
    [
      'OpenAI',
      400,
      'tools is not supported in this model. For a list of supported models, refer to https://platform.openai.com/docs/guides/function-calling#models-supporting-function-calling.',
      { tools: false },
    ],
    [
      'Azure',
      400,
      'Functions are not supported for this API version or this model version.',
      { tools: false },
    ],
    ['DeepSeek', 400, 'deepseek-reasoner does not support Function Calling', { tools: false }],
    [
      'Volcengine',
      400,
      'The parameter `` specified in the request are not valid: the requested model does not support function calling',
      { tools: false },
    ],
    [
      'DeepInfra',
      405,
      'Tool calling is not supported for model: mistralai/Mistral-Small-24B-Instruct-2501',
      { tools: false },
    ],
    [
      'Alibaba',
      400,
      '<400> InternalError.Algo.InvalidParameter: The tool call is not supported.',
      { tools: false },
    ],
    ['llama-cpp-python', 500, 'Unsupported param: tools', { tools: false }],
    [
      'OpenAI',
      400,
      "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
      { systemMessages: 'none' },
    ],
    [
      'Gemini',
      400,
      'Developer instruction is not enabled for models/gemma-3-27b-it',
      { systemMessages: 'none' },
    ],
    [
      'Gemma 3',
      500,
      `${JINJA}Only user and assistant roles are supported!`,
      { systemMessages: 'none', roles: 'alternate' },
    ],
    [
      'a template',
      400,
      'System message must be the first message in the conversation',
      { systemMessages: 'first' },
    ],
    [
      'Bedrock',
      400,
      'A conversation must end with a user message. Try again with a conversation that ends with a user message.',
      { lastMessage: 'user' },
    ],
    [
      'Bedrock',
      400,
      'A conversation must alternate between user and assistant roles.',
      { roles: 'alternate' },
    ],
    [
      'DeepSeek',
      400,
      'deepseek-reasoner does not support successive user or assistant messages (messages[1] and messages[2])',
      { roles: 'alternate' },
    ],
  ])('%s, %i: %s -> not retried, with the layout it reveals', (_server, statusCode, message, layout) => {
    const failure = toModelFailure(toError({ statusCode, message }));
    expect(failure).toMatchObject({ type: 'Model.LayoutRejected', nonRetryable: true, message });
    expect(failure.details).toEqual([{ status: statusCode, layout }]);
  });

  test('500 with an unknown template error -> the strictest layout is tried', () => {
    const failure = toModelFailure(toError({ statusCode: 500, message: `${JINJA}No such filter` }));
    const layout = { systemMessages: 'first', roles: 'alternate', lastMessage: 'user' };
    expect(failure).toMatchObject({ type: 'Model.LayoutRejected', details: [{ status: 500, layout }] });
  });

  test.each([401, 403, 405, 409, 424, 429, 501, 503, 520, 529])(
    'a template error with %i, the status of a proxy -> still recognized as rejected',
    (statusCode) => {
      const failure = toModelFailure(
        toError({ statusCode, message: 'System message must be at the beginning.' }),
      );
      expect(failure).toMatchObject({ type: 'Model.LayoutRejected', nonRetryable: true });
    },
  );
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
