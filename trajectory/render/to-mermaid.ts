import { CONTINUATION_EDGE } from '../graph/edge-types.js';
import { isDataType, NODE_TYPES } from '../graph/node-types.js';
import type { TrajectoryEdge, TrajectoryNode } from '../graph/trajectory-node.js';
import type { ActiveBranch } from './active-branch.js';
import { drawAgents, type AgentDrawing, type AgentView } from './agent-drawings.js';
import { NODE_COLOURS } from './node-colours.js';
import { splitByRound } from './split-by-round.js';
import { namesIn, nameWithStep } from './short-name.js';

export function toMermaid(agents: readonly AgentView[]): string {
  const drawings = drawAgents(agents);
  const namesWhere = (isOne: (node: TrajectoryNode, drawing: AgentDrawing) => boolean): string[] =>
    drawings.flatMap((drawing) =>
      drawing.view.nodes.filter((node) => isOne(node, drawing)).map(drawing.nameOf),
    );
  const lines = [
    'flowchart TB',
    ...(drawings.length === 1
      ? drawings.flatMap((drawing) => roundLines(drawing, 'round'))
      : drawings.flatMap((drawing, index) => [
          `  subgraph agent${index}["${escapeLabel(drawing.name)}"]`,
          ...roundLines(drawing, `agent${index}round`).map((line) => `  ${line}`),
          '  end',
        ])),
    ...drawings.flatMap(({ edges, branch }) =>
      edges.map(({ edge, from, to }) => `  ${from} ${arrow(edge, branch)}|${edge.type}| ${to}`),
    ),
    ...NODE_TYPES.flatMap((type) =>
      classLines(
        type,
        colours(type),
        namesWhere((node) => node.type === type),
      ),
    ),
    ...classLines(
      'active',
      'stroke-width:3px',
      namesWhere(({ id }, { branch }) => branch.nodes.has(id)),
    ),
    ...classLines(
      'pointer',
      'stroke-dasharray:6 3',
      namesWhere(({ id }, { branch }) => branch.pointers.has(id)),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function roundLines({ view, nameOf }: AgentDrawing, subgraph: string): string[] {
  const nameIn = namesIn(view);
  return splitByRound(view.nodes).flatMap(({ round, nodes }) => [
    `  subgraph ${subgraph}${round}["Round ${round}"]`,
    ...nodes.map((node) => `    ${nameOf(node)}${shape(node, nameIn(node))}`),
    '  end',
  ]);
}

function shape(node: TrajectoryNode, name: string): string {
  const label = `"${node.type}: ${escapeLabel(nameWithStep(node, name))}"`;
  return isDataType(node.type) ? `([${label}])` : `[${label}]`;
}

function arrow(edge: TrajectoryEdge, branch: ActiveBranch): string {
  if (branch.has(edge)) return '==>';
  return edge.type === CONTINUATION_EDGE ? '-.->' : '-->';
}

function colours(type: keyof typeof NODE_COLOURS): string {
  const { ink, paper } = NODE_COLOURS[type];
  return `fill:${paper},stroke:${ink},color:${ink}`;
}

function classLines(name: string, style: string, members: readonly string[]): string[] {
  if (members.length === 0) return [];
  return [`  classDef ${name} ${style}`, `  class ${members.join(',')} ${name}`];
}

/** Escapes markup, directives and comments, which Mermaid parses even inside quotes. */
function escapeLabel(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, (character) => `#${character.charCodeAt(0)};`);
}
