import { proxyActivities } from '@temporalio/workflow';
import type { UpkeepActivities, UpkeepPlan } from '../../protocol/activities/upkeep.js';
import { isHistoryFull } from '../is-history-full.js';
import { attempt } from './attempt.js';

/** Brings trajectories up to date beside everything else: tables that refuse for minutes hold no summary up. */
export interface TrajectoryKeeper {
  readonly isRunning: boolean;
  /** Does what a plan says of trajectories, after what it is at. */
  keep(plan: UpkeepPlan): void;
}

/** One that has nothing to do; it says when it left work because the history is full. */
export function createTrajectoryKeeper(onWorkLeft: () => void): TrajectoryKeeper {
  let due: UpkeepPlan | undefined;
  let running: Promise<void> | undefined;
  return {
    get isRunning() {
      return running !== undefined;
    },
    keep(plan) {
      if (plan.record !== true && plan.describe !== true) return;
      due = { ...due, ...plan };
      // Only a cancel gets out of it, which ends the whole Workflow.
      running ??= run().catch(() => undefined);
    },
  };

  async function run(): Promise<void> {
    try {
      while (due !== undefined) {
        const plan = due;
        due = undefined;
        if ((await bringUpToDate(plan)) === 'left-work') onWorkLeft();
      }
    } finally {
      running = undefined;
    }
  }
}

async function bringUpToDate(plan: UpkeepPlan): Promise<'done' | 'left-work' | undefined> {
  const recorded = plan.record === true ? await attempt(() => record(plan)) : undefined;
  return plan.describe === true || recorded?.describe === true ? attempt(() => describe(plan)) : 'done';
}

function record({ heartbeatTimeoutMs }: UpkeepPlan) {
  const { recordTrajectories } = proxyActivities<UpkeepActivities>({
    startToCloseTimeout: '5m',
    heartbeatTimeout: heartbeatTimeoutMs,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    // Nine minutes; tables that refuse for longer are asked again after the next turn.
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '60s', maximumAttempts: 15 },
  });
  return recordTrajectories.executeWithOptions({ summary: 'record what trajectories missed' }, []);
}

/** Describes until nothing is left: each call leaves fewer things. */
async function describe({ heartbeatTimeoutMs }: UpkeepPlan): Promise<'done' | 'left-work'> {
  const { describeTouched } = proxyActivities<UpkeepActivities>({
    startToCloseTimeout: '15m',
    heartbeatTimeout: heartbeatTimeoutMs,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    // Models are tried again inside: each of these tries may cost a call.
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s', maximumAttempts: 3 },
  });
  for (;;) {
    const { more } = await describeTouched.executeWithOptions({ summary: 'describe what was touched' }, []);
    if (more !== true) return 'done';
    if (isHistoryFull()) return 'left-work';
  }
}
