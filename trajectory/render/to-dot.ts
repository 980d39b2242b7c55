import { CONTINUATION_EDGE } from '../graph/edge-types.js';
import { isDataType } from '../graph/node-types.js';
import type { TrajectoryEdge, TrajectoryNode } from '../graph/trajectory-node.js';
import type { ActiveBranch } from './active-branch.js';
import { drawAgents, type AgentDrawing, type AgentView } from './agent-drawings.js';
import { NODE_COLOURS } from './node-colours.js';
import { splitByRound } from './split-by-round.js';
import { namesIn, nameWithStep } from './short-name.js';
import { toWords } from './to-words.js';

export function toDot(agents: readonly AgentView[]): string {
  const drawings = drawAgents(agents);
  const lines = [
    'digraph trajectory {',
    '  graph [rankdir=TB, charset="UTF-8", fontname="Helvetica", color="#94a3b8"]',
    '  node [shape=box, style=filled, fontname="Helvetica", fontsize=11]',
    '  edge [fontname="Helvetica", fontsize=9, color="#64748b", fontcolor="#64748b"]',
    ...(drawings.length === 1
      ? drawings.flatMap((drawing) => roundLines(drawing, 'round'))
      : drawings.flatMap((drawing, index) => [
          `  subgraph cluster_agent_${index} {`,
          `    label=${quote(drawing.name)}`,
          ...roundLines(drawing, `agent_${index}_round`).map((line) => `  ${line}`),
          '  }',
        ])),
    ...drawings.flatMap(({ edges, branch }) =>
      edges.map(({ edge, from, to }) => `  ${from} -> ${to} [${edgeAttributes(edge, branch)}]`),
    ),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function roundLines({ view, branch, nameOf }: AgentDrawing, cluster: string): string[] {
  const nameIn = namesIn(view);
  return splitByRound(view.nodes).flatMap(({ round, nodes }) => [
    `  subgraph cluster_${cluster}_${round} {`,
    `    label="Round ${round}"`,
    ...nodes.map((node) => `    ${nameOf(node)} [${nodeAttributes(node, { branch, name: nameIn(node) })}]`),
    '  }',
  ]);
}

function nodeAttributes(
  node: TrajectoryNode,
  { branch, name }: { branch: ActiveBranch; name: string },
): string {
  const { ink, paper } = NODE_COLOURS[node.type];
  return [
    `label=${quote(`${node.type}: ${nameWithStep(node, name)}`)}`,
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

/** Escapes backslashes and ampersands too, which start escapes in labels. */
function quote(text: string): string {
  const escaped = toWords(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('&', '&amp;');
  return `"${escaped}"`;
}
