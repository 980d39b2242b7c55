import type { ChatToolCall } from '../chat/chat-completion.js';
import {
  outputCall,
  outputMessage,
  outputText,
  renderResponse,
  type OutputCall,
  type OutputMessage,
  type ResponseHead,
  type ResponseObject,
  type ResponseState,
} from './response-object.js';
import { messageId, type ResponseKey } from '../requests/response-key.js';

export type ResponseEvent = { sequence_number: number } & (
  | {
      type: `response.${'created' | 'in_progress' | 'completed' | 'incomplete' | 'failed'}`;
      response: ResponseObject;
    }
  | {
      type: `response.output_item.${'added' | 'done'}`;
      output_index: number;
      item: OutputMessage | OutputCall;
    }
  | ({ type: 'response.function_call_arguments.delta'; delta: string } & CallPlace)
  | ({ type: 'response.function_call_arguments.done'; name: string; arguments: string } & CallPlace)
  | ({ type: `response.content_part.${'added' | 'done'}`; part: ReturnType<typeof outputText> } & TextPlace)
  | ({ type: 'response.output_text.delta'; delta: string; logprobs: never[] } & TextPlace)
  | ({ type: 'response.output_text.done'; text: string; logprobs: never[] } & TextPlace)
  | { type: 'error'; code: string | null; message: string; param: string | null }
);

interface TextPlace {
  item_id: string;
  output_index: 0;
  content_index: 0;
}

interface CallPlace {
  item_id: string;
  output_index: number;
}

/** Precedes the first text. A response with calls and no text skips events 2 and 3. */
const BEFORE_TEXT = 3;

/**
 * A text event's number is `BEFORE_TEXT` plus its text's end offset, the same for all readers, however the text is
 * split.
 */
export class ResponseWriter {
  #text = '';
  readonly #head: ResponseHead;
  readonly #place: TextPlace;

  constructor(head: ResponseHead) {
    this.#head = head;
    this.#place = { item_id: messageId(head.key), output_index: 0, content_index: 0 };
  }

  begin(): ResponseEvent[] {
    const response = renderResponse(this.#head, { status: 'in_progress' });
    return [
      { type: 'response.created', sequence_number: 0, response },
      { type: 'response.in_progress', sequence_number: 1, response },
    ];
  }

  writeText(delta: string): ResponseEvent[] {
    const begun = this.#text === '' ? this.#beginMessage() : [];
    this.#text += delta;
    const sequence_number = this.#textEnd();
    return [
      ...begun,
      { type: 'response.output_text.delta', sequence_number, ...this.#place, delta, logprobs: [] },
    ];
  }

  end(state: Pick<ResponseState, 'status' | 'incompleteReason' | 'calls' | 'usage'>): ResponseEvent[] {
    const { calls = [] } = state;
    const text = this.#text;
    const end = this.#textEnd();
    const response = renderResponse(this.#head, { ...state, text });
    const status = state.status === 'incomplete' ? 'incomplete' : 'completed';
    const hasMessage = text !== '' || calls.length === 0;
    const message = [...(text === '' ? this.#beginMessage() : []), ...this.#endMessage(status)];
    const sentCalls = calls.flatMap((call, index) =>
      writeCall(call, {
        key: this.#head.key,
        index: hasMessage ? index + 1 : index,
        after: end + 3 + 4 * index,
      }),
    );
    return [
      ...(hasMessage ? message : []),
      ...sentCalls,
      { type: `response.${status}`, sequence_number: end + 4 + sentCalls.length, response },
    ];
  }

  fail(state: Pick<ResponseState, 'status' | 'error'>): ResponseEvent {
    const response = renderResponse(this.#head, { ...state, text: this.#text });
    return { type: 'response.failed', sequence_number: this.#textEnd() + 1, response };
  }

  #beginMessage(): ResponseEvent[] {
    const item = outputMessage(this.#head.key, { text: undefined, status: 'in_progress' });
    return [
      { type: 'response.output_item.added', sequence_number: 2, output_index: 0, item },
      { type: 'response.content_part.added', sequence_number: 3, ...this.#place, part: outputText('') },
    ];
  }

  #endMessage(status: OutputMessage['status']): ResponseEvent[] {
    const text = this.#text;
    const place = this.#place;
    const end = this.#textEnd();
    const item = outputMessage(this.#head.key, { text, status });
    return [
      { type: 'response.output_text.done', sequence_number: end + 1, ...place, text, logprobs: [] },
      { type: 'response.content_part.done', sequence_number: end + 2, ...place, part: outputText(text) },
      { type: 'response.output_item.done', sequence_number: end + 3, output_index: 0, item },
    ];
  }

  #textEnd(): number {
    return BEFORE_TEXT + this.#text.length;
  }
}

/** Sends all arguments at once, because a call is validated first. */
function writeCall(
  call: ChatToolCall,
  { key, index, after }: { key: ResponseKey; index: number; after: number },
): ResponseEvent[] {
  const item = outputCall(key, call);
  const { name, arguments: input } = item;
  const place = { item_id: item.id, output_index: index };
  const begun: OutputCall = { ...item, arguments: '', status: 'in_progress' };
  return [
    { type: 'response.output_item.added', sequence_number: after + 1, output_index: index, item: begun },
    { type: 'response.function_call_arguments.delta', sequence_number: after + 2, ...place, delta: input },
    {
      type: 'response.function_call_arguments.done',
      sequence_number: after + 3,
      ...place,
      name,
      arguments: input,
    },
    { type: 'response.output_item.done', sequence_number: after + 4, output_index: index, item },
  ];
}

export function eventAfter(event: ResponseEvent, after: number): ResponseEvent | undefined {
  if (event.sequence_number <= after) return undefined;
  if (event.type !== 'response.output_text.delta') return event;
  const begin = event.sequence_number - event.delta.length;
  return begin >= after ? event : { ...event, delta: event.delta.slice(after - begin) };
}
