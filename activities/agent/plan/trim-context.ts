import type { PlannedCall } from '../../../context/call/plan-call.js';
import { guardLoop, type GuardVerdict } from '../../../context/call/guard-loop.js';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import { findRun } from '../../../flow/execution/step-blocks.js';
import { isShown } from '../../../flow/graph/is-shown.js';
import { rememberText } from '../../../store/calls/generated-texts.js';
import { loadGuardFacts } from '../../../store/calls/load-guard-facts.js';
import { insertModelCall, refusePlannedCall } from '../../../store/calls/planned-calls.js';
import type { FailureType } from '../../../protocol/failure-types.js';
import type { TrimContextInput, TrimContextResult } from '../../../protocol/activities/agent.js';
import type { Database } from '../../../store/database.js';
import { loadExecution, type ExecutionFacts } from '../../../store/execution/load-execution.js';
import { joinSteps, listJoinedSteps } from '../../../store/nodes/agent-steps.js';
import { joinMessages } from '../../../store/conversation/joining-turns.js';
import { keepExecutionTexts } from '../../../store/execution/execution-texts.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { loadFlow } from '../../load-flow.js';
import { callerWorkflowId } from '../../workflow-id.js';
import { learnLayout } from '../call/learn-layout.js';
import { keepPlannedRequest } from '../call/planned-requests.js';
import { budgetFailure, cannotFitFailure } from './context-failures.js';
import { fillPrompts } from './fill-prompts.js';
import type { Joining } from './load-instructions.js';
import { loadNode, type LoadedNode } from './load-node.js';
import { reserveCallBudget } from './reserve-call-budget.js';
import { readOutputLimit } from '../node-model.js';
import { createPlanDueCall } from './plan-due-call.js';
import type { RowsPlan } from './plan-rows.js';

/** After a failed compaction, the context must grow by this share before the next one. */
const RETRY_GROWTH = 0.1;

/** Idempotent: returns the step's existing plan. */
export function createTrimContext(dependencies: ActivityDependencies) {
  const { db, onPoint } = dependencies;
  const planDueCall = createPlanDueCall(dependencies);

  return async function trimContext(input: TrimContextInput): Promise<TrimContextResult> {
    await onPoint?.('trimContext.before');
    const { step, nodeId, iteration = '', queued, fallback } = input;
    for (const { model, facts } of input.layouts ?? []) learnLayout(model, facts);
    const workflowId = callerWorkflowId();
    const execution = await loadExecution(db, workflowId);
    const flow = await loadFlow(db, execution.flowSlug, execution.flowVersion);
    // Only steps of the main loop answer.
    const isMainQueue = !queued || queued.queue === 'todo';
    const at = { nodeId, iteration, step, queued, fallback, mayJoin: isMainQueue };
    const node = await loadNode(db, { execution, flow, at, fillPrompts });
    const guard = await judgeLoop(db, { execution, node, step });
    const isForced = input.isHarder && dependencies.settings.isCompactionOn;
    const willCompact = (one: RowsPlan): boolean =>
      input.mayCompact === true && isWorthCompacting(one, { isForced });
    const fitted = await planDueCall({ ...input, execution, node, guard }, willCompact);
    const { plan, manifest } = fitted.planned;
    if (willCompact(fitted)) return { tokens: plan.tokens, verdict: 'compact' };
    if (plan.verdict === 'cannot-fit') throw cannotFitFailure(plan.reason ?? '', manifest);
    const call = { execution, config: node.config, planned: fitted.planned };
    await storePlan(db, call, {
      step,
      nodeId,
      iteration,
      isShown: isShown(flow, nodeId) && isMainQueue,
      isRepair: input.isRepair === true,
      guard: guard?.kind ?? null,
      joining: node.instructions?.joining ?? { steps: [], messages: [] },
    });
    const { request } = fitted.planned;
    keepPlannedRequest(db, { workflowId, step }, { execution, request, hash: manifest.request });
    await onPoint?.('trimContext.after');
    const joined = execution.hasJoined ? await listJoinedSteps(db, joinedAt(execution, step)) : [];
    return { ...toResult(fitted.planned, guard), joined: joined.length > 0 ? joined : undefined };
  };
}

