import { formatPlace } from '../../trajectory/recorded/node-place.js';
import type { RunParts } from './part-rows.js';
import type { RecordedEdge } from './round-rows.js';

/**
 * Lets what followed a refused answer follow from what was before it: the model was asked again, so the first try is a
 * branch that was abandoned. A refused answer that nothing followed stays the end of its run.
 */
export function abandonRefused({ nodes, edges }: Pick<RunParts, 'nodes' | 'edges'>): readonly RecordedEdge[] {
  return nodes.filter(({ call }) => call?.isRefused === true).reduce(withoutStep, edges);
}

/** The calls that a refused answer asks for never run; what came next was recorded behind them. */
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
