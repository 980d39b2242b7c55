import type { AnswerEvent } from '../replies/answer-event.js';
import type { JsonObject } from '../http/json.js';
import type { ModelRequest } from '../request/model-request.js';
import type { ReplyUsage } from '../replies/usage.js';

export function answerId(request: ModelRequest): string {
  return `chatcmpl-${String(request.n).padStart(6, '0')}`;
}

export function toOpenaiUsage(usage: ReplyUsage): JsonObject {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedInputTokens, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens, audio_tokens: 0 },
  };
}

export function chatCompletion(events: readonly AnswerEvent[], request: ModelRequest): JsonObject {
  const content = joined(events, 'text');
  const reasoning = joined(events, 'reasoning');
  const toolCalls = events
    .filter((event) => event.kind === 'tool-call')
    .map((call) => toToolCall(call, events));
  const finish = events.find((event) => event.kind === 'finish');
  return {
    id: answerId(request),
    object: 'chat.completion',
    created: Math.floor(request.receivedAt / 1000),
    model: request.body['model'],
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: content === '' && toolCalls.length > 0 ? null : content,
          refusal: null,
          reasoning_content: reasoning === '' ? undefined : reasoning,
          tool_calls: toolCalls.length > 0 ? toolCalls : undefined,
        },
        logprobs: null,
        finish_reason: finish === undefined || finish.isReasonHidden ? null : finish.reason,
      },
    ],
    usage: finish && toOpenaiUsage(finish.usage),
  };
}

function joined(events: readonly AnswerEvent[], kind: 'text' | 'reasoning'): string {
  return events.map((event) => (event.kind === kind ? event.delta : '')).join('');
}

function toToolCall(
  call: AnswerEvent & { readonly kind: 'tool-call' },
  events: readonly AnswerEvent[],
): JsonObject {
  const fragments = events.map((event) =>
    event.kind === 'tool-arguments' && event.index === call.index ? event.delta : '',
  );
  return { id: call.id, type: 'function', function: { name: call.name, arguments: fragments.join('') } };
}
