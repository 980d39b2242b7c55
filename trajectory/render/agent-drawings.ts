import { activeBranch, type ActiveBranch } from './active-branch.js';
import { toWords } from './to-words.js';
import type { TrajectoryEdge, TrajectoryNode } from '../graph/trajectory-node.js';
import type { TrajectoryView } from '../graph/trajectory-view.js';

export interface AgentView {
  name: string;
  view: TrajectoryView;
}

export interface AgentDrawing extends AgentView {
  branch: ActiveBranch;
  nameOf: (node: TrajectoryNode) => string;
  edges: { edge: TrajectoryEdge; from: string; to: string }[];
}

/** Names nodes n0, n1 and so on, because a label may be a keyword, and agents may share one. */
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
