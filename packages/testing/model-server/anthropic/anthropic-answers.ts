import type { JsonObject } from '../http/json.js';
import type { ModelRequest } from '../http/model-request.js';
import {
  joinEvents,
  parseArguments,
  type AnswerEvent,
  type FinishReason,
  type ReplyUsage,
} from '../http/reply.js';

const STOP_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  content_filter: 'refusal',
  tool_calls: 'tool_use',
};

/** Anthropic's `input_tokens` exclude cache reads and writes. */
function inputUsage({ inputTokens, cachedInputTokens, cacheWriteTokens }: ReplyUsage): JsonObject {
  return {
    input_tokens: Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens),
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cachedInputTokens,
  };
}

function wholeUsage(usage: ReplyUsage): JsonObject {
  const { outputTokens, reasoningTokens } = usage;
  const details = { thinking_tokens: reasoningTokens };
  return { ...inputUsage(usage), output_tokens: outputTokens, output_tokens_details: details };
}

function emptyMessage(request: ModelRequest): JsonObject {
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
  const { text, reasoning, signature, calls, finish } = joinEvents(events);
  const thinking = { type: 'thinking', thinking: reasoning, signature };
  return {
    ...emptyMessage(request),
    content: [
      ...(signature ? [thinking] : []),
      ...(text ? [{ type: 'text', text }] : []),
      ...calls.map(({ id, name, argumentsText: input }) => {
        return { type: 'tool_use', id, name, input: parseArguments(input) };
      }),
    ],
    stop_reason: finish ? STOP_REASONS[finish.reason] : null,
    usage: finish && wholeUsage(finish.usage),
  };
}

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
      case 'finish': {
        const delta = { stop_reason: STOP_REASONS[event.reason], stop_sequence: null };
        const end = eventFrame('message_delta', { delta, usage: wholeUsage(event.usage) });
        return [...this.#close(), end, eventFrame('message_stop')];
      }
    }
  }

  #think(type: string, content: JsonObject): readonly string[] {
    return [...this.#proceed('thinking', { thinking: '', signature: '' }), this.#delta(type, content)];
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
    const frames = this.#open ? [eventFrame('content_block_stop', { index: this.#index })] : [];
    this.#open = null;
    return frames;
  }
}
