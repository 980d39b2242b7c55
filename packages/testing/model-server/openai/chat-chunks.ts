import type { AnswerEvent } from '../replies/answer-event.js';
import type { JsonObject } from '../http/json.js';
import type { ModelRequest } from '../request/model-request.js';
import { answerId, toOpenaiUsage } from './chat-completion.js';

const END_FRAME = 'data: [DONE]\n\n';

export function dataFrame(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

export function chatFrames(event: AnswerEvent, request: ModelRequest): readonly string[] {
  const withUsage = includesUsage(request.body);
  const chunk = (choices: readonly unknown[], usage: unknown): string =>
    dataFrame({
      id: answerId(request),
      object: 'chat.completion.chunk',
      created: Math.floor(request.receivedAt / 1000),
      model: request.body['model'],
      choices,
      // OpenAI sends the field in every chunk, null in all but the last.
      usage: withUsage ? usage : undefined,
    });
  const delta = (value: JsonObject, finishReason: string | null = null): string =>
    chunk([{ index: 0, delta: value, logprobs: null, finish_reason: finishReason }], null);
  switch (event.kind) {
    case 'start':
      return [delta({ role: 'assistant', content: '' })];
    case 'reasoning':
      return [delta({ reasoning_content: event.delta })];
    case 'reasoning-signature':
      return [];
    case 'text':
      return [delta({ content: event.delta })];
    case 'tool-call':
      return [delta({ tool_calls: [toolCallStart(event)] })];
    case 'tool-arguments':
      return [delta({ tool_calls: [{ index: event.index, function: { arguments: event.delta } }] })];
    case 'finish': {
      const usageChunk = withUsage ? [chunk([], toOpenaiUsage(event.usage))] : [];
      const end = event.isReasonHidden ? [] : [delta({}, event.reason)];
      return [...end, ...usageChunk, END_FRAME];
    }
  }
}

function toolCallStart(event: AnswerEvent & { readonly kind: 'tool-call' }): JsonObject {
  return {
    index: event.index,
    id: event.id,
    type: 'function',
    function: { name: event.name, arguments: '' },
  };
}

function includesUsage(body: JsonObject): boolean {
  const options = body['stream_options'];
  return (
    typeof options === 'object' &&
    options !== null &&
    'include_usage' in options &&
    options.include_usage === true
  );
}
