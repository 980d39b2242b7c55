import { listOutputFields, listPaths } from '../../../flow/kinds/find-kind.js';
import { isTrigger } from '../../../flow/kinds/traits.js';
import { pathNames } from '../../../flow/paths/path-names.js';
import { readCodeNodes } from '../../../flow/validation/read-code-nodes.js';
import { readNodes, type NodePart } from '../../../flow/validation/read-nodes.js';
import { readTemplates } from '../../../flow/validation/read-templates.js';
import type { ReadNodes } from '../tools/one-node-flow.js';
import { readFlow } from './read-draft.js';

const NODE_MAPS: readonly string[] = ['nodes', 'node_outputs'];
const TEXT_KINDS: readonly string[] = ['agent', 'model', 'template', 'reply'];

export function findRead(definition: unknown, nodeId: string): ReadNodes {
  const { nodes } = readNodes(definition);
  const { edges } = readFlow(definition);
  const before = edges.filter(({ to }) => to === nodeId).map(({ from }) => [from]);
  const paths = nodes
    .filter(({ id }) => id === nodeId)
    .flatMap((part) => (part.kind === 'merge' ? before : listRead(part)));
  const byId = new Map(nodes.filter(({ id }) => id !== nodeId).map((part) => [part.id, part]));
  const read = [...new Set(paths.map(([name = '']) => name))].flatMap((name) => byId.get(name) ?? []);
  const listFields = (id: string) => paths.flatMap(([name, field]) => (name === id && field ? [field] : []));
  return {
    outputs: Object.fromEntries(
      read
        .filter(({ kind }) => !isTrigger(kind))
        .map((part) => [part.id, toSchema(part, listFields(part.id))]),
    ),
    trigger: read.find(({ kind }) => isTrigger(kind))?.id,
    readsLoop: paths.some(([name]) => name === 'loop'),
  };
}

function listRead(part: NodePart): (readonly string[])[] {
  if (!part.node) return [];
  const nodes = [part];
  const graph = { nodes, edges: [], byId: new Map([[part.id, part]]) };
  const source = part.node.kind === 'subflow' ? part.node.config.extraConfig?.sourceNodeId : undefined;
  return [
    ...[...readTemplates({ nodes }, undefined), ...readCodeNodes(graph)].flatMap(({ paths }) =>
      paths.map(({ names }) => names),
    ),
    ...listPaths(part.node).map(({ value }) => pathNames(value)),
    ...(source === undefined ? [] : [[source]]),
  ].map((names) => (NODE_MAPS.includes(names[0] ?? '') ? names.slice(1) : names));
}

function toSchema({ kind, node }: NodePart, read: readonly string[]): object {
  const fields = (node && listOutputFields(node)) ?? [...new Set(read)];
  if (fields.length === 0) return {};
  const isText = TEXT_KINDS.includes(kind ?? '') && fields.length === 1;
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field, isText ? { type: 'string' } : {}])),
    required: fields.filter((field) => read.includes(field)),
  };
}
