import { formatPlace } from '../../trajectory/recorded/node-place.js';
import type { RunParts } from './part-rows.js';
import type { RecordedEdge } from './round-rows.js';

/**
 * The retry follows what preceded a refused answer, which becomes an abandoned branch. Without a retry, it
 * stays the run's end.
 */
export function abandonRefused({ nodes, edges }: Pick<RunParts, 'nodes' | 'edges'>): readonly RecordedEdge[] {
  return nodes.filter(({ call }) => call?.isRefused === true).reduce(withoutStep, edges);
}

/** A refused answer's calls never run, but the trace continues behind them. */
function withoutStep(edges: readonly RecordedEdge[], refused: { step: number }): readonly RecordedEdge[] {
  const { step } = refused;
  const before = edges.filter(({ to }) => to.step === step && to.ordinal === 0);
  const taken = new Set<string>();
  return edges.flatMap((edge) => {
    const { from, to } = edge;
    if (from.step !== step || from.ordinal < 0 || to.ordinal !== 0 || to.step <= step) return [edge];
    if (taken.has(formatPlace(to))) return [];
    taken.add(formatPlace(to));
    return before.map((earlier) => ({ ...edge, from: earlier.from }));
  });
}
