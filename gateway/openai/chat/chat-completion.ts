/** The tokens of an answer, as clients of this protocol read them. */
export interface ChatUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls';

/** A call of a tool that the caller has. */
export interface ChatToolCall {
  id: string;
  type: 'function';
  /** `arguments`: JSON, as the model wrote it. */
  function: { name: string; arguments: string };
}

/** The fields that the pieces and the whole of one answer share. */
export interface ChatHead {
  id: string;
  /** Seconds since 1970. */
  created: number;
  model: string;
}

/** A piece of a streamed answer. */
export interface ChatChunk extends ChatHead {
  object: 'chat.completion.chunk';
  choices: {
    index: 0;
    delta: { role?: 'assistant'; content?: string | null; tool_calls?: ({ index: number } & ChatToolCall)[] };
    logprobs: null;
    finish_reason: FinishReason | null;
  }[];
  usage?: ChatUsage | null;
}

/** An answer as a whole. */
export interface ChatCompletion extends ChatHead {
  object: 'chat.completion';
  choices: {
    index: 0;
    message: {
      role: 'assistant';
      content: string | null;
      refusal: null;
      tool_calls?: readonly ChatToolCall[];
    };
    logprobs: null;
    finish_reason: FinishReason;
  }[];
  usage: ChatUsage;
}
