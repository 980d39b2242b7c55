import { explainStackTrace } from '../explain-stack-trace.js';
import {
  condition,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type {
  UpkeepActivities,
  UpkeepPlan,
  SummarizeThreadResult,
} from '../../protocol/activities/upkeep.js';
import { checkWorkflowId } from '../check-workflow-id.js';
import { conversationWorkflowId, upkeepWorkflowId } from '../../protocol/ids.js';
import { isHistoryFull } from '../is-history-full.js';
import { type UpkeepInput } from '../../protocol/messages.js';
import { attempt } from './attempt.js';
import { TrajectoryUpdater } from './trajectory-updater.js';
import { wakeSignal } from '../definitions.js';
import { STEP_OPTIONS, toUpkeepOptions } from '../activity-options.js';
import { localActivities } from '../local-activities.js';

const { planUpkeep } = localActivities<UpkeepActivities>(STEP_OPTIONS);
/** Limits the rounds, because other summaries may supersede each. The rest waits for the next turn. */
const MAX_ROUNDS = 3;

export async function upkeep(input: UpkeepInput): Promise<void> {
  explainStackTrace();
  checkWorkflowId(input, (served) => upkeepWorkflowId(servedWorkflowId(served)));
  let isWoken = true;
  setHandler(wakeSignal, () => void (isWoken = true), {
    description: 'Reports that more work may be due',
  });
  const counts = { adopted: 0, other: 0 };
  const trajectories = new TrajectoryUpdater(() => (isWoken = true));
  setCurrentDetails(`Brings \`${servedWorkflowId(input)}\` up to date`);
  // No await follows the last check, so a Signal after it starts another upkeep.
  while (isWoken || trajectories.isRunning) {
    await condition(() => isWoken || !trajectories.isRunning);
    if (!isWoken) continue;
    isWoken = false;
    await work(counts, trajectories);
    if (!isHistoryFull()) continue;
    await condition(() => !trajectories.isRunning);
    await continueAsNew<typeof upkeep>(input);
  }
}

function servedWorkflowId(input: UpkeepInput): string {
  if (!('executionId' in input)) return conversationWorkflowId(input);
  const { executionId } = input;
  if (typeof executionId === 'string' && executionId.startsWith('execution/')) return executionId;
  throw new Error(
    `The executionId '${String(executionId).slice(0, 200)}' is not the Workflow ID of an execution outside a conversation`,
  );
}

async function work(
  counts: { adopted: number; other: number },
  trajectories: TrajectoryUpdater,
): Promise<void> {
  let plan: UpkeepPlan | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const due = await attempt(() => planUpkeep.executeWithOptions({ summary: 'find due work' }, []));
    plan = due;
    if (due?.summarize !== true || (await attempt(() => summarize(due, counts))) !== 'superseded') break;
  }
  if (!plan) return;
  trajectories.update(plan);
  if (plan.embed === true) await attempt(() => embed(plan));
}

async function embed({ heartbeatTimeoutMs }: UpkeepPlan): Promise<void> {
  const { embedPassages } = proxyActivities<UpkeepActivities>(
    // Few attempts, because the next turn tries again.
    toUpkeepOptions(heartbeatTimeoutMs, { maximumAttempts: 3 }),
  );
  for (;;) {
    const { more } = await embedPassages.executeWithOptions({ summary: 'embed the passages' }, []);
    if (more !== true || isHistoryFull()) return;
  }
}

async function summarize(
  { heartbeatTimeoutMs }: UpkeepPlan,
  counts: { adopted: number; other: number },
): Promise<SummarizeThreadResult['status']> {
  const { summarizeThread } = proxyActivities<UpkeepActivities>(
    toUpkeepOptions(heartbeatTimeoutMs, { maximumAttempts: 15 }),
  );
  let through: number | undefined;
  for (;;) {
    const summary = through === undefined ? 'summarize the thread' : `summarize up to message ${through}`;
    const result = await summarizeThread.executeWithOptions({ summary }, [
      through === undefined ? {} : { through },
    ]);
    if (result.status === 'adopted') counts.adopted += 1;
    else if (result.status !== 'nothing') counts.other += 1;
    setCurrentDetails(
      `Summaries adopted: ${counts.adopted}${counts.other === 0 ? '' : `, others: ${counts.other}`}`,
    );
    if (result.status !== 'adopted' || result.more === undefined || isHistoryFull()) return result.status;
    through = result.more;
  }
}
