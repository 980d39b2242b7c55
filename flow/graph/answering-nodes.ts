import type { FlowDefinition } from '../definition.js';
import { findLoop } from './find-loop.js';
import { reachableFrom } from './reachable-from.js';
import { readTraits } from '../kinds/traits.js';

/** False for a node in a loop, and if a later node has a text. */
export function isAnswering(flow: FlowDefinition, nodeId: string): boolean {
  const speakers = listSpeakers(flow);
  const after = reachableFrom(flow, nodeId);
  return speakers.includes(nodeId) && !speakers.some((id) => id !== nodeId && after.has(id));
}

export function objectAnswerProblem(flow: FlowDefinition): string | undefined {
  const begin = `Flow '${flow.slug}' cannot answer with an object`;
  const answering = flow.nodes.filter(({ id }) => isAnswering(flow, id));
  if (answering.length === 0) return `${begin}: it has no agent and no model that answers`;
  const other =
    flow.nodes.find(({ kind }) => readTraits(kind).says === 'reply') ??
    answering.find(({ kind }) => readTraits(kind).work !== 'calls');
  if (!other) return undefined;
  return `${begin}: its answer comes from node '${other.id}' (${other.kind}), and only an agent or a model can return an object`;
}

function listSpeakers(flow: FlowDefinition): string[] {
  return flow.nodes
    .filter(({ id, kind }) => readTraits(kind).says !== undefined && findLoop(flow, id) === undefined)
    .map(({ id }) => id);
}
