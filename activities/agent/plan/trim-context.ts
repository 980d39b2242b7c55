import { guardLoop, type GuardVerdict } from '../../../context/guards/guard-loop.js';
import { isShown } from '../../../flow/graph/is-shown.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { type ExecutionFacts, loadExecution } from '../../../store/execution/load-execution.js';
import { keepExecutionTexts } from '../../../store/execution/execution-texts.js';
import { rememberText } from '../../../store/calls/generated-texts.js';
import { loadGuardFacts } from '../../../store/calls/load-guard-facts.js';
import { findManifest, insertModelCall } from '../../../store/calls/planned-calls.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { loadFlow } from '../../load-flow.js';
import { callerWorkflowId } from '../../workflow-id.js';
import { createArtifactTools } from '../look-up/artifact-tools.js';
import { budgetFailure, cannotFitFailure, invalidContextFailure } from './context-failures.js';
import { loadNodeContext, type NodeContext } from './node-context.js';
import { createHistoryTools } from '../look-up/history-tools.js';
import { gatherContext, type GatheredContext } from './gather-context.js';
import { planCall, type PlanCallInput, type PlannedCall } from './plan-call.js';
import { reserveCall } from './reserve-call.js';
import { outputLimitOf } from './window-of.js';
import type { TrimContextInput, TrimContextResult } from '../../../protocol/activities/agent.js';

interface CallToPlan extends TrimContextInput {
  execution: ExecutionFacts;
  node: NodeContext;
  guard: GuardVerdict | undefined;
}

interface PlannedContext {
  gathered: GatheredContext;
  planned: PlannedCall;
  ignoresSummary: boolean;
}

const HARDER = 0.75;
/** A next compaction waits until the context has grown by this share of the window, or each call would have one. */
const RETRY_GROWTH = 0.1;

/**
 * Plans the context of one model call, reserves its budget and writes its manifest. Planning twice keeps the
 * first plan. Fails with `Context.CannotFit` or `Budget.Exceeded`, with the numbers, before anything is sent.
 */
export function createTrimContext(dependencies: ActivityDependencies) {
  const { db, tools, settings, onPoint } = dependencies;
  const readers = createArtifactTools(db).schemas();
  const finders = createHistoryTools(db).schemas();

  return async function trimContext(input: TrimContextInput): Promise<TrimContextResult> {
    await onPoint?.('trimContext.before');
    const { step, nodeId, iteration = '', queued } = input;
    const execution = await loadExecution(db, callerWorkflowId());
    const flow = await loadFlow(db, execution.flowSlug, execution.flowVersion);
    const node = await loadNodeContext(db, { execution, flow, at: { nodeId, iteration, step, queued } });
    const { config } = node;
    // What was done for an instruction before is no sign of a loop in this one.
    const origin = node.instructions?.origin ?? node.base;
    const guard = step > origin + 1 ? await guardOf(execution, { origin, step }) : undefined;
    const context = await planFitting({ ...input, execution, node, guard });
    const { plan, manifest } = context.planned;
    if (input.mayCompact && isWorthCompacting(context)) return { tokens: plan.tokens, verdict: 'compact' };
    if (plan.verdict === 'cannot-fit') throw cannotFitFailure(plan.reason ?? '', manifest);
    await keepTexts(execution.id, context.planned);
    await insertModelCall(db, {
      executionId: execution.id,
      step,
      nodeId,
      iteration,
      // What is said before and after the main loop is no answer.
      isShown: isShown(flow, nodeId) && (queued === undefined || queued.queue === 'todo'),
      model: config.model,
      manifest,
      guard: guard?.kind ?? null,
    });
    const exceeded = await reserveCall(db, {
      ...{ execution, step, model: config.model, outputTokens: outputLimitOf(config) },
      inputTokens: manifest.systemTokens + manifest.toolTokens + plan.tokens,
    });
    if (exceeded !== undefined) throw budgetFailure(exceeded);
    await onPoint?.('trimContext.after');
    return {
      tokens: plan.tokens,
      ...(manifest.sent.some(({ from }) => from === 'directive') && { asksSummary: true }),
      ...(guard?.kind === 'forced' && { isForced: true }),
    };
  };

  async function keepTexts(
    executionId: number,
    { texts, shared }: Pick<PlannedCall, 'texts' | 'shared'>,
  ): Promise<void> {
    const own = new Map([...texts].filter(([hash]) => !shared.has(hash)));
    for (const hash of shared) await rememberText(db, texts.get(hash) ?? '');
    await keepExecutionTexts(db, { executionId, texts: own });
  }

  /** A summary must not stand in the way of what fits without it: the rows are planned from then, as before it. */
  async function planFitting(call: CallToPlan): Promise<PlannedContext> {
    const first = await planFrom(call, { ignoresSummary: false });
    if (first.planned.plan.verdict !== 'cannot-fit' || first.gathered.compaction === undefined) return first;
    const second = await planFrom(call, { ignoresSummary: true });
    return second.planned.plan.verdict === 'cannot-fit' ? first : second;
  }

  async function planFrom(call: CallToPlan, how: { ignoresSummary: boolean }): Promise<PlannedContext> {
    const { execution, step, node, guard } = call;
    const { config } = node;
    const refused = call.isHarder
      ? await findManifest(db, { executionId: execution.id, step: step - 1 })
      : undefined;
    const read = await gatherContext(db, {
      ...{ execution, node, step, ...how },
      tokenFactor: lookUpModel(config.model).tokenFactor,
      countInput: (content) => countMessageTokens({ role: 'user', content }),
      embedder: dependencies.embedder,
    });
    const gathered = call.withoutSummary ? { ...read, asked: undefined } : read;
    const input: PlanCallInput = {
      ...{ config, settings, gathered, readers, isSystemOwn: node.isSystemOwn },
      tools: tools.schemas(config.tools ?? []),
      finders: node.offersHistory ? finders : [],
      isToolless: call.withoutTools || guard?.kind === 'forced',
      budgetShare: call.isHarder ? HARDER : 1,
      note: guard?.text,
    };
    // A plan that was small already must become smaller: our count is too low for this provider. One that has
    // nothing to give is tried as it is.
    const smaller = refused && planOrFail({ ...input, tokenLimit: Math.floor(refused.tokens * HARDER) });
    const planned =
      smaller !== undefined && smaller.plan.verdict !== 'cannot-fit' ? smaller : planOrFail(input);
    return { gathered, planned, ...how };
  }

  async function guardOf(
    execution: ExecutionFacts,
    { origin, step }: { origin: number; step: number },
  ): Promise<GuardVerdict | undefined> {
    const { steps, nudges } = await loadGuardFacts(db, {
      executionId: execution.id,
      afterStep: origin,
      beforeStep: step,
    });
    return guardLoop(steps, nudges);
  }
}

/** A compaction has something to summarize, and the context has grown since the last one, however that ended. */
function isWorthCompacting({ gathered, planned, ignoresSummary }: PlannedContext): boolean {
  const { plan, manifest } = planned;
  const { lastCompaction } = gathered;
  if (plan.verdict !== 'compact' || !plan.hasPast || ignoresSummary) return false;
  if (lastCompaction === undefined) return true;
  const { status, tokensBefore, tokensAfter } = lastCompaction;
  const left = status === 'adopted' ? (tokensAfter ?? tokensBefore) : tokensBefore;
  return plan.total > left + manifest.window * RETRY_GROWTH;
}

/** Planning is pure: what it throws it would throw at every try. */
function planOrFail(input: PlanCallInput): PlannedCall {
  try {
    return planCall(input);
  } catch (error) {
    throw invalidContextFailure(error);
  }
}
