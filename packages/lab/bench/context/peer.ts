import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  trimMessages,
  type BaseMessage,
} from '@langchain/core/messages';
import type { ModelMessage } from '@ai-sdk/provider-utils';

/** A message in the peer's shape, with ours to count and to compare by. */
const ours = new WeakMap<BaseMessage, ModelMessage>();

/** The messages in the peer's shape. Text, tool calls and tool results: all that the benches use. */
export function toPeer(messages: readonly ModelMessage[]): BaseMessage[] {
  return messages.map((message) => {
    const converted = convert(message);
    ours.set(converted, message);
    return converted;
  });
}

/** The peer's `trimMessages`, asked for what its documentation recommends for chats, and given counts that are known. */
export async function trimLikePeer(
  messages: BaseMessage[],
  { maxTokens, countMessage }: { maxTokens: number; countMessage: (message: ModelMessage) => number },
): Promise<ModelMessage[]> {
  const kept = await trimMessages(messages, {
    maxTokens,
    strategy: 'last',
    startOn: 'human',
    includeSystem: true,
    tokenCounter: (list) => list.reduce((sum, message) => sum + countMessage(original(message)), 0),
  });
  // Where nothing fits, its list may hold `undefined`: nothing that could be sent.
  return kept.filter((message: BaseMessage | undefined) => message !== undefined).map(original);
}

/** A trimmer may return copies; the content then tells which message a copy was made of. */
function original(message: BaseMessage): ModelMessage {
  return ours.get(message) ?? { role: 'user', content: String(message.content) };
}

function convert(message: ModelMessage): BaseMessage {
  switch (message.role) {
    case 'system':
      return new SystemMessage(message.content);
    case 'user':
      return new HumanMessage(joinTexts(message.content));
    case 'assistant': {
      if (typeof message.content === 'string') return new AIMessage(message.content);
      const calls = message.content.flatMap((part) =>
        part.type === 'tool-call'
          ? [{ id: part.toolCallId, name: part.toolName, args: part.input as Record<string, unknown> }]
          : [],
      );
      return new AIMessage({ content: joinTexts(message.content), tool_calls: calls });
    }
    case 'tool': {
      const [result] = message.content;
      if (result?.type !== 'tool-result') throw new Error('A tool message of the benches has one result');
      const { toolCallId, output } = result;
      return new ToolMessage({
        content: output.type === 'text' ? output.value : '',
        tool_call_id: toolCallId,
      });
    }
  }
}

function joinTexts(content: string | readonly { type: string; text?: unknown }[]): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (typeof part.text === 'string' ? part.text : '')).join('\n');
}
