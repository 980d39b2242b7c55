import type { AssistantParts } from '../../context/message/trace-content.js';
import { wellFormed } from '../../context/text/well-formed.js';
import type { FlowDefinition } from '../../flow/definition.js';
import { agentConfig, callsModel, type CallConfig } from '../../flow/kinds/model-node.js';
import { isAnswering } from '../../flow/graph/answering-nodes.js';
import { toStorable } from '../../flow/values/to-storable.js';
import type { CallerRound } from '../../protocol/caller-tools.js';
import { beginToolCall, findToolResult } from '../../store/calls/stored-tool-calls.js';
import { findCallerTools } from '../../store/conversation/find-caller-tools.js';
import { loadExecution } from '../../store/execution/load-execution.js';
import { placeToolCall } from '../../store/nodes/agent-steps.js';
import { countContent } from '../agent/call/to-trace-content.js';
import { hashArguments } from '../agent/tools/hash-arguments.js';
import { storeToolOutput } from '../agent/tools/store-tool-output.js';
import { readResultLimit, readsArtifacts, takesPictures } from '../agent/node-model.js';
import type { ActivityDependencies } from '../dependencies.js';
import { hasTools } from '../../flow/kinds/traits.js';

export interface PlacedRounds {
  nodeId: string;
  count: number;
}

/** Idempotent. */
export async function placeCallerRounds(
  { db, settings }: Pick<ActivityDependencies, 'db' | 'settings'>,
  { flow, workflowId }: { flow: FlowDefinition; workflowId: string },
): Promise<PlacedRounds | undefined> {
  const callerTools = await findCallerTools(db, workflowId);
  const { rounds = [] } = callerTools ?? {};
  const node = flow.nodes.find(({ id, kind }) => hasTools(kind) && isAnswering(flow, id));
  if (rounds.length === 0 || !node || !callsModel(node)) return undefined;
  const config = agentConfig(node);
  const { id: executionId } = await loadExecution(db, workflowId);
  for (const [index, round] of rounds.entries())
    await placeRound({ executionId, workflowId, step: index + 1, nodeId: node.id }, round, config);
  return { nodeId: node.id, count: rounds.length };

  async function placeRound(
    at: { executionId: number; workflowId: string; step: number; nodeId: string },
    round: CallerRound,
    config: CallConfig,
  ): Promise<void> {
    const content = toContent(round);
    // Not streamed, because the caller already has these messages.
    const row = { ...at, iteration: '', isShown: false, content, tokenCount: countContent(content).sent };
    await placeToolCall(db, row);
    for (const [index, { id, name, input, output }] of round.calls.entries()) {
      const key = { ...at, ordinal: index + 1 };
      if (await findToolResult(db, key)) continue;
      const call = { toolCallId: id, toolName: name, input };
      await beginToolCall(db, { ...key, name, argumentsHash: hashArguments(call) });
      await storeToolOutput(db, {
        ...key,
        call,
        output: { type: 'text', value: wellFormed(output) },
        takesPictures: takesPictures(config),
        limit: readResultLimit(config, settings),
        canStore: config.artifacts !== false,
        canRead: readsArtifacts(config, callerTools),
        isCallers: true,
      });
    }
  }
}

function toContent({ text, calls }: CallerRound): AssistantParts {
  return [
    ...(text.trim() === '' ? [] : [{ type: 'text' as const, text: wellFormed(text) }]),
    ...calls.map(({ id, name, input }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input: toStorable(input),
    })),
  ];
}
