/** The tokens of an answer, as clients of this protocol read them. */
export interface ChatUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

export type FinishReason = 'stop' | 'length';

/** What the pieces and the whole of one answer have in common. */
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
    delta: { role?: 'assistant'; content?: string };
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
    message: { role: 'assistant'; content: string; refusal: null };
    logprobs: null;
    finish_reason: FinishReason;
  }[];
  usage: ChatUsage;
}
