import { isJsonObject, type JsonObject } from '../http/json.js';
import type { ModelRequest } from '../http/model-request.js';
import { joinEvents, type AnswerEvent, type ReplyUsage } from '../http/reply.js';

export function dataFrame(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

function completion(object: string, { n, receivedAt, body }: ModelRequest): JsonObject {
  const id = `chatcmpl-${String(n).padStart(6, '0')}`;
  return { id, object, created: Math.floor(receivedAt / 1000), model: body['model'] };
}

function toUsage({ inputTokens, outputTokens, ...usage }: ReplyUsage): JsonObject {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedInputTokens, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens, audio_tokens: 0 },
  };
}

export function chatCompletion(events: readonly AnswerEvent[], request: ModelRequest): JsonObject {
  const { text, reasoning, calls, finish } = joinEvents(events);
  const toolCalls = calls.map(({ id, name, argumentsText }) => {
    return { id, type: 'function', function: { name, arguments: argumentsText } };
  });
  const message = {
    role: 'assistant',
    content: text || (calls.length > 0 ? null : ''),
    refusal: null,
    reasoning_content: reasoning || undefined,
    tool_calls: calls.length > 0 ? toolCalls : undefined,
  };
  const reason = finish && !finish.isReasonHidden ? finish.reason : null;
  return {
    ...completion('chat.completion', request),
    choices: [{ index: 0, message, logprobs: null, finish_reason: reason }],
    usage: finish && toUsage(finish.usage),
  };
}

export function chatFrames(event: AnswerEvent, request: ModelRequest): readonly string[] {
  const { stream_options: options } = request.body;
  const withUsage = isJsonObject(options) && options['include_usage'] === true;
  const chunk = (choices: readonly unknown[], usage: unknown): string => {
    const shared = completion('chat.completion.chunk', request);
    // OpenAI sends `usage` in every chunk; null in all but the last.
    return dataFrame({ ...shared, choices, usage: withUsage ? usage : undefined });
  };
  const delta = (value: JsonObject, reason: string | null = null): string =>
    chunk([{ index: 0, delta: value, logprobs: null, finish_reason: reason }], null);
  switch (event.kind) {
    case 'start':
      return [delta({ role: 'assistant', content: '' })];
    case 'reasoning':
      return [delta({ reasoning_content: event.delta })];
    case 'reasoning-signature':
      return [];
    case 'text':
      return [delta({ content: event.delta })];
    case 'tool-call': {
      const { index, id, name } = event;
      return [delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })];
    }
    case 'tool-arguments':
      return [delta({ tool_calls: [{ index: event.index, function: { arguments: event.delta } }] })];
    case 'finish': {
      const end = event.isReasonHidden ? [] : [delta({}, event.reason)];
      return [...end, ...(withUsage ? [chunk([], toUsage(event.usage))] : []), 'data: [DONE]\n\n'];
    }
  }
}
