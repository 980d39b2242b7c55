import { proxyActivities } from '@temporalio/workflow';
import type { UpkeepActivities, UpkeepPlan } from '../../protocol/activities/upkeep.js';
import { toRecordOptions, toUpkeepOptions } from '../activity-options.js';
import { isHistoryFull } from '../is-history-full.js';
import { attempt } from './attempt.js';

/** Runs beside the summaries, which failing trajectory tables must not delay. */
export class TrajectoryUpdater {
  private due: UpkeepPlan | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly onWorkLeft: () => void) {}

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  update(plan: UpkeepPlan): void {
    if (plan.record !== true && plan.describe !== true) return;
    this.due = { ...this.due, ...plan };
    // Rejects only on a cancellation, which ends the Workflow.
    this.running ??= this.run().catch(() => undefined);
  }

  private async run(): Promise<void> {
    try {
      while (this.due) {
        const plan = this.due;
        this.due = undefined;
        if ((await bringUpToDate(plan)) === 'left-work') this.onWorkLeft();
      }
    } finally {
      this.running = undefined;
    }
  }
}

async function bringUpToDate(plan: UpkeepPlan): Promise<'done' | 'left-work' | undefined> {
  const recorded = plan.record === true ? await attempt(() => record(plan)) : undefined;
  return plan.describe === true || recorded?.describe === true ? attempt(() => describe(plan)) : 'done';
}

function record({ heartbeatTimeoutMs }: UpkeepPlan) {
  const { recordTrajectories } = proxyActivities<UpkeepActivities>(toRecordOptions(heartbeatTimeoutMs));
  return recordTrajectories.executeWithOptions({ summary: 'record missing parts of trajectories' }, []);
}

/** Each call leaves fewer things undescribed. */
async function describe({ heartbeatTimeoutMs }: UpkeepPlan): Promise<'done' | 'left-work'> {
  const { describeTouched } = proxyActivities<UpkeepActivities>(
    toUpkeepOptions(heartbeatTimeoutMs, { maximumAttempts: 3 }),
  );
  for (;;) {
    const { more } = await describeTouched.executeWithOptions({ summary: 'describe touched things' }, []);
    if (more !== true) return 'done';
    if (isHistoryFull()) return 'left-work';
  }
}
