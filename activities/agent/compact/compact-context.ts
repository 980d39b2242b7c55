import { log } from '@temporalio/activity';
import { compactionParts } from '../../../context/compaction/plan-compaction.js';
import { withoutTouched } from '../../../context/compaction/touched-part.js';
import { isShown } from '../../../flow/graph/is-shown.js';
import { baseOf } from '../../../flow/execution/step-blocks.js';
import { trajectorySettings } from '../../../flow/settings/trajectory-settings.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { insertCompaction, loadCompactions, type CompactionRow } from '../../../store/calls/compactions.js';
import { loadExecution, type ExecutionFacts } from '../../../store/execution/load-execution.js';
import { notifyExecution } from '../../../store/notify.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { loadFlow } from '../../load-flow.js';
import { countCompaction } from '../../metrics.js';
import { withHeartbeat } from '../../with-heartbeat.js';
import { callerWorkflowId } from '../../workflow-id.js';
import { createArtifactTools } from '../look-up/artifact-tools.js';
import { toCompactionRow } from './compaction-row.js';
import { createHistoryTools } from '../look-up/history-tools.js';
import { gatherContext, type GatheredContext } from '../plan/gather-context.js';
import { countersOf, planCall } from '../plan/plan-call.js';
import { loadNodeContext } from '../plan/node-context.js';
import { createSummarizer } from './summarize-past.js';
import { touchedSoFar } from '../tools/touched-so-far.js';
import type { CompactContextInput, CompactContextResult } from '../../../protocol/activities/agent.js';

/**
 * Summarizes what an execution has seen, for its next calls to start from. Whatever goes wrong leaves the
 * context as it was; only a cancel, the store or the worker fail the Activity. What is stored of an earlier
 * attempt is not asked for again.
 */
export function createCompactContext(dependencies: ActivityDependencies) {
  const { db, tools, settings, timing, onPoint } = dependencies;
  const readers = createArtifactTools(db).schemas();
  const finders = createHistoryTools(db).schemas();
  const summarize = createSummarizer(dependencies);

  return async function compactContext(input: CompactContextInput): Promise<CompactContextResult> {
    const workflowId = callerWorkflowId();
    const details = (): object => ({ phase: 'compacting' });
    return withHeartbeat({ everyMs: timing.heartbeatMs, details }, async () => {
      const execution = await loadExecution(db, workflowId);
      // The first from here on: after a reset there may be later ones.
      const known = (await loadCompactions(db, execution.id)).findLast(
        ({ step }) => step >= input.step && baseOf(step) === baseOf(input.step),
      );
      if (known !== undefined) return { steps: known.step - input.step + 1, status: known.status };
      const { row, steps } = await compact(execution, { ...input, workflowId });
      await onPoint?.('compactContext.summarized');
      await insertCompaction(db, { executionId: execution.id, ...row });
      await notifyExecution(db, workflowId);
      tell(row);
      return { steps, status: row.status };
    });
  };

  async function compact(
    execution: ExecutionFacts,
    { step, nodeId, iteration = '', queued, workflowId }: CompactContextInput & { workflowId: string },
  ): Promise<{ row: CompactionRow; steps: number }> {
    const flow = await loadFlow(db, execution.flowSlug, execution.flowVersion);
    const node = await loadNodeContext(db, { execution, flow, at: { nodeId, iteration, step, queued } });
    const { config } = node;
    const gathered = await gatherContext(db, {
      ...{ execution, node, step },
      tokenFactor: lookUpModel(config.model).tokenFactor,
      countInput: (content) => countMessageTokens({ role: 'user', content }),
      embedder: dependencies.embedder,
    });
    const planned = planCall({
      ...{
        config,
        settings,
        gathered,
        isSystemOwn: node.isSystemOwn,
        isToolless: false,
        budgetShare: 1,
        note: undefined,
      },
      tools: tools.schemas(config.tools ?? []),
      finders: node.offersHistory ? finders : [],
      readers,
    });
    const counters = countersOf(config.model);
    const parts = compactionParts(planned.plan.viewed, gathered);
    const { window, reserve } = planned.manifest;
    const outcome = await summarize({
      ...{ execution, workflowId, nodeId, iteration, step, config, counters },
      isShown: isShown(flow, nodeId),
      past: parts.past,
      summary: gathered.compaction ? withoutTouched(gathered.compaction.summary) : threadSummary(gathered),
      stillFits: planned.plan.total + reserve <= window,
    });
    const table =
      outcome.kind === 'summary' && trajectorySettings(flow).touched
        ? await touchedSoFar(db, {
            ...{ execution, workflowId, nodeId, iteration, counters },
            seesHistory: node.seesHistory,
          })
        : '';
    const row = toCompactionRow({
      ...{ step, outcome, planned, gathered, kept: parts.kept, counters, table },
      compaction: { isOn: settings.isCompactionOn, pct: settings.compactionPct },
    });
    return { row, steps: outcome.steps };
  }
}

/** What stood for the past so far goes into a first compaction's summary. */
function threadSummary({ leading }: GatheredContext): string | undefined {
  return leading.find(({ from }) => from === 'summary')?.text;
}

function tell(row: CompactionRow): void {
  const { step, status, reason, tokensBefore, tokensAfter, messagesBefore, messagesAfter } = row;
  countCompaction(status);
  log.info('Compaction ended', {
    ...{ step, status, reason, tokensBefore, tokensAfter, messagesBefore, messagesAfter },
    ratio: tokensAfter === null ? null : Number((tokensAfter / tokensBefore).toFixed(3)),
  });
}
