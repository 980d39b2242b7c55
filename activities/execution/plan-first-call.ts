import { setTimeout as sleep } from 'node:timers/promises';
import { findFirstCall } from '../../flow/execution/first-call.js';
import type { FirstCallPlan, FlowPlan } from '../../protocol/activities/execution.js';
import { createTrimContext } from '../agent/plan/trim-context.js';
import type { ActivityDependencies } from '../dependencies.js';

/** A plan that takes longer would use up the try that has begun the execution. */
const PATIENCE_MS = 3_000;

/**
 * Makes the function that plans the call that an execution begins with, so that no other local Activity has to before
 * the model is asked. It never fails: a call that cannot be planned here is planned in its own place, which keeps a plan
 * that was stored meanwhile, and fails with what is wrong.
 */
export function createPlanFirstCall(dependencies: ActivityDependencies) {
  const trimContext = createTrimContext(dependencies);

  return async function planFirstCall(flow: FlowPlan): Promise<FirstCallPlan | undefined> {
    const call = findFirstCall(flow);
    if (call === undefined) return undefined;
    const { nodeId, step, isLast: withoutTools } = call;
    const over = new AbortController();
    const planning = trimContext({ step, nodeId, withoutTools, isHarder: false, mayCompact: true });
    try {
      return await Promise.race([
        planning.then((plan) => ({ step, ...plan })).catch(nothing),
        sleep(PATIENCE_MS, undefined, { signal: over.signal }).catch(nothing),
      ]);
    } finally {
      over.abort();
    }
  };
}

function nothing(): undefined {
  return undefined;
}
