import type { NodeRun } from '../../flow/scheduler/node-run.js';

export type RunPlace = Pick<NodeRun, 'nodeId' | 'iteration'>;

export function placeKey({ nodeId, iteration }: RunPlace): string {
  return `${nodeId}/${iteration}`;
}

export function placeWords({ nodeId, iteration }: RunPlace): string {
  return iteration === '' ? nodeId : `${nodeId} · item ${iteration}`;
}
