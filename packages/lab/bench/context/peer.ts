import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  trimMessages,
  type BaseMessage,
} from '@langchain/core/messages';
import type { ModelMessage } from '@ai-sdk/provider-utils';

const ours = new WeakMap<BaseMessage, ModelMessage>();

export function toPeer(messages: readonly ModelMessage[]): BaseMessage[] {
  return messages.map((message) => {
    const converted = convert(message);
    ours.set(converted, message);
    return converted;
  });
}

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
  return kept.filter((message: BaseMessage | undefined) => message !== undefined).map(original);
}

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
