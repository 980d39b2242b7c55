import type { ContextManifest } from '../../../context/manifest/manifest.js';
import { isAdded, type AddedText } from '../../../context/sent/added-kinds.js';
import { findUncovered } from '../../../context/manifest/find-uncovered.js';
import { manifestNeeds } from '../../../context/manifest/manifest-needs.js';
import { findRun } from '../../../flow/execution/step-blocks.js';
import { loadPastHead } from '../../../store/calls/load-past-head.js';
import { findStoredPlan, type StoredPlan } from '../../../store/calls/find-stored-plan.js';
import type { Database } from '../../../store/database.js';
import { loadExecution, type ExecutionFacts } from '../../../store/execution/load-execution.js';
import { findQueuedStep } from '../../../store/nodes/agent-steps.js';
import type { StepPlace } from '../../../protocol/queued-steps.js';
import { recallTexts } from '../call/render-context.js';

export interface PlannedCallOfThen {
  execution: ExecutionFacts;
  step: number;
  plan: StoredPlan;
  texts: ReadonlyMap<string, string>;
  queued: StepPlace | undefined;
}

export async function loadPlanned(
  db: Database,
  { executionId: workflowId, step }: { executionId: string; step: number },
): Promise<PlannedCallOfThen> {
  const now = await loadExecution(db, workflowId);
  const plan = await findStoredPlan(db, { executionId: now.id, step });
  if (!plan || plan.purpose === 'placed') throw new Error(`Step ${step} made no model call`);
  const { manifest, purpose } = plan;
  if (purpose === 'compaction')
    throw new Error(
      'The call wrote the summary of a compaction. Only calls that answer can be planned again',
    );
  if (manifest.policy !== 1)
    throw new Error(`A different version of Threadline planned the call (policy ${String(manifest.policy)})`);
  const texts = await recallTexts(db, now.id, manifestNeeds(manifest));
  const execution = await recallExecution(db, { now, plan, texts });
  const queued = await findQueuedStep(db, { executionId: now.id, run: findRun(step), step });
  return { execution, step, plan, texts, queued };
}

export function recallText(
  { sent }: ContextManifest,
  { from, texts }: { from: 'prompt' | 'directive'; texts: ReadonlyMap<string, string> },
): string | undefined {
  const item = sent.find((one) => one.from === from);
  return item && 'text' in item && item.text !== undefined ? texts.get(item.text) : undefined;
}

export function recallAdded(
  { sent }: Pick<ContextManifest, 'sent'>,
  texts: ReadonlyMap<string, string>,
): AddedText[] {
  return sent.filter(isAdded).flatMap(({ tokens: _tokens, ...item }) => {
    const text = texts.get(item.text);
    return text === undefined ? [] : [{ ...item, text }];
  });
}

async function recallExecution(
  db: Database,
  { now, plan, texts }: { now: ExecutionFacts; plan: StoredPlan; texts: ReadonlyMap<string, string> },
): Promise<ExecutionFacts> {
  const { conversationId, currentSeq, branch } = now;
  if (conversationId === null || currentSeq === null) return now;
  const uncovered = findUncovered(plan.manifest, { currentSeq });
  const head = await loadPastHead(db, { conversationId, branch, currentSeq, at: plan.createdAt, uncovered });
  const asked = recallText(plan.manifest, { from: 'directive', texts });
  if (asked === undefined) return { ...now, ...head };
  // A call asks for a title only if the conversation had none.
  const title = asked.includes('"title":') ? null : (now.title ?? '');
  return { ...now, ...head, title, failedSummarizers: [] };
}