async function storePlan(
  db: Database,
  call: { execution: ExecutionFacts; config: CallConfig; planned: PlannedCall },
  row: {
    step: number;
    nodeId: string;
    iteration: string;
    isShown: boolean;
    isRepair: boolean;
    guard: GuardVerdict['kind'] | null;
    joining: Joining;
  },
): Promise<void> {
  const { execution, config, planned } = call;
  const { model } = config;
  const { manifest, plan } = planned;
  await keepTexts(db, execution.id, planned);
  await storeCallWithMessages(db, execution, { ...row, executionId: execution.id, model, manifest });
  const exceeded = await reserveCallBudget(db, {
    execution,
    step: row.step,
    model,
    outputTokens: readOutputLimit(config),
    inputTokens: manifest.systemTokens + manifest.toolTokens + plan.tokens,
  });
  if (!exceeded) return;
  const failure = budgetFailure(exceeded);
  const type: FailureType = 'Budget.Exceeded';
  await refusePlannedCall(db, { executionId: execution.id, step: row.step, type, message: failure.message });
  throw failure;
}

/** Messages that arrive later join the next call. */
async function storeCallWithMessages(
  db: Database,
  execution: ExecutionFacts,
  { joining, ...call }: Parameters<typeof insertModelCall>[1] & { joining: Joining },
): Promise<void> {
  const { steps, messages } = joining;
  if (steps.length + messages.length === 0) return void (await insertModelCall(db, call));
  await db.transaction().execute(async (trx) => {
    if (!(await insertModelCall(trx, call))) return;
    const at = joinedAt(execution, call.step);
    const isJoined =
      (steps.length === 0 || (await joinSteps(trx, { ...at, ordinals: steps }))) &&
      (messages.length === 0 || (await joinMessages(trx, { ...at, ...findTurn(execution), messages })));
    // Another try sent these messages, or one was canceled or changed meanwhile.
    if (!isJoined)
      throw new Error(`A message for execution ${execution.id} has joined another model call or changed`);
  });
}

function findTurn({ conversationId, position }: ExecutionFacts): {
  conversationId: number;
  position: number;
} {
  if (conversationId === null || position === null)
    throw new Error('A message joined an execution that is not a turn');
  return { conversationId, position };
}

function joinedAt({ id: executionId }: { id: number }, step: number) {
  return { executionId, run: findRun(step), step };
}

async function keepTexts(
  db: Database,
  executionId: number,
  { texts, shared }: Pick<PlannedCall, 'texts' | 'shared'>,
): Promise<void> {
  const own = new Map([...texts].filter(([hash]) => !shared.has(hash)));
  for (const hash of shared) await rememberText(db, texts.get(hash) ?? '');
  await keepExecutionTexts(db, { executionId, texts: own });
}

async function judgeLoop(
  db: Database,
  { execution, node, step }: { execution: ExecutionFacts; node: LoadedNode; step: number },
): Promise<GuardVerdict | undefined> {
  // Only calls since the newest instruction count as a loop.
  const origin = node.instructions?.origin ?? node.base;
  if (step <= origin + 1) return undefined;
  const facts = { executionId: execution.id, afterStep: origin, beforeStep: step };
  const { steps, nudges } = await loadGuardFacts(db, facts);
  return guardLoop(steps, nudges);
}

function toResult({ plan, manifest }: PlannedCall, guard: GuardVerdict | undefined): TrimContextResult {
  const asksSummary = manifest.sent.some(({ from }) => from === 'directive');
  return {
    tokens: plan.tokens,
    asksSummary: asksSummary ? true : undefined,
    asksObject: manifest.output?.isSent,
    isForced: guard?.kind === 'forced' ? true : undefined,
  };
}

function isWorthCompacting(
  { lastCompaction, planned, ignoresCompaction }: RowsPlan,
  { isForced }: { isForced: boolean },
): boolean {
  const { plan, manifest } = planned;
  if ((plan.verdict !== 'compact' && !isForced) || !plan.hasPast || ignoresCompaction) return false;
  if (!lastCompaction) return true;
  const { status, tokensBefore, tokensAfter } = lastCompaction;
  const left = status === 'adopted' ? (tokensAfter ?? tokensBefore) : tokensBefore;
  return plan.total > left + manifest.window * RETRY_GROWTH;
}
