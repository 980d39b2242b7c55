import type { AnswerEvent } from '../../replies/answer-event.js';
import type { JsonObject } from '../../http/json.js';
import type { ModelRequest } from '../../request/model-request.js';
import type { FinishReason } from '../../replies/reply.js';
import { toAnthropicUsage } from './anthropic-usage.js';

export const STOP_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  content_filter: 'refusal',
  tool_calls: 'tool_use',
};

export function emptyMessage(request: ModelRequest): JsonObject {
  return {
    id: `msg_${String(request.n).padStart(6, '0')}`,
    type: 'message',
    role: 'assistant',
    model: request.body['model'],
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
}

export function messageBody(events: readonly AnswerEvent[], request: ModelRequest): JsonObject {
  const finish = events.find((event) => event.kind === 'finish');
  const usage = events.find((event) => event.kind === 'start')?.usage;
  return {
    ...emptyMessage(request),
    content: [...thinkingBlock(events), ...textBlock(events), ...toolUseBlocks(events)],
    stop_reason: finish ? STOP_REASONS[finish.reason] : null,
    usage: usage && toAnthropicUsage(usage),
  };
}

function thinkingBlock(events: readonly AnswerEvent[]): readonly JsonObject[] {
  const thinking = joined(events, 'reasoning');
  const signature = events.find((event) => event.kind === 'reasoning-signature')?.signature;
  return signature === undefined ? [] : [{ type: 'thinking', thinking, signature }];
}

function textBlock(events: readonly AnswerEvent[]): readonly JsonObject[] {
  const text = joined(events, 'text');
  return text === '' ? [] : [{ type: 'text', text }];
}

function toolUseBlocks(events: readonly AnswerEvent[]): readonly JsonObject[] {
  return events
    .filter((event) => event.kind === 'tool-call')
    .map(({ id, name, index }) => {
      const fragments = events.map((event) =>
        event.kind === 'tool-arguments' && event.index === index ? event.delta : '',
      );
      return { type: 'tool_use', id, name, input: parseInput(fragments.join('')) };
    });
}

/** Broken JSON is sent as text, which no client accepts as an object. */
function parseInput(text: string): unknown {
  try {
    return JSON.parse(text || '{}') as unknown;
  } catch {
    return text;
  }
}

function joined(events: readonly AnswerEvent[], kind: 'text' | 'reasoning'): string {
  return events.map((event) => (event.kind === kind ? event.delta : '')).join('');
}
