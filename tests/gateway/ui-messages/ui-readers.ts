import * as version6 from 'ai-6';
import * as version7 from 'ai-7';
import type { UIMessage } from '../../../packages/gateway/ui-messages/collect-message.js';
import type { UIChunk } from '../../../packages/gateway/ui-messages/ui-chunk.js';

/** The AI SDK's reader: validates every chunk and builds the message. */
export type UIReader = (chunks: readonly UIChunk[], message?: UIMessage) => Promise<UIMessage>;

export const readBy6: UIReader = (chunks, message) => read(version6 as unknown as Version, chunks, message);
export const readBy7: UIReader = (chunks, message) => read(version7 as unknown as Version, chunks, message);

/** Whether a page resends its last message by itself, as documented for page tools or for answers. */
export type AutomaticSend = (message: UIMessage) => { toolResults: boolean; answers: boolean };

export const sendsBy6 = automaticSend(version6 as unknown as Version);
export const sendsBy7 = automaticSend(version7 as unknown as Version);

function automaticSend(version: Version): AutomaticSend {
  return (message) => ({
    toolResults: version.lastAssistantMessageIsCompleteWithToolCalls({ messages: [message] }),
    answers: version.lastAssistantMessageIsCompleteWithApprovalResponses({ messages: [message] }),
  });
}

/** Common exports of both versions. */
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
      // After an error, a page keeps what it has.
      for (const chunk of chunks) if (chunk.type !== 'error') controller.enqueue(chunk);
      controller.close();
    },
  });
  let last: UIMessage | undefined;
  for await (const state of readUIMessageStream({ message, stream, terminateOnError: true })) last = state;
  if (last === undefined) throw new Error('The reader made no message');
  return JSON.parse(JSON.stringify(last)) as UIMessage;
}
