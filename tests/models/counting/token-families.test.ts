import { describe, expect, test } from 'vitest';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { findCounting } from '../../../models/counting/model-counting.js';
import { tooFew } from '../../tokenizers/too-few.js';
import { readTokenCounts } from '../../tokenizers/token-counts.js';

const SAMPLES = readTokenCounts();
const MODELS = Object.keys(SAMPLES[0]!.counts);

describe('findCounting', () => {
  test.each(MODELS)('%s: texts of every class -> never fewer tokens than its tokenizer counts', (model) => {
    expect(
      SAMPLES.flatMap(({ name, text, counts }) => tooFew({ model, name, text, real: counts[model]! })),
    ).toEqual([]);
  });

  test('a model of no family -> plain counts', () => {
    const { plain, tokenFactor, factorSource } = findCounting('local:anything');
    expect([tokenFactor, factorSource]).toEqual([1, 'assumed']);
    for (const { text } of SAMPLES) expect(plain.countText(text)).toBe(countTextTokens(text));
  });

  test.each([
    ['anthropic:claude-sonnet-4-5', 1.35],
    ['openrouter:anthropic/claude-sonnet-4.6', 1.35],
    ['anthropic:claude-opus-4-7', 1.7],
    ['anthropic:claude-sonnet-5', 1.7],
    ['bedrock:us.anthropic.claude-haiku-5-5-v1:0', 1.7],
    ['google:gemini-3.5-flash', 1.3],
    ['ollama:gemma3:12b', 1.3],
    ['ollama:qwen3.5:9b', 1.05],
    ['vllm:deepseek-ai/DeepSeek-V4', 1.2],
    ['vllm:mistralai/Mixtral-8x7B-Instruct-v0.1', 1.45],
    ['vllm:meta-llama/Llama-3.3-70B-Instruct', 1],
    ['vllm:codellama/CodeLlama-7b', 1.5],
    ['openai:gpt-5.6', 1],
  ])('%s -> factor %d', (model, factor) => {
    expect(findCounting(model)).toMatchObject({ tokenFactor: factor, factorSource: 'table' });
  });
});
