import type { WorkerOptions } from '@temporalio/worker';
import { joinDataConverters, withoutUndefined } from '../../temporal/team-options.js';
import { describeSharedNames, isThreadlineWorkflow } from '../../protocol/workflow-types.js';

/** The SDK rejects a Worker with a tuner and these options. */
const SLOTS = [
  'maxConcurrentActivityTaskExecutions',
  'maxConcurrentWorkflowTaskExecutions',
] satisfies (keyof WorkerOptions)[];

export function mergeWorkerOptions<Team extends Partial<WorkerOptions>>(
  team: Team,
  own: WorkerOptions,
): WorkerOptions & Team {
  const { defaultVersioningBehavior } = readDeployment(team);
  if (defaultVersioningBehavior === 'PINNED')
    throw new Error(
      "workerDeploymentOptions.defaultVersioningBehavior must be 'AUTO_UPGRADE', because conversations live longer than a build: pin your own Workflows with setWorkflowOptions",
    );
  const defaults = { ...own };
  if (team.tuner) for (const slot of SLOTS) delete defaults[slot];
  return {
    ...defaults,
    ...withoutUndefined(team),
    activities: joinActivities(team.activities, own.activities),
    dataConverter: joinDataConverters(team.dataConverter, own.dataConverter),
    patchActivationCallback: joinPatches(team, own),
  };
}

function joinActivities(team: object = {}, own: object = {}): object {
  const shared = Object.keys(team).filter((name) => name in own);
  if (shared.length > 0) throw new Error(describeSharedNames('Activity', shared));
  return { ...team, ...own };
}

type Patches = Pick<WorkerOptions, 'patchActivationCallback'>;

function joinPatches(team: Patches, own: Patches): WorkerOptions['patchActivationCallback'] {
  if (!team.patchActivationCallback && !own.patchActivationCallback) return undefined;
  return (input) => {
    const { patchActivationCallback: decide } = isThreadlineWorkflow(input.workflowInfo.workflowType)
      ? own
      : team;
    return decide?.(input) ?? true;
  };
}

function readDeployment({ workerDeploymentOptions }: Partial<WorkerOptions>) {
  return workerDeploymentOptions ?? { defaultVersioningBehavior: undefined };
}
