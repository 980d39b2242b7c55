import type { NodeRun } from '../../flow/scheduler/node-run.js';

/** Where a run is in its flow: its node, and in a loop its item. */
export type RunPlace = Pick<NodeRun, 'nodeId' | 'iteration'>;

/** A place as a key: no two of an execution have the same. */
export function placeKey({ nodeId, iteration }: RunPlace): string {
  return `${nodeId}/${iteration}`;
}

/** A place in words. */
export function placeWords({ nodeId, iteration }: RunPlace): string {
  return iteration === '' ? nodeId : `${nodeId} · item ${iteration}`;
}
