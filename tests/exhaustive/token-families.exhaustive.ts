import type { ModelMessage } from '@ai-sdk/provider-utils';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CONTEXT_SETTINGS } from '../../context/plan/settings.js';
import { planTranscript } from '../../context/transcript/plan-transcript.js';
import { findCounting } from '../../models/counting/model-counting.js';
import { lookUpModel } from '../../models/facts/model-table.js';
import { REAL_TOKENIZERS } from '../tokenizers/real-tokenizers.js';
import { textSamples } from '../tokenizers/text-samples.js';
import { readTokenCounts } from '../tokenizers/token-counts.js';
import { slackOf, tooFew } from '../tokenizers/too-few.js';

const SAMPLES = textSamples(7);
const FAMILIES = Object.entries(REAL_TOKENIZERS);

describe('findCounting', () => {
  test.each(FAMILIES)(
    '%s: texts of every class -> never fewer tokens than its tokenizer counts',
    (model, count) => {
      expect(SAMPLES.flatMap(({ name, text }) => tooFew({ model, name, text, real: count(text) }))).toEqual(
        [],
      );
    },
  );

  test('the recorded counts -> those of the tokenizers', () => {
    for (const { name, text, counts } of readTokenCounts())
      expect(counts, name).toEqual(
        Object.fromEntries(FAMILIES.map(([model, count]) => [model, count(text)])),
      );
  });
});

const text = fc
  .tuple(fc.nat(SAMPLES.length - 1), fc.nat(3_000), fc.integer({ min: 1, max: 3_000 }))
  .map(([at, from, length]) => {
    const whole = SAMPLES[at]!.text;
    const start = Math.min(from, Math.max(0, whole.length - length));
    return whole.slice(start, start + length).toWellFormed();
  });
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
      fc.assert(property, { numRuns: 400, seed: 20 });
    },
  );
});

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
