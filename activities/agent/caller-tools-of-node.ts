import { listToolCalls, type TraceContent } from '../../context/message/trace-content.js';
import type { FlowDefinition } from '../../flow/definition.js';
import { modelNode } from '../../flow/kinds/model-node.js';
import { isAnswering } from '../../flow/output/answering-nodes.js';
import type { CallerTools } from '../../protocol/caller-tools.js';
import type { ExecutionFacts } from '../../store/execution/load-execution.js';

/**
 * The tools of a caller that a call of a node may ask for; undefined: none. They are for the agent that answers, and not for
 * what it says before and after its main loop.
 */
export function callerToolsOfNode(
  { flow, execution }: { flow: FlowDefinition; execution: Pick<ExecutionFacts, 'callerTools'> },
  { nodeId, isAnswer }: { nodeId: string; isAnswer: boolean },
): CallerTools | undefined {
  const { callerTools } = execution;
  if (!isAnswer || callerTools === null) return undefined;
  const takesThem = modelNode(flow, nodeId).kind === 'agent' && isAnswering(flow, nodeId);
  return takesThem ? callerTools : undefined;
}

/** Whether a message asks for a tool of the caller: then it is the answer, and nothing else that it asks for is run. */
export function asksCaller(given: CallerTools | undefined, content: TraceContent): boolean {
  return listToolCalls(content).some(({ toolName }) => given?.tools.some(({ name }) => name === toolName));
}

/** Returns the text that the thread keeps of an answer that only calls tools of the caller. */
export function tellCalls(content: TraceContent): string {
  return listToolCalls(content)
    .map(({ toolCallId, toolName, input }) => `[Tool call '${toolCallId}': ${toolName}(${toText(input)})]`)
    .join('\n');
}

function toText(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}
