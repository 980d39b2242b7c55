import { DEFAULT_HISTORY_LIMITS } from '../../context/history-window.js';
import { planContext, type PlanInput } from '../../context/plan-context.js';
import { agentNode } from '../../flow/agent-node.js';
import type { AgentConfig } from '../../flow/definition.js';
import { countTextTokens } from '../../models/count-tokens.js';
import { contextWindow } from '../../models/model-table.js';
import {
  loadExecution,
  loadWindow,
  runningTokensAt,
  traceTokens,
  type ExecutionFacts,
} from '../../store/context-rows.js';
import { rememberText } from '../../store/generated-text.js';
import { insertModelCall } from '../../store/model-calls.js';
import type { ActivityDependencies } from '../dependencies.js';
import { loadFlow } from '../load-flow.js';
import { callerWorkflowId } from '../workflow-id.js';

export interface TrimContextInput {
  step: number;
  nodeId: string;
  /** The agent's last step is made without tools, so that it answers. */
  withoutTools: boolean;
  /** The provider found the last plan too long: plan with 75 % of the budget. */
  isHarder: boolean;
}

/** Tokens kept free for the answer when the node does not say. */
const MAX_DEFAULT_RESERVE = 16_384;
const HARDER = 0.75;

/** Plans the context of one model call and writes its manifest. Planning twice keeps the first plan. */
export function createTrimContext({ db, tools, onPoint }: ActivityDependencies) {
  return async function trimContext(input: TrimContextInput): Promise<{ tokens: number }> {
    await onPoint?.('trimContext.before');
    const execution = await loadExecution(db, callerWorkflowId());
    const flow = await loadFlow(db, execution.flowSlug, execution.flowVersion);
    const { config } = agentNode(flow, input.nodeId);
    const offered = input.withoutTools ? [] : tools.schemas(config.tools ?? []);
    const system = config.system ?? '';
    const schemas = offered.length === 0 ? '' : JSON.stringify(offered);
    const manifest = planContext({
      ...(await threadFacts(execution)),
      budget: budgetOf(config, input.isHarder) - countTextTokens(system) - countTextTokens(schemas),
      system: system === '' ? null : await rememberText(db, system),
      tools: schemas === '' ? null : await rememberText(db, schemas),
      trace: {
        throughStep: input.step - 1,
        tokens:
          input.step === 1
            ? 0
            : await traceTokens(db, { executionId: execution.id, throughStep: input.step - 1 }),
      },
    });
    const { step, nodeId } = input;
    await insertModelCall(db, { executionId: execution.id, step, nodeId, model: config.model, manifest });
    await onPoint?.('trimContext.after');
    return { tokens: manifest.tokens };
  };

  async function threadFacts(
    execution: ExecutionFacts,
  ): Promise<Pick<PlanInput, 'current' | 'newestFirst' | 'cleared'>> {
    const { conversationId, currentSeq, clearedThrough } = execution;
    if (conversationId === null || currentSeq === null)
      return { current: null, newestFirst: [], cleared: { through: 0, runningTokens: 0 } };
    const through = clearedThrough ?? 0;
    const newestFirst = await loadWindow(db, {
      conversationId,
      after: through,
      before: currentSeq,
      // One more than is sent, to know what is left out.
      limit: DEFAULT_HISTORY_LIMITS.messages + 1,
    });
    const runningTokens = await runningTokensAt(db, conversationId, through);
    return {
      current: { seq: currentSeq, tokens: execution.currentTokens ?? 0 },
      newestFirst,
      cleared: { through, runningTokens },
    };
  }
}

function budgetOf({ model, maxOutputTokens }: AgentConfig, isHarder: boolean): number {
  const window = contextWindow(model);
  const budget = window - (maxOutputTokens ?? Math.min(MAX_DEFAULT_RESERVE, window / 4));
  return isHarder ? Math.floor(budget * HARDER) : budget;
}
