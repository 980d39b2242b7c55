import { listToolCalls } from '../../context/message/trace-content.js';
import { numbersBeyond } from '../../trajectory/graph/automatic-numbers.js';
import { withoutNulls } from '../../trajectory/graph/clean-attributes.js';
import type { ArchivedMessage } from '../../trajectory/messages/archive-message.js';
import { automaticLabel, nodeId } from '../../trajectory/graph/node-id.js';
import { isDataType, type NodeType } from '../../trajectory/graph/node-types.js';
import { ATTACHMENT, describeSentReference } from '../../trajectory/recorded/knowledge-reference.js';
import { formatPlace, type NodePlace } from '../../trajectory/graph/node-place.js';
import { TrajectoryGraph } from '../../trajectory/graph/trajectory-graph.js';
import type { TrajectoryNode, TrajectoryOwner } from '../../trajectory/graph/trajectory-node.js';
import type { RoundSnapshot } from '../../trajectory/graph/trajectory-view.js';
import type { Round } from './find-rounds.js';
import { applyChanges } from './apply-changes.js';
import { CarriedState } from './carried-state.js';
import { parsePlaces } from './node-places.js';
import type { RunParts } from './part-rows.js';
import type { RecordedNode, RecordedQuery, RecordedEdge } from './round-rows.js';
import type { RunTexts } from './run-texts.js';
import { toAttributes, type ToolCallAsk } from './to-attributes.js';
import { toMessages } from './to-messages.js';

export interface RestoredRound {
  snapshot: RoundSnapshot;
  messages: readonly ArchivedMessage[];
}

export function findPlaces(
  { run, nodes: rows }: RunParts,
  { nodes }: RoundSnapshot,
): ReadonlyMap<string, NodePlace> {
  const places = [{ step: run.base, ordinal: 0 }, ...rows.map(({ step, ordinal }) => ({ step, ordinal }))];
  return new Map(nodes.flatMap(({ id }, index) => (places[index] ? [[id, places[index]]] : [])));
}

export function toRound(parts: RunParts, { round, texts }: { round: Round; texts: RunTexts }): RestoredRound {
  const { run } = parts;
  const edges = abandonRefused(parts);
  const owner: TrajectoryOwner = {
    user: round.user,
    session: round.session,
    round: round.round,
    subAgent: run.subAgent,
  };
  const asked = mapCallsByPlace(parts.nodes);
  const times = findTimes(parts);
  const files = parts.nodes.flatMap(({ name, attributes }) =>
    attributes?.['source'] === ATTACHMENT && name !== null ? [name] : [],
  );
  const query = queryNode(run, { owner, prompt: texts.findPrompt(run), files });
  const taken = new Set<string>();
  const states = new CarriedState(texts.findPrompt(run) ?? run.question);
  const nodes = parts.nodes.map((row): TrajectoryNode => {
    const tool = row.type === 'Tool' ? texts.findTool(row, row.name ?? '') : undefined;
    const place = formatPlace(row);
    const node = {
      ...freeIdentity(row, taken),
      description: row.description || (describeSentReference(row.attributes) ?? tool?.description ?? null),
      owner,
      createdAt: row.addedAt?.toISOString() ?? times.get(place) ?? query.createdAt,
      versions: row.versions ?? {},
      attributes: withoutNulls(
        toAttributes(row, {
          call: asked.get(place),
          executions: parts.started.get(place) ?? [],
          tool,
          knowledge: texts.findKnowledge(row),
        }),
      ),
    };
    return states.take(row, node);
  });
  const all = [query, ...nodes];
  const ids = new Map(parts.nodes.map((row, index) => [formatPlace(row), nodes[index]?.id ?? '']));
  ids.set(formatPlace({ step: run.base, ordinal: 0 }), query.id);
  const idAt = (place: NodePlace): string[] => [ids.get(formatPlace(place)) ?? []].flat();
  const snapshot: RoundSnapshot = {
    owner,
    nodes: all,
    edges: edges.flatMap(({ from, to, type }) =>
      idAt(from).flatMap((one) => idAt(to).map((other) => ({ from: one, to: other, type }))),
    ),
    pointers: parsePlaces(run.pointers).flatMap(idAt),
    start: query.id,
    numbers: numbersBeyond({}, all),
  };
  return {
    snapshot: run.isBroken ? withoutUnfinished(snapshot) : snapshot,
    messages: toMessages(parts, { question: texts.findPrompt(run) ?? run.question ?? '', asked }),
  };
}

