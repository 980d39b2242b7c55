import { APICallError } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { toModelFailure } from '../../../models/failures/to-model-failure.js';

describe('isContextOverflow, as the failure of a call', () => {
  test.each([
    [
      'OpenAI',
      400,
      "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.",
    ],
    [
      'OpenAI responses',
      400,
      'Your input exceeds the context window of this model. Please adjust your input.',
    ],
    ['Anthropic', 400, 'prompt is too long: 210000 tokens > 200000 maximum'],
    ['Anthropic', 400, 'input length and `max_tokens` exceed context limit: 199000 + 8192 > 200000'],
    [
      'Gemini',
      400,
      'The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).',
    ],
    ['vLLM', 400, 'The decoder prompt (length 9000) is longer than the maximum model length of 8192.'],
    ['Ollama', 400, 'the input length exceeds the context length'],
    ['Ollama', 400, 'prompt too long; exceeded max context length by 12 tokens'],
    ['llama.cpp', 400, 'the request exceeds the available context size, try increasing it'],
    ['llama.cpp', 500, 'the request exceeds the available context size. try increasing the context size'],
    ['llama-cpp-python', 400, 'Requested tokens (9000) exceed context window of 8192'],
    ['Bedrock', 400, 'Input is too long for requested model.'],
    ['xAI', 400, "This model's maximum prompt length is 131072 but the request contains 140000 tokens."],
    ['Moonshot', 400, 'Invalid request: Your request exceeded model token limit: 8192 (requested: 9000)'],
    [
      'DashScope',
      400,
      '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 30720]',
    ],
    ['Zhipu', 400, 'Prompt exceeds max length'],
    ['MiniMax', 400, 'invalid params, context window exceeds limit'],
    ['GitHub Models', 413, 'Request body too large for gpt-4o-mini model. Max size: 8000 tokens.'],
    ['LM Studio', 400, 'Context size has been exceeded.'],
    ['Vertex', 400, 'The input token count is 40000 but the model only supports up to 32768'],
    [
      'Cohere',
      400,
      'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4292.',
    ],
    ['SGLang', 400, "The input (9200 tokens) is longer than the model's context length (8192 tokens)."],
    ['Cerebras', 400, 'Current length is 9200 while limit is 8192'],
    [
      'Text Generation Inference',
      422,
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 2048. Given: 2100 `inputs` tokens and 20 `max_new_tokens`',
    ],
    ['Text Generation Inference', 422, '`inputs` must have less than 4096 tokens. Given: 4545'],
    ['TensorRT-LLM', 400, 'Prompt length (5000) exceeds maximum input length (4096). Set log level to info'],
  ])('%s, %d -> Model.ContextOverflow: %s', (_provider, statusCode, message) => {
    expect(toModelFailure(apiError({ statusCode, message }))).toMatchObject({
      type: 'Model.ContextOverflow',
      nonRetryable: true,
    });
  });

  test('a rate limit that counts tokens, inside a stream -> Model.RateLimited', () => {
    const error = new Error('Too many tokens, please wait before trying again.');
    expect(toModelFailure(error)).toMatchObject({ type: 'Model.RateLimited', nonRetryable: false });
  });

  test.each([
    'max_tokens is too large: 100000. This model supports at most 16384 completion tokens',
    'messages.0.content.1.image: image exceeds 5 MB maximum',
    "Invalid 'tools': array too long. Expected an array with maximum length 128, but got 200",
    "Invalid 'user': string too long. Expected a string with maximum length 64",
  ])('400 about something else that is too long -> Model.InvalidRequest: %s', (message) => {
    expect(toModelFailure(apiError({ statusCode: 400, message })).type).toBe('Model.InvalidRequest');
  });

  test.each([
    'context_length_exceeded',
    'exceed_context_size_error',
    'model_context_window_exceeded',
    'tokens_limit_reached',
    'model_max_prompt_tokens_exceeded',
  ])('code %s -> Model.ContextOverflow', (code) => {
    expect(toModelFailure(apiError({ statusCode: 400, data: { error: { message: 'No', code } } })).type).toBe(
      'Model.ContextOverflow',
    );
  });
});

function apiError(parts: Partial<ConstructorParameters<typeof APICallError>[0]>): APICallError {
  return new APICallError({ message: 'No', url: 'http://x', requestBodyValues: {}, ...parts });
}
