import { listToolCalls, type TraceContent } from '../../../context/message/trace-content.js';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import { agentConfig, modelNode } from '../../../flow/kinds/model-node.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { findAskingCall } from '../../../store/calls/stored-tool-calls.js';
import { loadFlow } from '../../load-flow.js';
import { offersHistory } from '../plan/offers-history.js';

export interface AskedToolCall {
  toolCallId: string;
  toolName: string;
  input: unknown;
}

export interface OpenedToolCall {
  call: AskedToolCall;
  calls: readonly AskedToolCall[];
  nodeId: string;
  iteration: string;
  config: CallConfig;
  offersHistory: boolean;
  /** Null unless an earlier attempt has stored a result. */
  result: TraceContent | null;
}

export async function openToolCall(
  db: Database,
  { execution, step, ordinal }: { execution: ExecutionFacts; step: number; ordinal: number },
): Promise<OpenedToolCall> {
  const stored = await findAskingCall(db, { executionId: execution.id, step, ordinal });
  const calls = listToolCalls(stored?.content ?? []);
  const call = calls[ordinal - 1];
  if (!stored || !call) throw new Error(`Step ${step} has no tool call ${ordinal}`);
  const { nodeId, iteration, model, result } = stored;
  const flow = await loadFlow(db, execution.flowSlug, execution.flowVersion);
  const config = agentConfig(modelNode(flow, nodeId), model);
  return {
    call,
    calls,
    nodeId,
    iteration,
    config,
    result,
    offersHistory: offersHistory(flow, { config, execution }),
  };
}
