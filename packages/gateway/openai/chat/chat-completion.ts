export interface ChatUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls';

export interface ChatToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

export interface ChatHead {
  id: string;
  created: number;
  model: string;
}

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
