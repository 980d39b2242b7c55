import type { ModelMessage } from '@ai-sdk/provider-utils';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CONTEXT_SETTINGS } from '../../../context/plan/settings.js';
import { planTranscript } from '../../../context/transcript/plan-transcript.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { findCounting } from '../../../models/counting/model-counting.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { REAL_TOKENIZERS } from './real-tokenizers.js';
import { textSamples } from './text-samples.js';

const SAMPLES = textSamples(7);
const FAMILIES = Object.entries(REAL_TOKENIZERS);

describe('findCounting', () => {
  test.each(FAMILIES)(
    '%s: texts of every class -> never fewer tokens than its tokenizer counts',
    (model, count) => {
      const { plain, tokenFactor } = findCounting(model);
      const over = SAMPLES.flatMap(({ name, text }) => {
        const [real, ours] = [count(text), Math.ceil(plain.countText(text) * tokenFactor * slackOf(model))];
        return real > ours ? [`${name}: ${real} tokens, and at most ${ours} were expected`] : [];
      });
      expect(over).toEqual([]);
    },
  );

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

const text = fc
  .tuple(fc.nat(SAMPLES.length - 1), fc.nat(3_000), fc.integer({ min: 1, max: 3_000 }))
  .map(([at, from, length]) => {
    const whole = SAMPLES[at]!.text;
    const start = Math.min(from, Math.max(0, whole.length - length));
    return whole.slice(start, start + length).toWellFormed();
  });
/** An exchange: a question, a tool call with its result, an answer. */
const exchange = fc.tuple(text, text, text, fc.uuid()).map(([asked, found, said, id]): ModelMessage[] => [
  { role: 'user', content: asked },
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: id, toolName: 'look_up', input: { asked } }],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: id, toolName: 'look_up', output: { type: 'text', value: found } },
    ],
  },
  { role: 'assistant', content: said },
]);

describe('planTranscript', () => {
  test.each(FAMILIES)(
    '%s: generated transcripts of all classes -> every plan fits by its tokenizer',
    (model, count) => {
      const property = fc.property(
        fc.array(exchange, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 500, max: 6_000 }),
        (exchanges, contextWindow) => {
          const messages = [...exchanges.flat(), { role: 'user' as const, content: 'And now?' }];
          const settings = { contextWindow, compaction: false };
          const plan = planTranscript(
            { model, messages, settings },
            { findCounting, lookUpModel, settings: DEFAULT_CONTEXT_SETTINGS },
          );
          const real = plan.messages.reduce((sum, message) => sum + count(textOf(message)), 0);
          expect(real).toBeLessThanOrEqual((plan.window - plan.reserve) * slackOf(model));
        },
      );
      fc.assert(property, { numRuns: 40, seed: 20 });
    },
  );
});

/** The factor of OpenAI's models is 1 by decision, and SVG paths need 1.05 in their encoding. */
function slackOf(model: string): number {
  return model.startsWith('openai:') ? 1.05 : 1;
}

/** What a provider sees of a message, without the marks around it. */
function textOf({ content }: ModelMessage): string {
  if (typeof content === 'string') return content;
  return content
    .map((part) => {
      if (part.type === 'tool-call') return part.toolName + JSON.stringify(part.input);
      if (part.type === 'tool-result') return part.output.type === 'text' ? part.output.value : '';
      return 'text' in part ? part.text : '';
    })
    .join('\n');
}
