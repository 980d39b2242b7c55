import type {
  ChatToolCall,
  ChatChunk,
  ChatCompletion,
  ChatHead,
  ChatUsage,
  FinishReason,
} from './chat-completion.js';

/** The facts that end an answer: usage, and why it ended. */
export interface ChatEnd {
  reason: FinishReason;
  usage: ChatUsage;
}

/** A piece of an answer's text; the first one carries the role. */
export function textChunk(
  head: ChatHead,
  { text, isFirst, hasUsage }: { text: string; isFirst: boolean; hasUsage: boolean },
): ChatChunk {
  const delta = isFirst ? ({ role: 'assistant', content: text } as const) : { content: text };
  return chunk(head, { choices: [{ index: 0, delta, logprobs: null, finish_reason: null }], hasUsage });
}

/** The calls that an answer ends with, in one piece. */
export function callsChunk(
  head: ChatHead,
  { calls, isFirst, hasUsage }: { calls: readonly ChatToolCall[]; isFirst: boolean; hasUsage: boolean },
): ChatChunk {
  const toolCalls = calls.map((call, index) => ({ index, ...call }));
  const begin = isFirst ? ({ role: 'assistant', content: null } as const) : {};
  const delta = { ...begin, tool_calls: toolCalls };
  return chunk(head, { choices: [{ index: 0, delta, logprobs: null, finish_reason: null }], hasUsage });
}

/** The pieces that end a streamed answer: why it ended, and what it took where that was asked for. */
export function endChunks(
  head: ChatHead,
  { reason, usage, hasUsage }: ChatEnd & { hasUsage: boolean },
): ChatChunk[] {
  const choices: ChatChunk['choices'] = [{ index: 0, delta: {}, logprobs: null, finish_reason: reason }];
  const end = chunk(head, { choices, hasUsage });
  return hasUsage ? [end, { ...chunk(head, { choices: [], hasUsage }), usage }] : [end];
}

/** An answer as a whole. */
export function chatCompletion(
  head: ChatHead,
  { text, calls, reason, usage }: ChatEnd & { text: string | null; calls: readonly ChatToolCall[] },
): ChatCompletion {
  const said = { role: 'assistant', content: text, refusal: null } as const;
  const message = calls.length === 0 ? said : { ...said, tool_calls: calls };
  return {
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: reason }],
    usage,
  };
}

/** Where usage was asked for every piece has the field, and it is null until the last one. */
function chunk(
  head: ChatHead,
  { choices, hasUsage }: { choices: ChatChunk['choices']; hasUsage: boolean },
): ChatChunk {
  const piece: ChatChunk = { ...head, object: 'chat.completion.chunk', choices };
  return hasUsage ? { ...piece, usage: null } : piece;
}
