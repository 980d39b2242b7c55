import { isTrigger } from '../../../flow/kinds/traits.js';
import type { FlowProblem } from '../../../flow/validation/flow-problem.js';
import type { DrawnFlow } from '../parts/drawn-flow.js';

export interface Draft {
  definition: unknown;
  flow: DrawnFlow;
}

export function readDraft(text: string): Draft {
  const definition = parse(text);
  return { definition, flow: readFlow(definition) };
}

export function readFlow(definition: unknown): DrawnFlow {
  return {
    nodes: listObjects(definition, 'nodes').flatMap(({ id, kind, label }) =>
      typeof id === 'string' && id !== ''
        ? [{ id, kind: asText(kind) ?? '?', label: asText(label) ?? undefined }]
        : [],
    ),
    edges: listObjects(definition, 'edges').flatMap(({ from, to, route, on }) =>
      typeof from === 'string' && typeof to === 'string'
        ? [{ from, to, route: asText(route), on: asText(on) }]
        : [],
    ),
  };
}

export function markProblems(
  { nodes, edges }: DrawnFlow,
  problems: readonly Pick<FlowProblem, 'node' | 'message'>[],
): DrawnFlow {
  return {
    edges,
    nodes: nodes.map((node) => ({
      ...node,
      problems: problems.filter((problem) => problem.node === node.id).map(({ message }) => message),
    })),
  };
}

/** Returns a path such as `['nodes', 1, 'config', 'model']`. */
export function pathTo(
  definition: unknown,
  { node, edge, field }: Pick<FlowProblem, 'node' | 'edge' | 'field'>,
): (string | number)[] {
  const inside = (field ?? '')
    .split(/[.[\]]/)
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  if (node !== undefined) {
    const index = listObjects(definition, 'nodes').findIndex(({ id }) => id === node);
    return index < 0 ? inside : ['nodes', index, ...inside];
  }
  if (edge !== undefined) {
    const index = listObjects(definition, 'edges').findIndex(
      ({ from, to }) => `${asText(from) ?? ''} -> ${asText(to) ?? ''}` === edge,
    );
    return index < 0 ? inside : ['edges', index, ...inside];
  }
  return inside;
}

export function findConfig(
  definition: unknown,
  nodeId: string,
): { kind: string; config: unknown } | undefined {
  const node = listObjects(definition, 'nodes').find(({ id }) => id === nodeId);
  const kind = asText(node?.['kind']);
  return kind === undefined || isTrigger(kind) ? undefined : { kind, config: node?.['config'] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Replaces what is not an object by an empty object, which keeps the indexes. */
function listObjects(definition: unknown, name: 'nodes' | 'edges'): Record<string, unknown>[] {
  if (typeof definition !== 'object' || definition === null) return [];
  const list: unknown = Reflect.get(definition, name);
  if (!Array.isArray(list)) return [];
  return list.map((one: unknown) =>
    typeof one === 'object' && one !== null ? (one as Record<string, unknown>) : {},
  );
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
