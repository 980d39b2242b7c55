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
import { TrajectoryKeeper } from './trajectory-keeper.js';
import { wakeSignal } from '../definitions.js';
import { STEP_OPTIONS, toUpkeepOptions } from '../activity-options.js';

const { planUpkeep } = proxyLocalActivities<UpkeepActivities>(STEP_OPTIONS);
/** Summaries that others may supersede before this upkeep leaves the rest to the next turn. */
const MAX_ROUNDS = 3;

/**
 * Works for a conversation after its turns, or for an execution outside one after its end, off their path: one Workflow at a time by its id, until nothing is due and
 * no Signal has said that there is more. A model that fails is a row and a line of the log, not a failed Workflow.
 * Trajectories are brought up to date beside the rest, and their end is awaited.
 */
export async function upkeep(input: UpkeepInput): Promise<void> {
  checkWorkflowId(input, (served) => upkeepWorkflowId(servedWorkflowId(served)));
  let isWoken = true;
  setHandler(wakeSignal, () => void (isWoken = true), {
    description: 'Says that there may be more to do',
  });
  const counts = { adopted: 0, other: 0 };
  const keeper = new TrajectoryKeeper(() => (isWoken = true));
  setCurrentDetails(`Brings \`${servedWorkflowId(input)}\` up to date`);
  // No await between the last look and the end: a Signal that comes later starts it again.
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

/** Throws a sentence for an input that names nothing to work for. */
function servedWorkflowId(input: UpkeepInput): string {
  if (!('executionId' in input)) return conversationWorkflowId(input);
  const { executionId } = input;
  if (typeof executionId === 'string' && executionId.startsWith('execution/')) return executionId;
  throw new Error(
    `The executionId '${String(executionId).slice(0, 200)}' is not the Workflow ID of an execution outside a conversation`,
  );
}

/** Processes what is due now. */
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

/** Embeds the passages that have no vectors, in as many calls as it takes. */
async function embed({ heartbeatTimeoutMs }: UpkeepPlan): Promise<void> {
  const { embedPassages } = proxyActivities<UpkeepActivities>(
    // A model that is away for longer is asked again after the next turn.
    toUpkeepOptions(heartbeatTimeoutMs, { maximumAttempts: 3 }),
  );
  for (;;) {
    const { more } = await embedPassages.executeWithOptions({ summary: 'embed the passages' }, []);
    if (more !== true || isHistoryFull()) return;
  }
}

/** Calls for summaries until all that was due is covered; returns how the last call ended. */
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
