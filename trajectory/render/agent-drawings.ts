import { activeBranch, type ActiveBranch } from './active-branch.js';
import { toWords } from './to-words.js';
import type { TrajectoryEdge, TrajectoryNode } from '../graph/trajectory-node.js';
import type { TrajectoryView } from '../graph/trajectory-view.js';

/** The trajectory of one agent, to be drawn beside others. */
export interface AgentView {
  name: string;
  view: TrajectoryView;
}

/** A trajectory whose nodes have the names that they are drawn by. */
export interface AgentDrawing extends AgentView {
  branch: ActiveBranch;
  nameOf: (node: TrajectoryNode) => string;
  /** The names at both ends of each edge whose nodes are there. */
  edges: { edge: TrajectoryEdge; from: string; to: string }[];
}

/**
 * Names the nodes of several agents n0, n1 ... in their order, because a label may be a word of the drawing's language and
 * the same thing may be in the graphs of several agents, where each has a node for it.
 */
export function drawAgents(agents: readonly AgentView[]): AgentDrawing[] {
  let count = 0;
  return agents.map(({ name, view }) => {
    const names = new Map(view.nodes.map(({ id }) => [id, `n${count++}`]));
    return {
      name: toWords(name),
      view,
      branch: activeBranch(view),
      nameOf: ({ id }) => names.get(id) ?? '',
      edges: view.edges.flatMap((edge) => {
        const [from, to] = [names.get(edge.from), names.get(edge.to)];
        return from && to ? [{ edge, from, to }] : [];
      }),
    };
  });
}
