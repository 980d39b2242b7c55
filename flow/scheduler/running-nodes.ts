import { toLoopClose, type LoopClose } from './loop-close.js';
import type { NodeRun } from './node-run.js';
import type { NodeState, ScheduleState } from './schedule-state.js';

export type RunningNode =
  | (NodeRun & { readonly kind: 'started' })
  | (NodeRun & { readonly kind: 'opened' })
  | (LoopClose & { readonly kind: 'closing' });

export function runningNodes(state: ScheduleState): readonly RunningNode[] {
  return Object.values(state.scopes)
    .flatMap(({ iteration, nodes }) =>
      Object.entries(nodes).flatMap(([nodeId, node]) => toRunning({ nodeId, iteration }, node)),
    )
    .sort((one, other) => one.run - other.run);
}

function toRunning(place: Omit<NodeRun, 'run'>, state: NodeState): RunningNode[] {
  switch (state.kind) {
    case 'running': {
      const { run, pausesFor } = state;
      return [{ kind: 'started', ...place, run, ...(pausesFor !== undefined && { pausesFor }) }];
    }
    case 'opened':
      return [{ kind: 'opened', ...place, run: state.run }];
    case 'closing':
      return [{ kind: 'closing', ...toLoopClose({ ...place, run: state.run }, state.failure) }];
    default:
      return [];
  }
}
