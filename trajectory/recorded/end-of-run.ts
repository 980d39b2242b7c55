import { nodeId } from '../graph/node-id.js';
import type { NodeType } from '../graph/node-types.js';
import { TrajectoryGraph } from '../graph/trajectory-graph.js';
import type { TrajectoryEdge, TrajectoryNode, TrajectoryOwner } from '../graph/trajectory-node.js';
import type { NamedPlace, TrajectoryWrite } from '../writes/trajectory-write.js';
import { formatPlace, type NodePlace } from '../graph/node-place.js';
import type { RecordedRun, RecordedStep } from './recorded-run.js';

/** A stand-in: only the order matters here, and the trace has the real times. */
export const NO_TIME = '1970-01-01T00:00:00Z';
const NOBODY: TrajectoryOwner = { user: '', session: '', round: 0, subAgent: '' };

/** Restores only the end of the run, so that the cost does not depend on its length. */
export function restoreEnd({ base, head, calls, data }: RecordedRun): TrajectoryGraph {
  if (!head) return new TrajectoryGraph(NOBODY);
  const question: NamedPlace = { step: base, ordinal: 0, type: 'Query' };
  const { nodes, edges } = head.last ? describeStep(head.last, question) : { nodes: [], edges: [] };
  const named = calls
    .flatMap(({ writes = [] }) => writes.flatMap(namedIn))
    // The calls of the last step add their nodes again, which moves the pointers.
    .filter(({ step }) => step < head.recordedThrough);
  const stubs = new Map([question, ...nodes, ...data, ...named].map((place) => [toId(place), place]));
  const ends = nodes.length === 0 ? [question] : findEnds(nodes);
  return TrajectoryGraph.restore({
    owner: NOBODY,
    nodes: [...stubs.values()].map(toStub),
    edges,
    pointers: ends.map(toId),
    start: toId(question),
    numbers: {},
  });
}

export function toId({ type, ...place }: NamedPlace): string {
  return nodeId(type, formatPlace(place));
}

export function namedIn(write: TrajectoryWrite): readonly NamedPlace[] {
  switch (write.kind) {
    case 'add':
      return write.after;
    case 'modify':
      return [];
    case 'advance':
      return [write.to];
    case 'branch':
      return [write.from];
  }
}

function findEnds(nodes: readonly NamedPlace[]): readonly NamedPlace[] {
  const actions = nodes.filter(({ type }) => type === 'Action');
  return actions.length === 0 ? nodes : actions;
}

function describeStep(
  { step, calls, isSilent = false }: RecordedStep,
  question: NamedPlace,
): { nodes: NamedPlace[]; edges: TrajectoryEdge[] } {
  const state: NamedPlace = { step, ordinal: 0, type: 'State' };
  const actions = Array.from({ length: calls }, (_, index) => actionAt({ step, ordinal: index + 1 }));
  const from = toId(isSilent ? question : state);
  return {
    nodes: isSilent ? actions : [state, ...actions],
    edges: actions.map((action) => ({ from, to: toId(action), type: 'triggers' })),
  };
}

export function actionAt({ step, ordinal }: NodePlace): NamedPlace & { type: 'Action' } {
  return { step, ordinal, type: 'Action' };
}

function toStub(place: NamedPlace): TrajectoryNode {
  const type: NodeType = place.type;
  return {
    id: toId(place),
    type,
    label: formatPlace(place),
    description: null,
    owner: NOBODY,
    createdAt: NO_TIME,
    versions: {},
    attributes: {},
  };
}
