import type { FinalStatus } from '../../flow/status.js';
import { nodeOrder } from '../../flow/graph/node-order.js';
import { finishExecution as finish } from '../../store/finish-execution.js';
import { PREVIEW_CHARACTERS } from '../../workflows/limits.js';
import type { Usage } from '../../workflows/messages.js';
import { answerSettings } from '../answer-settings.js';
import type { ActivityDependencies } from '../dependencies.js';
import { loadFlow } from '../load-flow.js';
import { countTurn } from '../metrics.js';
import { embeddingRule } from '../upkeep/embedding-rule.js';
import { summaryRule } from '../upkeep/summary-rule.js';
import { callerWorkflowId } from '../workflow-id.js';

/** The run of a node that an execution failed with. */
export interface FailedNode {
  nodeId: string;
  iteration: string;
  run: number;
  kind: string;
}

export interface FinishExecutionInput {
  status: FinalStatus;
  errorType?: string;
  errorMessage?: string;
  failedNode?: FailedNode;
}

export interface FinishExecutionResult {
  status: FinalStatus;
  /** The answer's beginning. */
  preview: string;
  usage: Usage;
  /** The turn's thread has work that is done after it. */
  upkeep?: true;
}

/** Gives an execution its final rows; the first call decides. Returns the answer's beginning and what it used. */
export function createFinishExecution({ db, embedder, onPoint }: ActivityDependencies) {
  return async function finishExecution(input: FinishExecutionInput): Promise<FinishExecutionResult> {
    await onPoint?.('finishExecution.before');
    const { status, answer, usage, upkeep } = await finish(db, {
      ...answerSettings(),
      ...input,
      nodeOrder: async ({ slug, version }) => nodeOrder(await loadFlow(db, slug, version)),
      upkeepRule: async ({ slug, version }) => {
        const flow = await loadFlow(db, slug, version);
        return { summary: summaryRule(flow), embedding: embeddingRule(flow, embedder) };
      },
      workflowId: callerWorkflowId(),
    });
    await onPoint?.('finishExecution.after');
    countTurn(status);
    return { status, preview: preview(answer ?? ''), usage, ...(upkeep && { upkeep }) };
  };
}

/** The beginning of a text, never ending in half a character. */
function preview(text: string): string {
  if (text.length <= PREVIEW_CHARACTERS) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(PREVIEW_CHARACTERS - 2))
    ? PREVIEW_CHARACTERS - 2
    : PREVIEW_CHARACTERS - 1;
  return `${text.slice(0, end)}…`;
}
