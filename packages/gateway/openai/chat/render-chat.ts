import type {
  ChatToolCall,
  ChatChunk,
  ChatCompletion,
  ChatHead,
  ChatUsage,
  FinishReason,
} from './chat-completion.js';

export interface ChatEnd {
  reason: FinishReason;
  usage: ChatUsage;
}

export function textChunk(
  head: ChatHead,
  { text, isFirst, hasUsage }: { text: string; isFirst: boolean; hasUsage: boolean },
): ChatChunk {
  const delta = isFirst ? ({ role: 'assistant', content: text } as const) : { content: text };
  return chunk(head, { choices: [{ index: 0, delta, logprobs: null, finish_reason: null }], hasUsage });
}

export function callsChunk(
  head: ChatHead,
  { calls, isFirst, hasUsage }: { calls: readonly ChatToolCall[]; isFirst: boolean; hasUsage: boolean },
): ChatChunk {
  const toolCalls = calls.map((call, index) => ({ index, ...call }));
  const begin = isFirst ? ({ role: 'assistant', content: null } as const) : {};
  const delta = { ...begin, tool_calls: toolCalls };
  return chunk(head, { choices: [{ index: 0, delta, logprobs: null, finish_reason: null }], hasUsage });
}

export function endChunks(
  head: ChatHead,
  { reason, usage, hasUsage }: ChatEnd & { hasUsage: boolean },
): ChatChunk[] {
  const choices: ChatChunk['choices'] = [{ index: 0, delta: {}, logprobs: null, finish_reason: reason }];
  const end = chunk(head, { choices, hasUsage });
  return hasUsage ? [end, { ...chunk(head, { choices: [], hasUsage }), usage }] : [end];
}

export function chatCompletion(
  head: ChatHead,
  { text, calls, reason, usage }: ChatEnd & { text: string | null; calls: readonly ChatToolCall[] },
): ChatCompletion {
  const answer = { role: 'assistant', content: text, refusal: null } as const;
  const message = calls.length === 0 ? answer : { ...answer, tool_calls: calls };
  return {
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: reason }],
    usage,
  };
}

/** If usage was requested, `usage` is null in all chunks but the last. */
function chunk(
  head: ChatHead,
  { choices, hasUsage }: { choices: ChatChunk['choices']; hasUsage: boolean },
): ChatChunk {
  const piece: ChatChunk = { ...head, object: 'chat.completion.chunk', choices };
  return hasUsage ? { ...piece, usage: null } : piece;
}
