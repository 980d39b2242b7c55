import { describe, expect, test } from 'vitest';
import { readOverflow } from '../../../models/failures/read-overflow.js';
import { processorMs } from '../../setup/processor-ms.js';

describe('readOverflow', () => {
  test.each([
    ['Anthropic', 'prompt is too long: 210499 tokens > 200000 maximum', 210_499, 200_000],
    [
      'Anthropic, with the answer',
      'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length',
      188_240,
      200_000,
    ],
    [
      'OpenAI, with the answer',
      "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (8000 in the messages, 1000 in the completion). Please reduce the length",
      8_000,
      8_192,
    ],
    [
      'OpenAI, with tools',
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 131074 tokens (130000 in the messages, 1074 in the functions).",
      131_074,
      128_000,
    ],
    [
      'OpenAI, the request alone',
      "This model's maximum context length is 16385 tokens. However, your messages resulted in 16450 tokens.",
      16_450,
      16_385,
    ],
    [
      'Gemini',
      'The input token count (1198971) exceeds the maximum number of tokens allowed (1048576).',
      1_198_971,
      1_048_576,
    ],
    [
      'vLLM',
      "This model's maximum context length is 8192 tokens and your request has 12540 input tokens",
      12_540,
      8_192,
    ],
    [
      'vLLM, newer',
      'The decoder prompt (length 12540) is longer than the maximum model length of 8192. Make sure',
      12_540,
      8_192,
    ],
    [
      'llama.cpp',
      'request (12540 tokens) exceeds the available context size (8192 tokens), try increasing it',
      12_540,
      8_192,
    ],
    [
      'llama.cpp, with fields',
      'the request exceeds the available context size, try increasing it (n_prompt_tokens: 12540, n_ctx: 8192)',
      12_540,
      8_192,
    ],
    [
      'OpenRouter',
      "This endpoint's maximum context length is 8192 tokens. However, you requested about 12540 tokens (8444 of text input, 4096 in the output).",
      8_444,
      8_192,
    ],
    [
      'Mistral',
      'Prompt contains 40012 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      40_012,
      32_768,
    ],
    [
      'xAI',
      "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
      140_000,
      131_072,
    ],
    [
      'Text Generation Inference',
      '`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4000 `inputs` tokens and 512 `max_new_tokens`',
      4_000,
      4_096,
    ],
    ['grouped digits', 'prompt is too long: 210,499 tokens > 200,000 maximum', 210_499, 200_000],
    [
      'SGLang',
      "The input (9200 tokens) is longer than the model's context length (8192 tokens).",
      9_200,
      8_192,
    ],
    [
      'Cerebras',
      'Please reduce the length of the messages or completion. Current length is 9200 while limit is 8192',
      9_200,
      8_192,
    ],
    ['Vertex', 'The input token count is 40000 but the model only supports up to 32768', 40_000, 32_768],
    [
      'Moonshot',
      'Invalid request: Your request exceeded model token limit: 8192 (requested: 9000)',
      9_000,
      8_192,
    ],
    ['DashScope', 'Range of input length should be [1, 30720]', undefined, 30_720],
    [
      'GitHub Models',
      'Request body too large for gpt-4o-2024-08-06 model. Max size: 8000 tokens.',
      undefined,
      8_000,
    ],
    [
      'a figure alone that is not called a limit',
      'Your input of 9200 tokens is too long',
      undefined,
      undefined,
    ],
    ['more figures than two', 'too long: 9000 and 8000 and 7000', undefined, undefined],
    ['no figures', 'Your input exceeds the context window of this model.', undefined, undefined],
    ['nonsense', 'prompt is too long: 99999999999999 tokens > 0 maximum', undefined, undefined],
  ])('%s -> the tokens of the request and the limit', (_provider, reason, tokens, limit) => {
    expect(readOverflow(reason)).toEqual({ tokens, limit, excess: undefined });
  });

  test('Ollama, which reports only the excess -> the excess', () => {
    expect(readOverflow('prompt too long; exceeded max context length by 4348 tokens')).toEqual({
      excess: 4_348,
    });
  });

  test('a hundred thousand digits and words -> read quickly', () => {
    const startedMs = processorMs();
    readOverflow(`requested ${'9 tokens, '.repeat(10_000)}${'1'.repeat(100_000)}`);
    expect(processorMs() - startedMs).toBeLessThan(1_000);
  });
});
