import {
  condition,
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
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
import { createTrajectoryKeeper, type TrajectoryKeeper } from './trajectory-keeper.js';
import { wakeSignal } from '../definitions.js';

const { planUpkeep } = proxyLocalActivities<UpkeepActivities>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '5s' },
});
/** Rounds that somebody else's summaries may spoil before it waits for the next turn. */
const MAX_ROUNDS = 3;

/**
 * What is done for a conversation after its turns, off their path: one at a time by its id, until nothing is due and
 * nobody has said that there is more. A model that fails is a row and a line of the log, not a failed Workflow. What
 * trajectories need is done beside the rest, and its end awaited.
 */
export async function upkeep(input: UpkeepInput): Promise<void> {
  checkWorkflowId(() => upkeepWorkflowId(conversationWorkflowId(input)));
  let isWoken = true;
  setHandler(wakeSignal, () => void (isWoken = true), {
    description: 'Says that there may be more to do for the conversation',
  });
  const counts = { adopted: 0, other: 0 };
  const keeper = createTrajectoryKeeper(() => (isWoken = true));
  setCurrentDetails(`Brings \`${conversationWorkflowId(input)}\` up to date`);
  // No await between the last look and the end: a Signal that comes later starts it anew.
  while (isWoken || keeper.isRunning) {
    await condition(() => isWoken || !keeper.isRunning);
    if (!isWoken) continue;
    isWoken = false;
    await work(counts, keeper);
    if (!isHistoryFull()) continue;
    await condition(() => !keeper.isRunning);
    await continueAsNew<typeof upkeep>(input);
  }
}

/** Works off what is due now. */
async function work(counts: { adopted: number; other: number }, keeper: TrajectoryKeeper): Promise<void> {
  let plan: UpkeepPlan | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const due = await attempt(() => planUpkeep.executeWithOptions({ summary: 'look what is due' }, []));
    plan = due;
    if (due?.summarize !== true || (await attempt(() => summarize(due, counts))) !== 'superseded') break;
  }
  if (plan === undefined) return;
  keeper.keep(plan);
  if (plan.embed === true) await attempt(() => embed(plan));
}

/** Embeds what passages have no vectors, in as many calls as it takes. */
async function embed({ heartbeatTimeoutMs }: UpkeepPlan): Promise<void> {
  const { embedPassages } = proxyActivities<UpkeepActivities>({
    startToCloseTimeout: '15m',
    heartbeatTimeout: heartbeatTimeoutMs,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    // A model that is away for longer is asked again after the next turn.
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s', maximumAttempts: 3 },
  });
  for (;;) {
    const { more } = await embedPassages.executeWithOptions({ summary: 'embed the passages' }, []);
    if (more !== true || isHistoryFull()) return;
  }
}

/** Calls for a summary until it stands for all that it was to; returns how the last one came out. */
async function summarize(
  { heartbeatTimeoutMs }: UpkeepPlan,
  counts: { adopted: number; other: number },
): Promise<SummarizeThreadResult['status']> {
  const { summarizeThread } = proxyActivities<UpkeepActivities>({
    startToCloseTimeout: '15m',
    heartbeatTimeout: heartbeatTimeoutMs,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    // Models are tried again inside: these are tries for the worker and the store.
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s', maximumAttempts: 15 },
  });
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
