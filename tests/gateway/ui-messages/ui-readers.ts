import type { UIMessage } from '../../../packages/gateway/ui-messages/collect-message.js';
import type { UIChunk } from '../../../packages/gateway/ui-messages/ui-chunk.js';

type ReadMessage = (chunks: readonly UIChunk[], message?: UIMessage) => Promise<UIMessage>;

type AutomaticSend = (message: UIMessage) => { toolResults: boolean; answers: boolean };

export interface UIReader {
  read: ReadMessage;
  sends: AutomaticSend;
}

export function uiReader(sdk: unknown): UIReader {
  const version = sdk as Version;
  return {
    read: (chunks, message) => read(version, chunks, message),
    sends: (message) => ({
      toolResults: version.lastAssistantMessageIsCompleteWithToolCalls({ messages: [message] }),
      answers: version.lastAssistantMessageIsCompleteWithApprovalResponses({ messages: [message] }),
    }),
  };
}

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
      for (const chunk of chunks) if (chunk.type !== 'error') controller.enqueue(chunk);
      controller.close();
    },
  });
  let last: UIMessage | undefined;
  for await (const state of readUIMessageStream({ message, stream, terminateOnError: true })) last = state;
  if (last === undefined) throw new Error('The reader made no message');
  return JSON.parse(JSON.stringify(last)) as UIMessage;
}
