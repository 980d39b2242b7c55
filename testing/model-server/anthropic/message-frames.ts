import type { AnswerEvent } from '../replies/answer-event.js';
import type { JsonObject } from '../http/json.js';
import type { ModelRequest } from '../request/model-request.js';
import { inputUsage, toAnthropicUsage } from './anthropic-usage.js';
import { emptyMessage, STOP_REASONS } from './message-body.js';

/** One server-sent event, named after the type of its data. */
export function frame(type: string, data: object = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

type BlockType = 'thinking' | 'text' | 'tool_use';

/** Makes the writer of one streamed message: from event to event it remembers which content block is open. */
export function createMessageFrames(request: ModelRequest): (event: AnswerEvent) => readonly string[] {
  let index = -1;
  let open: BlockType | null = null;

  function close(): readonly string[] {
    const frames = open === null ? [] : [frame('content_block_stop', { index })];
    open = null;
    return frames;
  }

  function begin(type: BlockType, content: JsonObject): readonly string[] {
    const closing = close();
    index += 1;
    open = type;
    const start = frame('content_block_start', { index, content_block: { type, ...content } });
    return index === 0 ? [start, frame('ping')] : [...closing, start];
  }

  /** Deltas of one kind go to one block. */
  function proceed(type: BlockType, content: JsonObject): readonly string[] {
    return open === type ? [] : begin(type, content);
  }

  function delta(type: string, content: JsonObject): string {
    return frame('content_block_delta', { index, delta: { type, ...content } });
  }

  return (event) => {
    switch (event.kind) {
      case 'start': {
        const usage = { ...inputUsage(event.usage), output_tokens: 1 };
        return [frame('message_start', { message: { ...emptyMessage(request), usage } })];
      }
      case 'reasoning':
        return [
          ...proceed('thinking', { thinking: '', signature: '' }),
          delta('thinking_delta', { thinking: event.delta }),
        ];
      case 'reasoning-signature':
        return [
          ...proceed('thinking', { thinking: '', signature: '' }),
          delta('signature_delta', { signature: event.signature }),
        ];
      case 'text':
        return [...proceed('text', { text: '' }), delta('text_delta', { text: event.delta })];
      case 'tool-call':
        return begin('tool_use', { id: event.id, name: event.name, input: {} });
      case 'tool-arguments':
        return [delta('input_json_delta', { partial_json: event.delta })];
      case 'finish':
        return [
          ...close(),
          frame('message_delta', {
            delta: { stop_reason: STOP_REASONS[event.reason], stop_sequence: null },
            usage: toAnthropicUsage(event.usage),
          }),
          frame('message_stop'),
        ];
    }
  };
}
