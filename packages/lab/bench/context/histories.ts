import type { ModelMessage } from '@ai-sdk/provider-utils';
import { prose } from './texts.js';
import { createRandom, type Random } from './random.js';

export function plainHistory(messages: number): ModelMessage[] {
  const text = prose(messages * 100, 1);
  return Array.from({ length: messages + 1 }, (_, at) => ({
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: text.slice(at * 100, at * 100 + 100) || 'and now?',
  }));
}

export function brokenHistory(seed: number): ModelMessage[] {
  const random = createRandom(seed);
  const messages: ModelMessage[] = [];
  if (random() < 0.5) messages.push({ role: 'system', content: 'You are helpful.' });
  const length = 4 + Math.floor(random() * 30);
  for (let at = 0; at < length; at += 1) messages.push(...nextMessages(random, `${seed}_${at}`));
  messages.push({ role: 'user', content: words(random) });
  return messages;
}

function nextMessages(random: Random, id: string): ModelMessage[] {
  const kind = random();
  if (kind < 0.35) return [{ role: 'user', content: words(random) }];
  if (kind < 0.6) return [{ role: 'assistant', content: words(random) }];
  const calls = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, at) => `call_${id}_${at}`);
  const answered = calls.filter(() => random() < 0.85);
  const orphan = random() < 0.1;
  return [
    ...(orphan
      ? []
      : [
          {
            role: 'assistant' as const,
            content: calls.map((toolCallId) => ({
              type: 'tool-call' as const,
              toolCallId,
              toolName: 'look_up',
              input: { query: id },
            })),
          },
        ]),
    ...answered.map((toolCallId) => ({
      role: 'tool' as const,
      content: [
        {
          type: 'tool-result' as const,
          toolCallId,
          toolName: 'look_up',
          output: { type: 'text' as const, value: words(random) },
        },
      ],
    })),
  ];
}

function words(random: Random): string {
  if (random() < 0.05) return ' ';
  return prose(random() < 0.1 ? 4_000 : 20 + Math.floor(random() * 200), Math.floor(random() * 1_000));
}
