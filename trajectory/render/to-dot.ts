import { CONTINUATION_EDGE } from '../graph/edge-types.js';
import { isDataType } from '../graph/node-types.js';
import type { TrajectoryEdge, TrajectoryNode } from '../graph/trajectory-node.js';
import { activeBranch, type ActiveBranch } from './active-branch.js';
import { NODE_COLOURS } from './node-colours.js';
import { splitByRound } from './split-by-round.js';
import { shortName } from './short-name.js';
import { toWords } from './to-words.js';
import type { TrajectoryView } from '../graph/trajectory-view.js';

/**
 * Draws a trajectory for Graphviz: one cluster for each round, one colour for each type, data with round corners, the
 * active branch in thick lines, its ends with double borders. Nodes are called n0, n1 ... in their order; tooltips show ids.
 */
export function toDot(view: TrajectoryView): string {
  const names = new Map(view.nodes.map(({ id }, index) => [id, `n${index}`]));
  const branch = activeBranch(view);
  const lines = [
    'digraph trajectory {',
    '  graph [rankdir=TB, charset="UTF-8", fontname="Helvetica", color="#94a3b8"]',
    '  node [shape=box, style=filled, fontname="Helvetica", fontsize=11]',
    '  edge [fontname="Helvetica", fontsize=9, color="#64748b", fontcolor="#64748b"]',
    ...splitByRound(view.nodes).flatMap(({ round, nodes }) => [
      `  subgraph cluster_round_${round} {`,
      `    label="Round ${round}"`,
      ...nodes.map((node) => `    ${names.get(node.id)} [${nodeAttributes(node, branch)}]`),
      '  }',
    ]),
    ...view.edges.flatMap((edge) => {
      const [from, to] = [names.get(edge.from), names.get(edge.to)];
      return from && to ? [`  ${from} -> ${to} [${edgeAttributes(edge, branch)}]`] : [];
    }),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function nodeAttributes(node: TrajectoryNode, branch: ActiveBranch): string {
  const { ink, paper } = NODE_COLOURS[node.type];
  return [
    `label=${quote(`${node.type}: ${shortName(node)}`)}`,
    `tooltip=${quote(node.id)}`,
    `color="${ink}"`,
    `fontcolor="${ink}"`,
    `fillcolor="${paper}"`,
    ...(isDataType(node.type) ? ['style="filled,rounded"'] : []),
    ...(branch.nodes.has(node.id) ? ['penwidth=2.5'] : []),
    ...(branch.pointers.has(node.id) ? ['peripheries=2'] : []),
  ].join(', ');
}

function edgeAttributes(edge: TrajectoryEdge, branch: ActiveBranch): string {
  return [
    `label="${edge.type}"`,
    ...(edge.type === CONTINUATION_EDGE ? ['style=dashed'] : []),
    ...(branch.has(edge) ? ['penwidth=2.5', 'color="#0f172a"'] : []),
  ].join(', ');
}

/** In labels a backslash begins an escape and an ampersand an entity. */
function quote(text: string): string {
  const escaped = toWords(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('&', '&amp;');
  return `"${escaped}"`;
}
