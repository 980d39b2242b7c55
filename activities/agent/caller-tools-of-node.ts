import { listToolCalls, type TraceContent } from '../../context/message/trace-content.js';
import type { FlowDefinition } from '../../flow/definition.js';
import { modelNode } from '../../flow/kinds/model-node.js';
import { isAnswering } from '../../flow/graph/answering-nodes.js';
import type { CallerTools } from '../../protocol/caller-tools.js';
import type { ExecutionFacts } from '../../store/execution/load-execution.js';
import { hasTools } from '../../flow/kinds/traits.js';

export function callerToolsOfNode(
  { flow, execution }: { flow: FlowDefinition; execution: Pick<ExecutionFacts, 'callerTools'> },
  { nodeId, isAnswer }: { nodeId: string; isAnswer: boolean },
): CallerTools | undefined {
  const { callerTools } = execution;
  if (!isAnswer || callerTools === null) return undefined;
  const takesThem = hasTools(modelNode(flow, nodeId).kind) && isAnswering(flow, nodeId);
  return takesThem ? callerTools : undefined;
}

/** Such a call ends the turn, and its other tool calls are not run. */
export function asksCaller(given: CallerTools | undefined, content: TraceContent): boolean {
  return listToolCalls(content).some(({ toolName }) => given?.tools.some(({ name }) => name === toolName));
}

export function describeCalls(content: TraceContent): string {
  return listToolCalls(content)
    .map(({ toolCallId, toolName, input }) => `[Tool call '${toolCallId}': ${toolName}(${toText(input)})]`)
    .join('\n');
}

function toText(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}
