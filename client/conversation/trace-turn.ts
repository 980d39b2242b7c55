import { conversationWorkflowId, turnWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import { describeRequest } from '../../tracing/genai.js';
import { traceRequest } from '../../tracing/send-span.js';
import { executionSpanIds } from '../../tracing/span-ids.js';

export function traceTurn<Result>(
  name: string,
  { key, turnId }: { key: ConversationKey; turnId: string },
  perform: () => Promise<Result>,
): Promise<Result> {
  return traceRequest(() => {
    const executionId = turnWorkflowId(conversationWorkflowId(key), turnId);
    return {
      parent: executionSpanIds(executionId),
      ...describeRequest({ name, flow: key.flow, executionId }),
    };
  }, perform);
}