function withoutUnfinished(snapshot: RoundSnapshot): RoundSnapshot {
  const unfinished = snapshot.nodes.filter(
    ({ type, attributes }) => type === 'Action' && attributes['success'] === undefined,
  );
  const graph = TrajectoryGraph.restore(snapshot);
  graph.abandon(unfinished.map(({ id }) => id));
  return { ...snapshot, pointers: graph.pointers };
}

function queryNode(
  run: RecordedQuery,
  { owner, prompt, files }: { owner: TrajectoryOwner; prompt: string | undefined; files: readonly string[] },
): TrajectoryNode {
  const query: TrajectoryNode = {
    ...identity({ ...run, type: 'Query' }),
    description: null,
    owner,
    createdAt: run.askedAt.toISOString(),
    versions: {},
    attributes: withoutNulls({
      query: prompt ?? run.question,
      additionalFiles: files.length === 0 ? null : files,
      rawUserQuery: prompt === undefined ? null : run.question,
    }),
  };
  return applyChanges(query, run.changes);
}

/** If parallel calls choose the same label, appends the later call's place. */
function freeIdentity(row: RecordedNode, taken: Set<string>): ReturnType<typeof identity> {
  const own = identity(row);
  const free = taken.has(own.id) ? identity({ ...row, label: `${own.label}@${formatPlace(row)}` }) : own;
  taken.add(free.id);
  return free;
}

function identity({
  type,
  number,
  label: own,
}: {
  type: NodeType;
  number: number | null;
  label: string | null;
}): Pick<TrajectoryNode, 'id' | 'type' | 'label'> {
  const label = own ?? automaticLabel(type, number ?? 0);
  return { id: nodeId(type, label), type, label };
}

function mapCallsByPlace(nodes: readonly RecordedNode[]): ReadonlyMap<string, ToolCallAsk> {
  const calls = new Map<string, ToolCallAsk>();
  for (const { type, step, content } of nodes)
    if (type === 'State')
      for (const [index, call] of listToolCalls(content ?? []).entries())
        calls.set(formatPlace({ step, ordinal: index + 1 }), call);
  return calls;
}

function findTimes({ nodes, edges }: RunParts): ReadonlyMap<string, string> {
  const times = new Map<string, string>();
  const ended = new Map<string, string>();
  for (const row of nodes) {
    if (isDataType(row.type)) continue;
    const { startedAt, finishedAt } = row.tool ?? row.own ?? { startedAt: undefined, finishedAt: undefined };
    const ownTime = startedAt === undefined ? row.saidAt?.toISOString() : iso(startedAt);
    const time = ownTime ?? times.get(formatPlace({ step: row.step, ordinal: 0 }));
    if (time !== undefined) times.set(formatPlace(row), time);
    const end = finishedAt ? iso(finishedAt) : time;
    if (end !== undefined) ended.set(formatPlace(row), end);
  }
  for (const { from, to } of edges) {
    const end = ended.get(formatPlace(from));
    if (to.ordinal < 0 && end !== undefined && !times.has(formatPlace(to))) times.set(formatPlace(to), end);
  }
  return times;
}

function iso(time: string): string {
  return new Date(time).toISOString();
}

/** Connects the retry to the node before the refused answer. */
export function abandonRefused({ nodes, edges }: Pick<RunParts, 'nodes' | 'edges'>): readonly RecordedEdge[] {
  return nodes.filter(({ call }) => call?.isRefused === true).reduce(withoutStep, edges);
}

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
