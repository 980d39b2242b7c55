import type { ChatToolCall, ChatUsage, FinishReason } from '../chat/chat-completion.js';
import type { OpenAiError } from '../errors/openai-error.js';
import { FUNCTION_DEFAULTS, type ResponseSettings } from './read-response-request.js';
import { callItemId, messageId, responseId, type ResponseKey } from '../requests/response-key.js';

export type ResponseStatus = 'queued' | 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled';

export interface OutputText {
  type: 'output_text';
  text: string;
  annotations: never[];
  logprobs: never[];
}

export interface OutputMessage {
  type: 'message';
  id: string;
  status: 'in_progress' | 'completed' | 'incomplete';
  role: 'assistant';
  content: OutputText[];
}

export interface OutputCall {
  type: 'function_call';
  id: string;
  call_id: string;
  name: string;
  arguments: string;
  status: 'in_progress' | 'completed';
}

export interface ResponseHead {
  key: ResponseKey;
  createdAt: Date;
  /** Returned only to the request that sent them. */
  instructions?: string | null | undefined;
  previousResponseId?: string | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
  settings?: ResponseSettings | undefined;
}

export interface ResponseState {
  status: ResponseStatus;
  text?: string | undefined;
  calls?: readonly ChatToolCall[] | undefined;
  usage?: ChatUsage | undefined;
  incompleteReason?: 'max_output_tokens' | 'content_filter' | undefined;
  error?: OpenAiError | undefined;
}

export type ResponseObject = ReturnType<typeof renderResponse>;

export function endState(reason: FinishReason): Pick<ResponseState, 'status' | 'incompleteReason'> {
  switch (reason) {
    case 'length':
      return { status: 'incomplete', incompleteReason: 'max_output_tokens' };
    case 'content_filter':
      return { status: 'incomplete', incompleteReason: 'content_filter' };
    case 'stop':
    case 'tool_calls':
      return { status: 'completed' };
  }
}

export function renderResponse(head: ResponseHead, state: ResponseState) {
  const { key, createdAt, instructions = null, previousResponseId = null, metadata = {} } = head;
  const { settings = storedSettings(key) } = head;
  const { status, text, calls = [], usage, error, incompleteReason } = state;
  const output: (OutputMessage | OutputCall)[] =
    text === undefined
      ? []
      : [
          // Clients that send items back would repeat an empty message before each call.
          ...(text === '' && calls.length > 0
            ? []
            : [outputMessage(key, { text, status: messageStatus(status) })]),
          ...calls.map((call) => outputCall(key, call)),
        ];
  return {
    id: responseId(key),
    object: 'response' as const,
    created_at: Math.floor(createdAt.getTime() / 1_000),
    status,
    background: key.isBackground,
    error: error ? { code: error.facts.code ?? 'server_error', message: error.message } : null,
    incomplete_details: incompleteReason ? { reason: incompleteReason } : null,
    instructions,
    max_output_tokens: null,
    metadata,
    model: key.flow,
    output,
    parallel_tool_calls: false,
    previous_response_id: previousResponseId,
    conversation: { id: key.channel },
    reasoning: { effort: null, summary: null },
    store: key.isStored,
    temperature: null,
    ...settings,
    top_p: null,
    truncation: 'auto',
    usage: usage ? toUsage(usage) : null,
  };
}

/** The id contains no schemas. */
function storedSettings({ isObject, tools }: ResponseKey): ResponseSettings {
  return {
    tools: tools.map((name) => ({ ...FUNCTION_DEFAULTS, name })),
    tool_choice: 'auto',
    ...(!isObject && { text: { format: { type: 'text' } } }),
  };
}

export function outputText(text: string): OutputText {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

export function outputMessage(
  key: ResponseKey,
  { text, status }: { text: string | undefined; status: OutputMessage['status'] },
): OutputMessage {
  const content = text === undefined ? [] : [outputText(text)];
  return { type: 'message', id: messageId(key), status, role: 'assistant', content };
}

export function outputCall(
  key: ResponseKey,
  { id, function: { name, arguments: input } }: ChatToolCall,
): OutputCall {
  return {
    type: 'function_call',
    id: callItemId(key, id),
    call_id: id,
    name,
    arguments: input,
    status: 'completed',
  };
}

function messageStatus(status: ResponseStatus): OutputMessage['status'] {
  if (status === 'completed') return 'completed';
  return status === 'in_progress' || status === 'queued' ? 'in_progress' : 'incomplete';
}

function toUsage({ prompt_tokens: input, completion_tokens: output, total_tokens: total }: ChatUsage) {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: total,
  };
}
