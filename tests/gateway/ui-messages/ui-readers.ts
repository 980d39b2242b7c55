import * as version6 from 'ai-6';
import * as version7 from 'ai-7';
import type { UIMessage } from '../../../packages/gateway/ui-messages/collect-message.js';
import type { UIChunk } from '../../../packages/gateway/ui-messages/ui-chunk.js';

/** The AI SDK's own reader of a version: checks every chunk by its schema, and makes the message of them. */
export type UIReader = (chunks: readonly UIChunk[], message?: UIMessage) => Promise<UIMessage>;

export const readBy6: UIReader = (chunks, message) => read(version6 as unknown as Version, chunks, message);
export const readBy7: UIReader = (chunks, message) => read(version7 as unknown as Version, chunks, message);

/** Whether a page sends its last message again by itself: as documented for tools of the page, or for answers to questions. */
export type AutomaticSend = (message: UIMessage) => { toolResults: boolean; answers: boolean };

export const sendsBy6 = automaticSend(version6 as unknown as Version);
export const sendsBy7 = automaticSend(version7 as unknown as Version);

function automaticSend(version: Version): AutomaticSend {
  return (message) => ({
    toolResults: version.lastAssistantMessageIsCompleteWithToolCalls({ messages: [message] }),
    answers: version.lastAssistantMessageIsCompleteWithApprovalResponses({ messages: [message] }),
  });
}

/** What both versions export, in the types of neither. */
interface Version {
  asSchema(schema: unknown): { validate(value: unknown): Promise<{ success: boolean; error?: unknown }> };
  uiMessageChunkSchema: unknown;
  lastAssistantMessageIsCompleteWithToolCalls(input: { messages: UIMessage[] }): boolean;
  lastAssistantMessageIsCompleteWithApprovalResponses(input: { messages: UIMessage[] }): boolean;
  readUIMessageStream(input: {
    message: UIMessage | undefined;
    stream: ReadableStream<UIChunk>;
    terminateOnError: boolean;
  }): AsyncIterable<UIMessage>;
}

async function read(
  { asSchema, uiMessageChunkSchema, readUIMessageStream }: Version,
  chunks: readonly UIChunk[],
  message: UIMessage | undefined,
): Promise<UIMessage> {
  const schema = asSchema(uiMessageChunkSchema);
  for (const chunk of chunks) {
    const { success, error } = await schema.validate(JSON.parse(JSON.stringify(chunk)));
    if (!success) throw error;
  }
  const stream = new ReadableStream<UIChunk>({
    start(controller) {
      // Of an error a page keeps what came before.
      for (const chunk of chunks) if (chunk.type !== 'error') controller.enqueue(chunk);
      controller.close();
    },
  });
  let last: UIMessage | undefined;
  for await (const state of readUIMessageStream({ message, stream, terminateOnError: true })) last = state;
  if (last === undefined) throw new Error('The reader made no message');
  return JSON.parse(JSON.stringify(last)) as UIMessage;
}
