import type { JsonObject } from '../http/json.js';
import type { ModelRequest } from '../http/model-request.js';
import { dataFrame } from '../openai/chat-answers.js';
import type { AnswerEvent, FinishReason, ReplyUsage } from '../http/reply.js';

type ItemType = 'message' | 'reasoning' | 'function_call';

interface OpenItem {
  readonly type: ItemType;
  readonly id: string;
  text: string;
  fields: JsonObject;
}

const INCOMPLETE: Partial<Record<FinishReason, string>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
};
const DELTAS: Readonly<Record<ItemType, { readonly event: string; readonly fields: JsonObject }>> = {
  message: { event: 'output_text', fields: { content_index: 0, logprobs: [] } },
  reasoning: { event: 'reasoning_summary_text', fields: { summary_index: 0 } },
  function_call: { event: 'function_call_arguments', fields: {} },
};

/** Each run of text, reasoning or arguments is one output item. */
export class ResponseFrames {
  readonly #request: ModelRequest;
  readonly #output: JsonObject[] = [];
  #open: OpenItem | undefined;
  #sequence = 0;
  #ended: Extract<AnswerEvent, { kind: 'finish' }> | undefined;

  constructor(request: ModelRequest) {
    this.#request = request;
  }

  write(event: AnswerEvent): readonly string[] {
    switch (event.kind) {
      case 'start':
        return [this.#frame('created', { response: this.response() })];
      case 'reasoning':
        return this.#add('reasoning', event.delta);
      case 'reasoning-signature':
        if (this.#open) this.#open.fields = { encrypted_content: event.signature };
        return [];
      case 'text':
        return this.#add('message', event.delta);
      case 'tool-call':
        return [...this.#close(), ...this.#begin('function_call', { call_id: event.id, name: event.name })];
      case 'tool-arguments':
        return this.#add('function_call', event.delta);
      case 'finish': {
        const closed = this.#close();
        this.#ended = event;
        const name = INCOMPLETE[event.reason] ? 'incomplete' : 'completed';
        return [...closed, this.#frame(name, { response: this.response() })];
      }
    }
  }

  response(): JsonObject {
    const { n, receivedAt, body } = this.#request;
    const reason = this.#ended && INCOMPLETE[this.#ended.reason];
    return {
      id: `resp_${String(n).padStart(6, '0')}`,
      object: 'response',
      created_at: Math.floor(receivedAt / 1000),
      model: body['model'],
      status: !this.#ended ? 'in_progress' : reason ? 'incomplete' : 'completed',
      error: null,
      incomplete_details: reason ? { reason } : null,
      output: this.#output,
      usage: this.#ended ? toUsage(this.#ended.usage) : null,
    };
  }

  #add(type: ItemType, delta: string): readonly string[] {
    const begun = this.#open?.type === type ? [] : [...this.#close(), ...this.#begin(type)];
    if (this.#open) this.#open.text += delta;
    const { event, fields } = DELTAS[type];
    return [
      ...begun,
      this.#frame(`${event}.delta`, { item_id: this.#open?.id, ...this.#place(), delta, ...fields }),
    ];
  }

  #begin(type: ItemType, fields: JsonObject = {}): readonly string[] {
    const id = `${type}_${this.#request.n}_${this.#output.length}`;
    this.#open = { type, id, text: '', fields };
    const added = this.#frame('output_item.added', {
      ...this.#place(),
      item: toItem(this.#open, 'in_progress'),
    });
    if (type !== 'reasoning') return [added];
    const part = { summary_index: 0, part: { type: 'summary_text', text: '' } };
    return [added, this.#frame('reasoning_summary_part.added', { item_id: id, ...this.#place(), ...part })];
  }

  #close(): readonly string[] {
    if (!this.#open) return [];
    const item = toItem(this.#open, 'completed');
    this.#open = undefined;
    const done = this.#frame('output_item.done', { ...this.#place(), item });
    this.#output.push(item);
    return [done];
  }

  #place(): JsonObject {
    return { output_index: this.#output.length };
  }

  #frame(type: string, rest: JsonObject): string {
    this.#sequence += 1;
    return dataFrame({ type: `response.${type}`, sequence_number: this.#sequence, ...rest });
  }
}

function toItem({ type, id, text, fields }: OpenItem, status: 'in_progress' | 'completed'): JsonObject {
  if (type === 'function_call') return { type, id, status, ...fields, arguments: text };
  if (type === 'reasoning')
    return { type, id, summary: [{ type: 'summary_text', text }], encrypted_content: null, ...fields };
  const content = { type: 'output_text', text, annotations: [], logprobs: [] };
  return { type, id, status, role: 'assistant', content: status === 'completed' ? [content] : [] };
}

function toUsage({ inputTokens, outputTokens, cachedInputTokens, reasoningTokens }: ReplyUsage): JsonObject {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedInputTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}
