import type { JsonObject } from '../http/json.js';
import type { ModelRequest } from '../http/model-request.js';
import { dataFrame } from '../openai/chat-answers.js';
import type { AnswerEvent, FinishReason, ReplyUsage } from '../replies/reply.js';

type Call = Extract<AnswerEvent, { kind: 'tool-call' }>;

interface OpenItem {
  type: 'message' | 'reasoning' | 'function_call';
  id: string;
  text: string;
  call: Call | undefined;
  signature: string | null;
}

const INCOMPLETE: Partial<Record<FinishReason, string>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
};

/** One output item per run of text, reasoning or arguments. */
export class ResponseFrames {
  readonly #request: ModelRequest;
  readonly #output: JsonObject[] = [];
  #open: OpenItem | undefined;
  #sequence = 0;
  #ended: { reason: FinishReason; usage: ReplyUsage } | undefined;

  constructor(request: ModelRequest) {
    this.#request = request;
  }

  write(event: AnswerEvent): readonly string[] {
    switch (event.kind) {
      case 'start':
        return [this.#frame('response.created', { response: this.response() })];
      case 'reasoning':
        return this.#add('reasoning', event.delta);
      case 'reasoning-signature':
        if (this.#open) this.#open.signature = event.signature;
        return [];
      case 'text':
        return this.#add('message', event.delta);
      case 'tool-call':
        return [...this.#close(), ...this.#begin('function_call', event)];
      case 'tool-arguments':
        return this.#add('function_call', event.delta);
      case 'finish': {
        const closed = this.#close();
        this.#ended = event;
        const name = INCOMPLETE[event.reason] === undefined ? 'completed' : 'incomplete';
        return [...closed, this.#frame(`response.${name}`, { response: this.response() })];
      }
    }
  }

  response(): JsonObject {
    const reason = this.#ended && INCOMPLETE[this.#ended.reason];
    const status =
      this.#ended === undefined ? 'in_progress' : reason === undefined ? 'completed' : 'incomplete';
    return {
      id: `resp_${String(this.#request.n).padStart(6, '0')}`,
      object: 'response',
      created_at: Math.floor(this.#request.receivedAt / 1000),
      model: this.#request.body['model'],
      status,
      error: null,
      incomplete_details: reason === undefined ? null : { reason },
      output: this.#output,
      usage: this.#ended === undefined ? null : toUsage(this.#ended.usage),
    };
  }

  #add(type: OpenItem['type'], delta: string): readonly string[] {
    const begun = this.#open?.type === type ? [] : [...this.#close(), ...this.#begin(type)];
    const item = this.#open;
    if (item === undefined) return begun;
    item.text += delta;
    const at = { item_id: item.id, output_index: this.#output.length, delta };
    if (type === 'message')
      return [...begun, this.#frame('response.output_text.delta', { ...at, content_index: 0, logprobs: [] })];
    if (type === 'reasoning')
      return [...begun, this.#frame('response.reasoning_summary_text.delta', { ...at, summary_index: 0 })];
    return [...begun, this.#frame('response.function_call_arguments.delta', at)];
  }

  #begin(type: OpenItem['type'], call?: Call): readonly string[] {
    const id = `${type}_${this.#request.n}_${this.#output.length}`;
    this.#open = { type, id, text: '', call, signature: null };
    const item = toItem(this.#open, 'in_progress');
    const added = this.#frame('response.output_item.added', { output_index: this.#output.length, item });
    if (type !== 'reasoning') return [added];
    const part = { item_id: id, output_index: this.#output.length, summary_index: 0 };
    return [
      added,
      this.#frame('response.reasoning_summary_part.added', {
        ...part,
        part: { type: 'summary_text', text: '' },
      }),
    ];
  }

  #close(): readonly string[] {
    if (this.#open === undefined) return [];
    const item = toItem(this.#open, 'completed');
    this.#open = undefined;
    const done = this.#frame('response.output_item.done', { output_index: this.#output.length, item });
    this.#output.push(item);
    return [done];
  }

  #frame(type: string, rest: JsonObject): string {
    this.#sequence += 1;
    return dataFrame({ type, sequence_number: this.#sequence, ...rest });
  }
}

function toItem({ type, id, text, call, signature }: OpenItem, status: string): JsonObject {
  if (type === 'message') {
    const content =
      status === 'completed' ? [{ type: 'output_text', text, annotations: [], logprobs: [] }] : [];
    return { type, id, status, role: 'assistant', content };
  }
  if (type === 'reasoning')
    return { type, id, summary: [{ type: 'summary_text', text }], encrypted_content: signature };
  return { type, id, status, call_id: call?.id, name: call?.name, arguments: text };
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
