import type { AnswerEvent } from '../../replies/answer-event.js';
import type { JsonObject } from '../../http/json.js';
import type { ModelRequest } from '../../request/model-request.js';
import { inputUsage, toAnthropicUsage } from './anthropic-usage.js';
import { emptyMessage, STOP_REASONS } from './message-body.js';

/** The event is named after its data's type. */
export function eventFrame(type: string, data: object = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

type BlockType = 'thinking' | 'text' | 'tool_use';

export class MessageFrames {
  readonly #request: ModelRequest;
  #index = -1;
  #open: BlockType | null = null;

  constructor(request: ModelRequest) {
    this.#request = request;
  }

  write(event: AnswerEvent): readonly string[] {
    switch (event.kind) {
      case 'start': {
        const usage = { ...inputUsage(event.usage), output_tokens: 1 };
        return [eventFrame('message_start', { message: { ...emptyMessage(this.#request), usage } })];
      }
      case 'reasoning':
        return this.#think('thinking_delta', { thinking: event.delta });
      case 'reasoning-signature':
        return this.#think('signature_delta', { signature: event.signature });
      case 'text':
        return [...this.#proceed('text', { text: '' }), this.#delta('text_delta', { text: event.delta })];
      case 'tool-call':
        return this.#begin('tool_use', { id: event.id, name: event.name, input: {} });
      case 'tool-arguments':
        return [this.#delta('input_json_delta', { partial_json: event.delta })];
      case 'finish':
        return [...this.#close(), ...this.#finish(event)];
    }
  }

  #think(type: string, content: JsonObject): readonly string[] {
    return [...this.#proceed('thinking', { thinking: '', signature: '' }), this.#delta(type, content)];
  }

  #finish({ reason, usage }: Extract<AnswerEvent, { kind: 'finish' }>): readonly string[] {
    const delta = { stop_reason: STOP_REASONS[reason], stop_sequence: null };
    return [
      eventFrame('message_delta', { delta, usage: toAnthropicUsage(usage) }),
      eventFrame('message_stop'),
    ];
  }

  #proceed(type: BlockType, content: JsonObject): readonly string[] {
    return this.#open === type ? [] : this.#begin(type, content);
  }

  #begin(type: BlockType, content: JsonObject): readonly string[] {
    const closing = this.#close();
    this.#index += 1;
    this.#open = type;
    const block = { type, ...content };
    const start = eventFrame('content_block_start', { index: this.#index, content_block: block });
    return this.#index === 0 ? [start, eventFrame('ping')] : [...closing, start];
  }

  #delta(type: string, content: JsonObject): string {
    return eventFrame('content_block_delta', { index: this.#index, delta: { type, ...content } });
  }

  #close(): readonly string[] {
    const frames = this.#open === null ? [] : [eventFrame('content_block_stop', { index: this.#index })];
    this.#open = null;
    return frames;
  }
}
