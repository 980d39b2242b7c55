import type { AgentTrajectory } from '../../views/trajectory.js';
import { namedFiles } from '../../context/message/named-files.js';
import { compactText } from '../../trajectory/messages/compact-text.js';
import { isDataType } from '../../trajectory/graph/node-types.js';
import { groupBy } from '../../protocol/group-by.js';
import { wordStats } from '../../trajectory/render/round-summary.js';
import { findResults } from '../../trajectory/render/find-results.js';
import { SENT_TO_MODEL } from '../../trajectory/touched/touched-thing.js';
import { isSilent, namesIn, shortName } from '../../trajectory/render/short-name.js';
import type { TrajectoryNode } from '../../trajectory/graph/trajectory-node.js';
import type { TrajectoryView } from '../../trajectory/graph/trajectory-view.js';
import { oneLine, printable } from '../format/printable.js';
import type { Style } from '../format/style.js';

const PARAMS_CHARACTERS = 80;
const STEP_CHARACTERS = 120;

export function formatTrajectory(agents: readonly AgentTrajectory[], style: Style): string {
  const attached = new Set<string>();
  return agents.map((agent) => formatAgent(agent, { attached, style })).join('\n\n');
}

export function formatMessages(agents: readonly Pick<AgentTrajectory, 'rounds'>[]): string {
  return agents
    .map(({ rounds }) => printable(compactText(rounds.flatMap(({ messages }) => messages))))
    .join('\n\n');
}

function formatAgent(
  { subAgent, view, rounds }: AgentTrajectory,
  { attached, style }: Pick<Drawing, 'attached' | 'style'>,
): string {
  const nameIn = namesIn(view);
  const statsOf = new Map(rounds.map((round) => [round.round, wordStats(round)]));
  const results = findResults(view);
  const parts = [...groupBy(view.nodes, ({ owner }) => owner.round)].map(([round, nodes]) => {
    const stats = statsOf.get(round) ?? '';
    const heading = `${style.bold(`Round ${round}`)}${stats === '' ? '' : `  ${style.dim(stats)}`}`;
    return [heading, ...roundLines(nodes, { view, results, attached, nameIn, style })].join('\n');
  });
  return [style.cyan(oneLine(subAgent)), ...parts].join('\n');
}

interface Drawing {
  view: TrajectoryView;
  results: ReadonlySet<string>;
  /** Kept per round, because sub-executions repeat the question. */
  attached: Set<string>;
  nameIn: (node: TrajectoryNode) => string;
  style: Style;
}

function roundLines(nodes: readonly TrajectoryNode[], drawing: Drawing): string[] {
  let current: string | undefined;
  return nodes.flatMap((node) => {
    const step = node.attributes['queueStep'];
    if (typeof step !== 'string' || step === current) return nodeLines(node, drawing);
    current = step;
    return [`  ${drawing.style.bold(oneLine(step, STEP_CHARACTERS))}`, ...nodeLines(node, drawing)];
  });
}

function nodeLines(node: TrajectoryNode, drawing: Drawing): string[] {
  const { view, results, nameIn, style } = drawing;
  if (isDataType(node.type)) return [];
  const end = results.has(node.id) ? ` ${style.green('*')}` : '';
  const name = oneLine(nameIn(node));
  if (node.type === 'Query')
    return [`  ? ${name}${end}`, ...attachedTo(node, drawing), ...sentWith(node, { view, style })];
  if (node.type !== 'Action')
    return [...(isOnlyCalls(node, view) ? [] : [`  = ${name}${end}`]), ...sentWith(node, { view, style })];
  return [
    `    > ${name}${params(node)}${outcome(node, style)}${end}`,
    ...failure(node).map((error) => `        ${style.red(oneLine(error, STEP_CHARACTERS))}`),
    ...touchedBy(node, view).map(
      (data) => `        ${style.dim(data.type)} ${oneLine(shortName(data))}${described(data, style)}`,
    ),
  ];
}

function isOnlyCalls(node: TrajectoryNode, { edges }: TrajectoryView): boolean {
  return isSilent(node) && edges.some(({ from, type }) => from === node.id && type === 'triggers');
}

function touchedBy({ id }: TrajectoryNode, { nodes, edges }: TrajectoryView): TrajectoryNode[] {
  const touched = new Set(edges.filter(({ from }) => from === id).map(({ to }) => to));
  return nodes.filter((node) => touched.has(node.id) && isDataType(node.type) && node.type !== 'Tool');
}

/** Listed apart, because the question's long text might hide them. */
function attachedTo(
  { owner: { round }, attributes: { query } }: TrajectoryNode,
  { attached, style }: Pick<Drawing, 'attached' | 'style'>,
): string[] {
  const files =
    typeof query === 'string' ? namedFiles(query).map((file) => ({ file, key: `${round} ${file}` })) : [];
  const added = files.filter(({ key }) => !attached.has(key));
  for (const { key } of files) attached.add(key);
  return added.map(({ file }) => style.dim(`      attached: ${oneLine(file)}`));
}

function sentWith(node: TrajectoryNode, { view, style }: Pick<Drawing, 'view' | 'style'>): string[] {
  return touchedBy(node, view)
    .filter(({ type, description }) => type === 'Knowledge' && description?.startsWith(SENT_TO_MODEL))
    .map((data) => {
      const name = shortName(data);
      const { knowledgeType, content } = data.attributes;
      const kind = String(knowledgeType);
      const text = typeof content === 'string' ? `  ${oneLine(content, PARAMS_CHARACTERS)}` : '';
      return style.dim(`      ${oneLine(name.startsWith(kind) ? name : `${kind}: ${name}`)}${text}`);
    });
}

function params({ attributes }: TrajectoryNode): string {
  const given = attributes['params'];
  return given === undefined ? '' : ` ${oneLine(JSON.stringify(given), PARAMS_CHARACTERS)}`;
}

function failure({ attributes: { success, output } }: TrajectoryNode): string[] {
  if (success !== false || output == null) return [];
  if (typeof output === 'string') return [output];
  const error = typeof output === 'object' && 'error' in output ? output.error : output;
  return [typeof error === 'string' ? error : JSON.stringify(error)];
}

function outcome({ attributes }: TrajectoryNode, style: Style): string {
  if (attributes['success'] === undefined) return ` ${style.dim('(not finished)')}`;
  return attributes['success'] === true ? '' : ` ${style.red('(failed)')}`;
}

function described({ description: given, attributes, type }: TrajectoryNode, style: Style): string {
  const { content } = attributes;
  const description = type === 'Knowledge' && typeof content === 'string' ? content : given;
  return description === null ? '' : style.dim(`  ${oneLine(description, PARAMS_CHARACTERS)}`);
}
