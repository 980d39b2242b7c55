import { CONTINUATION_EDGE } from '../graph/edge-types.js';
import { isDataType, NODE_TYPES } from '../graph/node-types.js';
import type { TrajectoryEdge, TrajectoryNode } from '../graph/trajectory-node.js';
import { activeBranch, type ActiveBranch } from './active-branch.js';
import { NODE_COLOURS } from './node-colours.js';
import { splitByRound } from './split-by-round.js';
import { shortName } from './short-name.js';
import type { TrajectoryView } from '../graph/trajectory-view.js';

/**
 * Draws a trajectory as a Mermaid flowchart: one subgraph for each round, one class for each type, the active branch in
 * thick lines, its ends with dashed borders. Nodes are called n0, n1 ... because a label may be a word of Mermaid's.
 */
export function toMermaid(view: TrajectoryView): string {
  const names = new Map(view.nodes.map(({ id }, index) => [id, `n${index}`]));
  const branch = activeBranch(view);
  const nameOf = ({ id }: TrajectoryNode) => names.get(id) ?? '';
  const lines = [
    'flowchart TB',
    ...splitByRound(view.nodes).flatMap(({ round, nodes }) => [
      `  subgraph round${round}["Round ${round}"]`,
      ...nodes.map((node) => `    ${nameOf(node)}${shape(node)}`),
      '  end',
    ]),
    ...view.edges.flatMap((edge) => {
      const [from, to] = [names.get(edge.from), names.get(edge.to)];
      return from && to ? [`  ${from} ${arrow(edge, branch)}|${edge.type}| ${to}`] : [];
    }),
    ...NODE_TYPES.flatMap((type) =>
      classLines(type, colours(type), view.nodes.filter((node) => node.type === type).map(nameOf)),
    ),
    ...classLines(
      'active',
      'stroke-width:3px',
      view.nodes.filter(({ id }) => branch.nodes.has(id)).map(nameOf),
    ),
    ...classLines(
      'pointer',
      'stroke-dasharray:6 3',
      view.nodes.filter(({ id }) => branch.pointers.has(id)).map(nameOf),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function shape(node: TrajectoryNode): string {
  const label = `"${node.type}: ${escapeLabel(shortName(node))}"`;
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

/** Writes punctuation as character codes: Mermaid looks for markup, directives and comments inside quotes, too. */
function escapeLabel(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, (character) => `#${character.charCodeAt(0)};`);
}
