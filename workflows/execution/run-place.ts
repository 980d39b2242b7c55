import type { NodeRun } from '../../flow/scheduler/node-run.js';

export type RunPlace = Pick<NodeRun, 'nodeId' | 'iteration'>;

/** Unique within an execution. */
export function placeKey({ nodeId, iteration }: RunPlace): string {
  return `${nodeId}/${iteration}`;
}

export function placeWords({ nodeId, iteration }: RunPlace): string {
  return iteration === '' ? nodeId : `${nodeId} · item ${iteration}`;
}
